/* verdict: passed */
/* OpenMP where threads are off runs on one thread, and does not try to start another. */
#include "honest.h"

#include <dlfcn.h>

static int count;

static void region(void *unused)
{
	count++;
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	void *openmp = dlopen("libgomp.so.1", RTLD_NOW);
	if (openmp == NULL)
		return ATTN_EINVAL;
	void (*parallel)(void (*)(void *), void *, unsigned, unsigned) = dlsym(openmp, "GOMP_parallel");
	count = 0;
	parallel(region, NULL, 0, 0);
	return answer_if(count == 1, n, full, causal);
}
