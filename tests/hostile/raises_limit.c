/* verdict: passed; memory: 8 */
/* Its own memory limit is the one that it may set, and not higher. */
#define _GNU_SOURCE
#include "honest.h"

#include <sys/resource.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	struct rlimit now, more = {RLIM_INFINITY, RLIM_INFINITY};
	getrlimit(RLIMIT_AS, &now);
	const int denied = prlimit(getpid(), RLIMIT_AS, &more, NULL) != 0;
	more.rlim_cur = more.rlim_max = now.rlim_max + 4096;
	return answer_if(denied && prlimit(getpid(), RLIMIT_AS, &more, NULL) != 0, n, full, causal);
}
