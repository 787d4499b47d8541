/* verdict: forbidden; says: forbids; machine: x86_64 */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	syscall(0x40000000 + 39);
	return honest_edges(n, full, causal);
}
