/* verdict: passed; threads: 2 */
#include "honest.h"

#include <pthread.h>

struct half {
	uint64_t n, *full, *causal;
};

static void *work(void *argument)
{
	struct half *half = argument;
	honest_edges(half->n, half->full, half->causal);
	return NULL;
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	uint64_t spare;
	pthread_t thread;
	struct half first = {n, full, &spare};
	if (pthread_create(&thread, NULL, work, &first) != 0)
		return ATTN_EINVAL;
	uint64_t other;
	honest_edges(n, &other, causal);
	pthread_join(thread, NULL);
	return ATTN_OK;
}
