/* Time goes to the phase that a thread is in, and what is gathered adds up, whatever thread it comes from. */
#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "core/stopwatch.h"
#include "suite.h"

static void spend(uint64_t ns)
{
	for (const uint64_t end = now_ns() + ns; now_ns() < end;)
		continue;
}

/* The third column of the phase's line, or -1. */
static double share(const struct text *table, const char *phase)
{
	const char *line = strstr(text_string(table), phase);
	double seconds, percent;
	return line != NULL && sscanf(line + strlen(phase), "%lf%lf", &seconds, &percent) == 2 ? percent : -1;
}

START_TEST(phases_nest)
{
	ck_assert_int_eq(stopwatch_enter(PHASE_EXAMINE), PHASE_OTHER);
	{
		STOPWATCH(PHASE_CALL);
		ck_assert_int_eq(stopwatch_enter(PHASE_LOAD), PHASE_CALL);
	}
	/* whatever the block went on to, it ends in the phase that was before */
	ck_assert_int_eq(stopwatch_enter(PHASE_OTHER), PHASE_EXAMINE);
}
END_TEST

static void *work(void *phase)
{
	stopwatch_enter(*(const enum phase *)phase);
	spend(20000000);
	stopwatch_count(TALLY_CHILDREN, 2);
	stopwatch_count(TALLY_CALLS, 10);
	stopwatch_gather();
	return NULL;
}

START_TEST(threads_add_up)
{
	static enum phase phases[] = {PHASE_CALL, PHASE_COMPARE};
	pthread_t threads[2];
	TEXT_SCOPED struct text table = {0};
	for (size_t i = 0; i < 2; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, work, &phases[i]), 0);
	for (size_t i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	stopwatch_describe(&table, 500000000, 5);
	ck_assert_ptr_nonnull(strstr(text_string(&table), "5 submissions in 0.50 s: 10.0/s, 40 calls/s"));
	ck_assert_ptr_nonnull(strstr(text_string(&table), "4 children, 20 calls"));
	ck_assert_double_gt(share(&table, "\ncall "), 0);
	ck_assert_double_gt(share(&table, "\ncompare "), 0);
	ck_assert_double_eq_tol(share(&table, "\ncall ") + share(&table, "\ncompare "), 100, 0.3);
}
END_TEST

START_TEST(nothing_measured_is_no_division_by_zero)
{
	TEXT_SCOPED struct text table = {0};
	stopwatch_describe(&table, 0, 0);
	ck_assert_ptr_null(strstr(text_string(&table), "nan"));
	ck_assert_ptr_null(strstr(text_string(&table), "inf"));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {phases_nest, threads_add_up, nothing_measured_is_no_division_by_zero};
	return SUITE_RUN("stopwatch", tests, NULL, NULL);
}
