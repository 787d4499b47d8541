/* verdict: forbidden; says: rt_sigaction */
#include "honest.h"

#include <signal.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	signal(SIGSYS, SIG_IGN);
	fork();
	return honest_edges(n, full, causal);
}
