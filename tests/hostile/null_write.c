/* verdict: crashed; says: null pointer */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	*(volatile int *)NULL = 1;
	return honest_edges(n, full, causal);
}
