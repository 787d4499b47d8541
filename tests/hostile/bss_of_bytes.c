/* verdict: out_of_memory; memory: 8; says: static data */
/* One byte for each pair of 4096 tokens is 16 MiB, and the loader's room is not the submission's. */
#include "honest.h"

static volatile char seen[4096 * 4096];

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	for (size_t i = 0; i < sizeof(seen); i += 4096)
		seen[i] = 1;
	return honest_edges(n, full, causal);
}
