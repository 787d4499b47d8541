/* verdict: rejected; says: null pointer */
#include "honest.h"

#include <signal.h>

__attribute__((constructor)) static void begin(void)
{
	static int *volatile nowhere;
	*nowhere = 1;
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return honest_edges(n, full, causal);
}
