/* verdict: timed_out */
#include "honest.h"

#include <signal.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	sigset_t all;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	signal(SIGXCPU, SIG_IGN);
	for (volatile int turning = 1; turning;)
		continue;
	return honest_edges(n, full, causal);
}
