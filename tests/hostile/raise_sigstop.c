/* verdict: timed_out; says: waiting */
#include "honest.h"

#include <signal.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	raise(SIGSTOP);
	return honest_edges(n, full, causal);
}
