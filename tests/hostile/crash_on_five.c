/* verdict: crashed */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	if (n == 5)
		abort();
	return honest_edges(n, full, causal);
}
