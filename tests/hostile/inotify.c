/* verdict: forbidden; says: inotify_init1 */
#include "honest.h"

#include <sys/inotify.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	inotify_init1(0);
	return honest_edges(n, full, causal);
}
