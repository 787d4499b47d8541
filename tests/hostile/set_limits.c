/* verdict: forbidden; says: prlimit64 */
#include "honest.h"

#include <sys/resource.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
	setrlimit(RLIMIT_AS, &more);
	return honest_edges(n, full, causal);
}
