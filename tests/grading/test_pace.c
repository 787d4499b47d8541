/*
 * The statistic of speed, on tables of made-up times: medians, intervals, when enough is known, and that the side of a
 * rung comes out the same every time, however restless the machine.
 */
#include <check.h>
#include <math.h>
#include <stdint.h>

#include "grading/timing.h"
#include "suite.h"

static const double stairs[] = {10, 4, 3, 2, 1.3};
enum { N_STAIRS = sizeof(stairs) / sizeof(stairs[0]), COURSES = 200 };

/* Ratios 1 to n, in an order that is neither. */
static struct pace count_to(size_t n)
{
	struct pace pace = {0};
	for (size_t i = 0; i < n; i++)
		pace_add(&pace, (double)(i * 7 % n + 1) * 2, 2);
	return pace;
}

static const struct {
	size_t n;
	double median, low, high;
} intervals[] = {
	{1, 1, 1, 1},	{2, 1.5, 1, 2}, {3, 2, 1, 3},	 {8, 4.5, 1, 8},     {9, 5, 1, 9},
	{11, 6, 1, 11}, {13, 7, 2, 12}, {25, 13, 6, 20}, {60, 30.5, 19, 42}, {61, 31, 20, 42},
};

START_TEST(test_interval)
{
	const struct pace pace = count_to(intervals[_i].n);
	const struct pace_estimate estimate = pace_estimate(&pace);
	ck_assert_uint_eq(pace.count, intervals[_i].n);
	for (size_t i = 1; i < pace.count; i++)
		ck_assert_double_le(pace.ratios[i - 1], pace.ratios[i]);
	ck_assert_double_eq(estimate.median, intervals[_i].median);
	ck_assert_double_eq(estimate.low, intervals[_i].low);
	ck_assert_double_eq(estimate.high, intervals[_i].high);
}
END_TEST

/* So many equal ratios, each pair in so many ms: is that enough? */
static const struct {
	double ratio, ms;
	size_t pairs;
	bool known;
} stops[] = {
	{40, 100, 2, false},  {40, 100, 3, true},  {16.1, 10, 3, true}, {15.9, 10, 3, false},
	{15.9, 10, 8, false}, {15.9, 10, 9, true}, {6.5, 10, 3, false}, {6.5, 10, 9, true},
	{1, 10, 8, false},    {1, 10, 9, true},	   {4, 10, 9, false},	{4, 10, 60, false},
	{4, 10, 61, true},    {4, 4000, 3, false}, {4, 4000, 4, true},	{0.1, 1, 3, true},
};

START_TEST(test_stop)
{
	struct pace pace = {0};
	for (size_t i = 0; i < stops[_i].pairs; i++)
		pace_add(&pace, stops[_i].ms, stops[_i].ms / stops[_i].ratio);
	ck_assert_msg(pace_is_known(&pace, stairs, N_STAIRS) == stops[_i].known, "%g after %zu", stops[_i].ratio,
		      stops[_i].pairs);
}
END_TEST

/* ---- restless machines ---------------------------------------------------------------------------- */

static double uniform(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (double)(*state >> 33) / (double)(UINT64_C(1) << 31);
}

static double bell(uint64_t *state)
{
	double sum = -6;
	for (int i = 0; i < 12; i++)
		sum += uniform(state);
	return sum;
}

/* By how much what takes 1 ms comes out longer. */
static double quiet(uint64_t *state)
{
	return fabs(1 + 0.03 * bell(state));
}

static double busy(uint64_t *state)
{
	return exp(0.12 * bell(state));
}

/* One call in five meets somebody else's memory, and takes up to three times as long. */
static double crowded(uint64_t *state)
{
	return quiet(state) * (uniform(state) < 0.2 ? 1 + 2 * uniform(state) : 1);
}

static double (*const machines[])(uint64_t *state) = {quiet, busy, crowded};
static const double sides[] = {0.75, 1.25};

