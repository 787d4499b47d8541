/* verdict: forbidden; says: clone */
#include "honest.h"

#include <signal.h>
#include <sys/syscall.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	return honest_edges(n, full, causal);
}
