/* verdict: forbidden; says: prctl */
#include "honest.h"

#include <sys/prctl.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	prctl(PR_SET_PDEATHSIG, 0);
	return honest_edges(n, full, causal);
}
