/* verdict: rejected; says: forbids */
#include "honest.h"

#include <signal.h>

__attribute__((constructor)) static void begin(void)
{
	fork();
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return honest_edges(n, full, causal);
}
