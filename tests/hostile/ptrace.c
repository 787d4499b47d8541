/* verdict: forbidden; says: ptrace */
#include "honest.h"

#include <sys/ptrace.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	ptrace(PTRACE_ATTACH, getppid(), NULL, NULL);
	return honest_edges(n, full, causal);
}
