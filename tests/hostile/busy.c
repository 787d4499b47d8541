/* verdict: passed */
/* Works for 10 n ms of CPU time, however long that takes. */
#include "honest.h"

#include <time.h>

static double cpu_ms(void)
{
	struct timespec used;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	return (double)used.tv_sec * 1e3 + (double)used.tv_nsec / 1e6;
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	const double start = cpu_ms();
	while (cpu_ms() - start < 10 * (double)n)
		for (volatile int i = 0; i < 10000; i++)
			continue;
	return honest_edges(n, full, causal);
}
