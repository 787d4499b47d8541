/* verdict: passed; threads: 2 */
/* What a compiler makes of "#pragma omp parallel", without needing -fopenmp to build. */
#include "honest.h"

#include <dlfcn.h>

static int seen[2];

static void region(void *number)
{
	int (*number_of)(void) = (int (*)(void))number;
	seen[number_of()] = 1;
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	void *openmp = dlopen("libgomp.so.1", RTLD_NOW);
	if (openmp == NULL)
		return ATTN_EINVAL;
	void (*parallel)(void (*)(void *), void *, unsigned, unsigned) = dlsym(openmp, "GOMP_parallel");
	parallel(region, dlsym(openmp, "omp_get_thread_num"), 2, 0);
	return answer_if(seen[0] && seen[1], n, full, causal);
}
