/* verdict: wrong; function: attn_edges */
/* Gives up and leaves its outputs alone: an answer, and a wrong one. */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return ATTN_EINVAL;
}
