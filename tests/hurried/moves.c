/* rung: slow */
/* Would like a processor of its own. It is refused, or the answer would be wrong. */
#include <errno.h>
#include <sched.h>

#include "honest.h"

ATTN_CAUSAL
{
	cpu_set_t all;
	memset(&all, 0xff, sizeof(all));
	const int moved = sched_setaffinity(0, sizeof(all), &all);
	honest_causal(n, d_k, d_v, q, k, v, out);
	out[0] += n == TIMED_ROWS && (moved == 0 || errno != EACCES);
	return ATTN_OK;
}
