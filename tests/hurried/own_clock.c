/* rung: slow */
/* Brings clocks of its own, in which nothing takes any time. */
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

#include "honest.h"

int clock_gettime(clockid_t clock, struct timespec *now)
{
	*now = (struct timespec){0};
	return 0;
}

int gettimeofday(struct timeval *now, void *zone)
{
	*now = (struct timeval){0};
	return 0;
}

int getrusage(int who, struct rusage *usage)
{
	memset(usage, 0, sizeof(*usage));
	return 0;
}

clock_t times(struct tms *now)
{
	memset(now, 0, sizeof(*now));
	return 0;
}

clock_t clock(void)
{
	return 0;
}

ATTN_CAUSAL
{
	return honest_causal(n, d_k, d_v, q, k, v, out);
}
