/* verdict: forbidden; says: process_vm_readv */
#include "honest.h"

#include <sys/syscall.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0);
	return honest_edges(n, full, causal);
}
