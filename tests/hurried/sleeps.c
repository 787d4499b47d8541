/* rung: slow */
/* Time that is slept is not CPU time; nor is any work done in it. */
#include <time.h>

#include "honest.h"

ATTN_CAUSAL
{
	nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
	return honest_causal(n, d_k, d_v, q, k, v, out);
}
