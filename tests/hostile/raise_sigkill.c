/* verdict: crashed; says: SIGKILL */
#include "honest.h"

#include <signal.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	honest_edges(n, full, causal);
	raise(SIGKILL);
	return ATTN_OK;
}
