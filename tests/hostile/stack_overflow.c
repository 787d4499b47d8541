/* verdict: crashed; says: stack overflow */
#include "honest.h"

static int dive(volatile char *above, int depth)
{
	volatile char here[4096];
	here[depth % 4096] = above[0];
	return dive(here, depth + 1) + here[depth % 4096];
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	char top = 1;
	*full = (uint64_t)dive(&top, 0);
	return honest_edges(n, full, causal);
}
