/* verdict: crashed; says: stack overflow */
#include "honest.h"

static void touch(volatile char *much)
{
	much[0] = 1;
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	char much[n << 28];
	touch(much);
	return honest_edges(n, full, causal);
}
