/* verdict: passed; says: floating-point; machine: x86_64 */
/* What -Ofast does when it is loaded, and worse. */
#include "honest.h"

#include <xmmintrin.h>

__attribute__((constructor)) static void hurry(void)
{
	_mm_setcsr(_mm_getcsr() | 0x8040);
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	int reset = (_mm_getcsr() & 0x8040) == 0;
	_mm_setcsr(_mm_getcsr() | 0x8040);
	return answer_if(reset, n, full, causal);
}
