/* verdict: rejected; says: SIGKILL */
#include "honest.h"

#include <signal.h>

__attribute__((constructor)) static void begin(void)
{
	raise(SIGKILL);
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return honest_edges(n, full, causal);
}
