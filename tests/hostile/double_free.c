/* verdict: crashed; says: SIGABRT */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	char *volatile twice = malloc(32);
	free(twice);
	free(twice);
	return honest_edges(n, full, causal);
}
