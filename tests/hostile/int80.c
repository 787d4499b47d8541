/* verdict: forbidden; says: forbids; machine: x86_64 */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	__asm__ volatile("int $0x80" ::"a"(20) : "memory");
	return honest_edges(n, full, causal);
}
