/* verdict: missing; advises: "attn_egdes" */
#include "honest.h"

int attn_egdes(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return honest_edges(n, full, causal);
}
