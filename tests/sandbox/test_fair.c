/*
 * Time is fair: what a submission may use is CPU time of its own, and whoever else uses the machine changes no
 * verdict. An honest one that uses 60 % of its limit passes each time beside busy loops, even where it has to
 * wait for the processor longer than the clock on the wall would allow; one that uses more never passes.
 */
#include <check.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/trial.h"
#include "suite.h"

enum {
	ATTEMPTS = SUITE_SHARE(20),
	LOOPS = 2,
	CROWD = 24,    /* so many on one processor that a call takes longer than its wall limit */
	BUSY_CASE = 2, /* 60 ms: see tests/hostile/busy.c */
	ENOUGH_MS = 100,
	TOO_LITTLE_MS = 50
};

static pid_t loops[CROWD];

static void start_loops(size_t count)
{
	for (size_t i = 0; i < count; i++) {
		loops[i] = fork();
		ck_assert_int_ge(loops[i], 0);
		if (loops[i] > 0)
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		/* schedulers share the processor among sessions first: each loop is one */
		setsid();
		for (volatile int turning = 1; turning;)
			continue;
	}
}

static void stop_loops(size_t count)
{
	for (size_t i = 0; i < count; i++) {
		kill(loops[i], SIGKILL);
		waitpid(loops[i], NULL, 0);
	}
}

/* How often the busy submission passes under this limit; `wall_ms` gets the longest call. */
static unsigned count_passes(enum sandbox_mode mode, unsigned cpu_ms, unsigned attempts, double *wall_ms)
{
	static const size_t selected[] = {BUSY_CASE};
	const struct call_limits limits = {.cpu_ms = cpu_ms, .memory_mib = 64, .threads = 1};
	struct sandbox *sandbox = trial_open(mode);
	struct batch *batch = trial_batch(&operations[OP_attn_edges]);
	struct submission submission;
	unsigned passed = 0;
	trial_submission("busy", &submission);
	*wall_ms = 0;
	for (unsigned i = 0; i < attempts; i++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		TEXT_SCOPED struct text printed = {0};
		TEXT_SCOPED struct text why = {0};
		struct call_outcome outcome;
		ck_assert_msg(sandbox_run(sandbox, &submission, batch, &limits, selected, 1, arena, &outcome, NULL,
					  NULL, &printed, &why),
			      "%s", text_string(&why));
		ck_assert(outcome.verdict == VERDICT_PASSED || outcome.verdict == VERDICT_TIMED_OUT);
		passed += outcome.verdict == VERDICT_PASSED &&
			  trial_right(&operations[OP_attn_edges], BUSY_CASE, &outcome);
		*wall_ms = outcome.wall_ms > *wall_ms ? outcome.wall_ms : *wall_ms;
	}
	submission_close(&submission);
	batch_destroy(batch);
	sandbox_close(sandbox);
	return passed;
}

START_TEST(test_beside_loops)
{
	double wall_ms;
	start_loops(LOOPS);
	for (enum sandbox_mode mode = SANDBOX_BUBBLEWRAP; mode <= SANDBOX_LANDLOCK; mode++) {
		ck_assert_uint_eq(count_passes(mode, ENOUGH_MS, ATTEMPTS, &wall_ms), ATTEMPTS);
		ck_assert_uint_eq(count_passes(mode, TOO_LITTLE_MS, ATTEMPTS / 4, &wall_ms), 0);
	}
	stop_loops(LOOPS);
}
END_TEST

/* Everything of this test on one processor, the grader too. */
static void share_one_processor(void)
{
	cpu_set_t allowed, one;
	ck_assert_int_eq(sched_getaffinity(0, sizeof(allowed), &allowed), 0);
	CPU_ZERO(&one);
	for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; cpu++)
		if (CPU_ISSET(cpu, &allowed))
			CPU_SET(cpu, &one);
	ck_assert_int_eq(sched_setaffinity(0, sizeof(one), &one), 0);
}

START_TEST(test_starving)
{
	const double wall_limit_ms = 2 * ENOUGH_MS + 1000;
	double wall_ms;
	share_one_processor();
	start_loops(CROWD);
	ck_assert_uint_eq(count_passes(SANDBOX_LANDLOCK, ENOUGH_MS, 2, &wall_ms), 2);
	stop_loops(CROWD);
	/* otherwise nothing was tried */
	ck_assert_msg(wall_ms > wall_limit_ms, "a call took only %.0f ms", wall_ms);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {test_beside_loops, test_starving};
	return SUITE_RUN("fair", tests, NULL, NULL);
}
