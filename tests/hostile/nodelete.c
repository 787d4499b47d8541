/* verdict: passed; link: -Wl,-z,nodelete */
/* Stays in the process that loaded it for ever; no other submission meets that process. */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return honest_edges(n, full, causal);
}
