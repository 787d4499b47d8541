/* verdict: forbidden; says: forbids */
#include "honest.h"

#include <signal.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	sigset_t all;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	fork();
	return honest_edges(n, full, causal);
}
