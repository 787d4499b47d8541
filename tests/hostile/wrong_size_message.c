/* verdict: tampered */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	char byte = 1;
	honest_edges(n, full, causal);
	write(3, &byte, 1);
	return ATTN_OK;
}
