/* Time, sleep and chance, as code does that measures itself or tries random numbers. */
#include "habit.h"

#include <stdlib.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static int clocks(void)
{
	static const clockid_t ids[] = {CLOCK_REALTIME,		 CLOCK_MONOTONIC,     CLOCK_PROCESS_CPUTIME_ID,
					CLOCK_THREAD_CPUTIME_ID, CLOCK_MONOTONIC_RAW, CLOCK_REALTIME_COARSE,
					CLOCK_BOOTTIME};
	struct timespec now;
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		if (clock_gettime(ids[i], &now) != 0 || clock_getres(ids[i], &now) != 0)
			return 0;
	struct timeval day;
	struct rusage usage;
	struct tms spent;
	return gettimeofday(&day, NULL) == 0 && getrusage(RUSAGE_SELF, &usage) == 0 && times(&spent) != (clock_t)-1 &&
	       clock() != (clock_t)-1 && timespec_get(&now, TIME_UTC) == TIME_UTC;
}

static int calendar(void)
{
	char text[100];
	time_t now = time(NULL);
	struct tm *local = localtime(&now);
	return local != NULL && gmtime(&now) != NULL && mktime(local) == now && ctime(&now) != NULL &&
	       strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S %Z", local) > 0;
}

static int chance(void)
{
	unsigned seed = 1, bytes;
	srand((unsigned)time(NULL));
	srandom(1);
	srand48(1);
	double number = drand48();
	return rand() >= 0 && random() >= 0 && rand_r(&seed) >= 0 && number >= 0 && number < 1 &&
	       getentropy(&bytes, sizeof(bytes)) == 0 && getrandom(&bytes, sizeof(bytes), 0) == sizeof(bytes);
}

static int habit(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 1000}, NULL);
	usleep(1);
	return clocks() && calendar() && chance();
}
