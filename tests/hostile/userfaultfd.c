/* verdict: forbidden; says: userfaultfd */
#include "honest.h"

#include <sys/syscall.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	syscall(SYS_userfaultfd, 0);
	return honest_edges(n, full, causal);
}
