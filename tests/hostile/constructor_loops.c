/* verdict: rejected; says: CPU time */
#include "honest.h"

#include <signal.h>

__attribute__((constructor)) static void begin(void)
{
	for (volatile int turning = 1; turning;)
		continue;
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return honest_edges(n, full, causal);
}
