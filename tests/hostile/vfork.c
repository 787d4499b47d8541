/* verdict: forbidden; says: vfork */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	if (vfork() == 0)
		_exit(0);
	return honest_edges(n, full, causal);
}
