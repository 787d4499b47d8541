/* verdict: passed; memory: 8 */
/* Its own memory limit is the one that it may set, and not higher: neither the hard one nor, below it, the soft one. */
#define _GNU_SOURCE
#include "honest.h"

#include <sys/resource.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	struct rlimit now;
	getrlimit(RLIMIT_AS, &now);
	const struct rlimit raised[] = {
		{RLIM_INFINITY, RLIM_INFINITY},
		{now.rlim_cur + 4096, now.rlim_max + 4096},
		{now.rlim_cur + 4096, now.rlim_max},
	};
	int denied = 1;
	for (int i = 0; i < 3; i++)
		denied &= prlimit(getpid(), RLIMIT_AS, &raised[i], NULL) != 0;
	return answer_if(denied, n, full, causal);
}
