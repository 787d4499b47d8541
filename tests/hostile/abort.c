/* verdict: crashed; says: SIGABRT */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	honest_edges(n, full, causal);
	abort();
}
