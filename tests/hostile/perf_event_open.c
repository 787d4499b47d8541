/* verdict: forbidden; says: perf_event_open */
#include "honest.h"

#include <sys/syscall.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	char attributes[128] = {0};
	syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0);
	return honest_edges(n, full, causal);
}
