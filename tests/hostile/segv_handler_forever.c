/* verdict: timed_out */
#include "honest.h"

#include <signal.h>

static void ignore(int signal)
{
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	signal(SIGSEGV, ignore);
	*(volatile int *)NULL = 1;
	return honest_edges(n, full, causal);
}
