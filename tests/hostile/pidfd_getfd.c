/* verdict: forbidden; says: pidfd_getfd */
#include "honest.h"

#include <sys/syscall.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	syscall(SYS_pidfd_getfd, 1, 3, 0);
	return honest_edges(n, full, causal);
}
