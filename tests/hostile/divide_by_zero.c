/* verdict: crashed; says: division by zero; machine: x86_64 */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	volatile int zero = 0, quotient = 7 / zero;
	(void)quotient;
	return honest_edges(n, full, causal);
}
