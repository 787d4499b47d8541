/* verdict: forbidden; says: forbids */
#include "honest.h"

#include <pthread.h>

static void *idle(void *unused)
{
	return unused;
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	pthread_t thread;
	pthread_create(&thread, NULL, idle, NULL);
	return honest_edges(n, full, causal);
}
