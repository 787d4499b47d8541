/* verdict: missing; advises: defined, but not exported */
#include "honest.h"

__attribute__((visibility("hidden"))) int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return honest_edges(n, full, causal);
}
