/* verdict: forbidden; says: execve */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	char *arguments[] = {"/bin/sh", NULL};
	execve(arguments[0], arguments, arguments + 1);
	return honest_edges(n, full, causal);
}
