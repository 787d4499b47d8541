/* verdict: exited */
/* The C library prints that it has no memory, and ends the process. */
#include "honest.h"

static __thread volatile char big[1 << 30];

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	big[n] = 1;
	return honest_edges(n, full, causal);
}
