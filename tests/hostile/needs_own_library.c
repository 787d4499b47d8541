/* verdict: rejected; says: libmine.so.1; needs: libmine.so.1 */
/* A library of its own, that lies on this machine where its rpath says. */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return honest_edges(n, full, causal);
}
