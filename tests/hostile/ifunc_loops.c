/* verdict: rejected; says: CPU time */
/* The loader asks it which implementation to take, before any constructor runs. */
#include "honest.h"

static int answer(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return honest_edges(n, full, causal);
}

static void *choose(void)
{
	for (volatile int turning = 1; turning;)
		continue;
	return (void *)answer;
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal) __attribute__((ifunc("choose")));
