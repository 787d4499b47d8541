/* verdict: out_of_memory; memory: 8; says: static data */
/* What a constructor takes, before the loader's room is closed, counts as well. */
#include "honest.h"

static volatile char *hoard;

__attribute__((constructor)) static void take(void)
{
	hoard = malloc((size_t)4096 * 4096);
	for (size_t i = 0; hoard != NULL && i < (size_t)4096 * 4096; i += 4096)
		hoard[i] = 1;
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return honest_edges(n, full, causal);
}
