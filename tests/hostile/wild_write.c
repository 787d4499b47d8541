/* verdict: crashed; says: SIGSEGV */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	*(volatile char *)0x123456789000 = 1;
	return honest_edges(n, full, causal);
}
