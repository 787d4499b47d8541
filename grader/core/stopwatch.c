#include "core/stopwatch.h"

#include <pthread.h>
#include <sys/resource.h>
#include <time.h>

static const char *const names[PHASE_COUNT] = {
	[PHASE_OTHER] = "other", [PHASE_EXAMINE] = "examine", [PHASE_PREPARE] = "prepare",
	[PHASE_START] = "start", [PHASE_LOAD] = "load",	      [PHASE_CALL] = "call",
	[PHASE_END] = "end",	 [PHASE_COMPARE] = "compare", [PHASE_EXPLAIN] = "explain",
	[PHASE_STORE] = "store",
};

struct measured {
	uint64_t phase_ns[PHASE_COUNT];
	uint64_t tallies[TALLY_COUNT];
};

static _Thread_local struct {
	enum phase phase;
	uint64_t since_ns; /* 0: nothing was measured yet */
	struct measured measured;
} own;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct measured total;

uint64_t now_ns(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

enum phase stopwatch_enter(enum phase phase)
{
	const enum phase before = own.phase;
	const uint64_t now = now_ns();
	if (own.since_ns != 0)
		own.measured.phase_ns[before] += now - own.since_ns;
	own.since_ns = now;
	own.phase = phase;
	return before;
}

void stopwatch_leave(const enum phase *before)
{
	stopwatch_enter(*before);
}

void stopwatch_count(enum tally tally, uint64_t more)
{
	own.measured.tallies[tally] += more;
}

uint64_t stopwatch_counted(enum tally tally)
{
	return own.measured.tallies[tally];
}

void stopwatch_gather(void)
{
	stopwatch_enter(own.phase);
	pthread_mutex_lock(&mutex);
	for (size_t i = 0; i < PHASE_COUNT; i++)
		total.phase_ns[i] += own.measured.phase_ns[i];
	for (size_t i = 0; i < TALLY_COUNT; i++)
		total.tallies[i] += own.measured.tallies[i];
	pthread_mutex_unlock(&mutex);
	own.measured = (struct measured){0};
}

static double per(double amount, double count)
{
	return count > 0 ? amount / count : 0;
}

static double seconds_of(const struct timeval *time)
{
	return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

/* Beside a clock on the wall, which a machine that does other things too makes run faster. */
static void describe_processors(struct text *text)
{
	struct rusage usage = {0};
	getrusage(RUSAGE_SELF, &usage);
	text_add_format(text, "processor time: %.2f s of the grader, %.2f s in the sandbox, %.2f s of them in calls\n",
			seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime),
			(double)total.tallies[TALLY_SANDBOX_CPU_NS] / 1e9,
			(double)total.tallies[TALLY_CALL_CPU_NS] / 1e9);
}

static void describe_rates(struct text *text, uint64_t wall_ns, size_t n_submissions)
{
	const double seconds = (double)wall_ns / 1e9;
	const double children = (double)total.tallies[TALLY_CHILDREN], calls = (double)total.tallies[TALLY_CALLS];
	const double own_ns = (double)total.tallies[TALLY_CALL_CPU_NS];
	double sandbox_ns = 0;
	for (enum phase phase = PHASE_START; phase <= PHASE_END; phase++)
		sandbox_ns += (double)total.phase_ns[phase];
	text_add_format(text, "%zu submission%s in %.2f s: %.1f/s, %.0f calls/s\n", n_submissions,
			text_plural((double)n_submissions), seconds, per((double)n_submissions, seconds),
			per(calls, seconds));
	text_add_format(text, "%.0f children, %.0f calls; a child costs %.3f ms beside the submission's own %.3f ms\n",
			children, calls, per(sandbox_ns - own_ns, children) / 1e6, per(own_ns, children) / 1e6);
}

void stopwatch_describe(struct text *text, uint64_t wall_ns, size_t n_submissions)
{
	pthread_mutex_lock(&mutex);
	double sum_ns = 0;
	for (size_t i = 0; i < PHASE_COUNT; i++)
		sum_ns += (double)total.phase_ns[i];
	describe_rates(text, wall_ns, n_submissions);
	describe_processors(text);
	text_add_format(text, "%-10s%12s%10s%22s\n", "phase", "seconds", "share", "ms a submission");
	for (size_t i = 0; i < PHASE_COUNT; i++)
		text_add_format(text, "%-10s%12.3f%9.1f%%%22.3f\n", names[i], (double)total.phase_ns[i] / 1e9,
				100 * per((double)total.phase_ns[i], sum_ns),
				per((double)total.phase_ns[i], (double)n_submissions) / 1e6);
	pthread_mutex_unlock(&mutex);
}
