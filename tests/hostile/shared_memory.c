/* verdict: forbidden; says: shmget */
#include "honest.h"

#include <sys/shm.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	shmget(1234, 4096, IPC_CREAT | 0600);
	return honest_edges(n, full, causal);
}
