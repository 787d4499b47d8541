/* verdict: forbidden; says: add_key */
#include "honest.h"

#include <sys/syscall.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	syscall(SYS_add_key, "user", "note", "x", 1, -4);
	return honest_edges(n, full, causal);
}
