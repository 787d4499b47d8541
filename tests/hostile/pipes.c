/* verdict: forbidden; says: pipe */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	int ends[2];
	while (pipe(ends) == 0)
		continue;
	return honest_edges(n, full, causal);
}
