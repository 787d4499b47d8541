/* verdict: forbidden; says: epoll_create1 */
#include "honest.h"

#include <sys/epoll.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	epoll_create1(0);
	return honest_edges(n, full, causal);
}
