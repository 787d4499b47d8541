/* verdict: passed; link: -Wl,-z,execstack */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return honest_edges(n, full, causal);
}
