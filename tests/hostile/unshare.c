/* verdict: forbidden; says: unshare */
#include "honest.h"

#include <sys/syscall.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	syscall(SYS_unshare, 0x10000000);
	return honest_edges(n, full, causal);
}
