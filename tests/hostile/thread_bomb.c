/* verdict: passed; threads: 2 */
/* Starts all the threads it can get. In namespaces of its own it gets no more than it was allowed. */
#include "honest.h"

#include <pthread.h>

static void *idle(void *unused)
{
	for (;;)
		pause();
	return unused;
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	int count = 0;
	pthread_t thread;
	pthread_attr_t small;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	while (count < 100000 && pthread_create(&thread, &small, idle, NULL) == 0)
		count++;
	return answer_if(count < 100000, n, full, causal);
}