/* The code is a quarter off a rung: it must not come out on the other side of it, not once. */
START_TEST(test_the_same_side_every_time)
{
	double (*machine)(uint64_t *) = machines[_i];
	for (size_t course = 0; course < COURSES; course++) {
		uint64_t state = course + 1;
		const double rung = stairs[course % N_STAIRS], own = rung * sides[course / N_STAIRS % 2];
		struct pace pace = {0};
		while (!pace_is_known(&pace, stairs, N_STAIRS)) {
			const double fast_ms = machine(&state);
			pace_add(&pace, own * machine(&state), fast_ms);
		}
		ck_assert_msg((pace_estimate(&pace).median <= rung) == (own <= rung), "machine %d, %g: %g", _i, own,
			      pace_estimate(&pace).median);
	}
}
END_TEST

/* On a quiet machine the least number of pairs is enough. */
START_TEST(test_few_pairs)
{
	size_t pairs = 0;
	for (size_t course = 0; course < COURSES; course++) {
		uint64_t state = course + 1;
		struct pace pace = {0};
		while (!pace_is_known(&pace, stairs, N_STAIRS)) {
			const double fast_ms = quiet(&state);
			pace_add(&pace, 6 * quiet(&state), fast_ms);
		}
		pairs += pace.count;
	}
	ck_assert_uint_eq(pairs, 9 * COURSES);
}
END_TEST

/* The interval is what it says: the true median is within it, but for a few times in a thousand. */
START_TEST(test_confidence)
{
	enum { TRIES = 4000, PAIRS = 25 };
	size_t outside = 0;
	uint64_t state = 1;
	for (size_t i = 0; i < TRIES; i++) {
		struct pace pace = {0};
		for (size_t p = 0; p < PAIRS; p++) {
			const double fast_ms = busy(&state);
			pace_add(&pace, busy(&state), fast_ms);
		}
		const struct pace_estimate estimate = pace_estimate(&pace);
		outside += estimate.low > 1 || estimate.high < 1;
	}
	ck_assert_uint_le(outside, TRIES / 200);
	ck_assert_uint_gt(outside, 0); /* and it is no wider than it has to be */
}
END_TEST

/* ---- the verdict ---------------------------------------------------------------------------------- */

static const struct {
	double ratio;
	enum verdict verdict;
} floors[] = {
	{0.01, VERDICT_TAMPERED}, {0.24, VERDICT_TAMPERED}, {0.26, VERDICT_PASSED},
	{1, VERDICT_PASSED},	  {50, VERDICT_PASSED},
};

START_TEST(test_floor)
{
	struct pace pace = {0};
	for (size_t i = 0; i < 9; i++)
		pace_add(&pace, floors[_i].ratio * 3, 3);
	const struct timing timing = timing_judge(&pace);
	ck_assert_int_eq(timing.verdict, floors[_i].verdict);
	ck_assert_int_eq(timing.message[0] == '\0', timing.verdict == VERDICT_PASSED);
	ck_assert_uint_eq(timing.pairs, 9);
	ck_assert_double_eq_tol(timing.estimate.median, floors[_i].ratio, 1e-9);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("pace");
	TCase *tcase = tcase_create("pace");
	tcase_set_timeout(tcase, 120); /* against hanging only */
	tcase_add_loop_test(tcase, test_interval, 0, sizeof(intervals) / sizeof(intervals[0]));
	tcase_add_loop_test(tcase, test_stop, 0, sizeof(stops) / sizeof(stops[0]));
	tcase_add_loop_test(tcase, test_the_same_side_every_time, 0, sizeof(machines) / sizeof(machines[0]));
	tcase_add_loop_test(tcase, test_floor, 0, sizeof(floors) / sizeof(floors[0]));
	tcase_add_test(tcase, test_few_pairs);
	tcase_add_test(tcase, test_confidence);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? 0 : 1;
}
