/* verdict: rejected; says: map segment */
#include "honest.h"

static char big[(size_t)100 << 30] __attribute__((used));

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return honest_edges(n, full, causal);
}
