/* verdict: forbidden; says: mq_open */
#include "honest.h"

#include <fcntl.h>
#include <mqueue.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	mq_open("/gym-was-here", O_CREAT | O_RDWR, 0600, NULL);
	return honest_edges(n, full, causal);
}
