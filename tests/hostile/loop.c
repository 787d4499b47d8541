/* verdict: timed_out; says: CPU time */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	for (volatile int turning = 1; turning;)
		continue;
	return honest_edges(n, full, causal);
}
