/* verdict: forbidden; says: setitimer */
#include "honest.h"

#include <sys/time.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	struct itimerval soon = {.it_value.tv_usec = 1000};
	setitimer(ITIMER_REAL, &soon, NULL);
	return honest_edges(n, full, causal);
}
