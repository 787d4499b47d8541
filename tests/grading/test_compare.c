/* Comparison of an outcome with an answer, element by element: what is right, and what kind of wrong. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attention.h"
#include "grading/compare.h"

/* attn_softmax over one row of two: one output, elements chosen by each test. */
enum { SCORES = 2, WEIGHTS = 3 };

static float scores[2];
static double real[2], gauge[2];
static float junk[2] = {12345.0f, -54321.0f};

static struct comparison compare(int status, int returned, float first, float second)
{
	struct frame frame = {.operation = &operations[OP_attn_softmax]};
	frame.arguments[0].size = 1;
	frame.arguments[1].size = 2;
	frame.arguments[SCORES].buffer = scores;
	struct answer answer = {.status = status};
	if (status == ATTN_OK)
		answer.outputs[WEIGHTS] = (struct answer_output){2, real, gauge, NULL};
	float output[2] = {first, second};
	void *outputs[OPERATION_PARAMETERS_MAX] = {[WEIGHTS] = output};
	const void *junks[OPERATION_PARAMETERS_MAX] = {[WEIGHTS] = junk};
	return compare_outcome(&frame, &answer, 8, returned, outputs, junks);
}

static const struct row {
	const char *what;
	double want, gauge;
	float got;
	enum difference difference;
} rows[] = {
	{"exact", 0.5, 0x1p-26, 0.5f, DIFFERENCE_NONE},
	{"within eight gauges", 0.5, 0x1p-26, 0.5f + 0x1p-24f, DIFFERENCE_NONE},
	{"just at eight gauges", 0.5, 0x1p-27, 0.5f + 0x1p-24f, DIFFERENCE_NONE},
	{"beyond eight gauges", 0.5, 0x1p-28, 0.5f + 0x1p-24f, DIFFERENCE_NUMBER},
	{"gauge 0 is exact: not merely small", 0, 0, 0x1p-140f, DIFFERENCE_NUMBER},
	{"gauge 0 is exact: minus zero is zero", 0, 0, -0.0f, DIFFERENCE_NONE},
	{"NaN for NaN", NAN, 0, NAN, DIFFERENCE_NONE},
	{"NaN for NaN, whatever its sign", NAN, 0, -NAN, DIFFERENCE_NONE},
	{"a number for NaN", NAN, 1, 0.5f, DIFFERENCE_NOT_NAN},
	{"infinity for NaN", NAN, 1, INFINITY, DIFFERENCE_NOT_NAN},
	{"NaN for a number", 0.5, 1e30, NAN, DIFFERENCE_NOT_FINITE},
	{"infinity for a number, however large the gauge", 0.5, INFINITY, INFINITY, DIFFERENCE_NOT_FINITE},
	{"a gauge of NaN is no wildcard", 0.5, NAN, 0.75f, DIFFERENCE_NUMBER},
	{"a gauge of infinity is no wildcard", 0.5, INFINITY, 0.75f, DIFFERENCE_NUMBER},
	{"infinity", -INFINITY, 0, -INFINITY, DIFFERENCE_NONE},
	{"the other infinity", -INFINITY, 0, INFINITY, DIFFERENCE_NOT_INF},
	{"a number for infinity", INFINITY, 1e30, 3e38f, DIFFERENCE_NOT_INF},
	{"NaN for infinity", INFINITY, 1e30, NAN, DIFFERENCE_NOT_INF},
};

START_TEST(elements_compare)
{
	const struct row *row = &rows[_i];
	real[0] = 0.25;
	gauge[0] = 0;
	real[1] = row->want;
	gauge[1] = row->gauge;
	struct comparison comparison = compare(ATTN_OK, ATTN_OK, 0.25f, row->got);
	ck_assert_msg(comparison.difference == row->difference, "%s: %d", row->what, (int)comparison.difference);
	ck_assert_int_eq(comparison.verdict, row->difference == DIFFERENCE_NONE ? VERDICT_PASSED : VERDICT_WRONG);
	if (row->difference != DIFFERENCE_NONE)
		ck_assert_uint_eq(comparison.element, 1);
}
END_TEST

START_TEST(ratio_is_in_tolerances)
{
	real[0] = real[1] = 0.5;
	gauge[0] = gauge[1] = 0x1p-20;
	struct comparison comparison = compare(ATTN_OK, ATTN_OK, 0.5f + 0x1p-15f, 0.5f + 0x1p-16f);
	ck_assert_double_eq(comparison.ratio, 4); /* 2^-15 / (8 * 2^-20) */
	ck_assert_uint_eq(comparison.element, 0); /* the worst, not the last */
}
END_TEST

START_TEST(unwritten_is_seen)
{
	real[0] = real[1] = 0.5;
	gauge[0] = gauge[1] = 0x1p-20;
	ck_assert_int_eq(compare(ATTN_OK, ATTN_OK, junk[0], junk[1]).verdict, VERDICT_UNWRITTEN);
	ck_assert_int_eq(compare(ATTN_OK, ATTN_OK, 0.5f, junk[1]).verdict, VERDICT_UNWRITTEN);
	/* Something wrong was written too: that says more. */
	ck_assert_int_eq(compare(ATTN_OK, ATTN_OK, 0.75f, junk[1]).verdict, VERDICT_WRONG);
}
END_TEST

START_TEST(status_comes_first)
{
	real[0] = real[1] = 0.5;
	gauge[0] = gauge[1] = 0;
	ck_assert_int_eq(compare(ATTN_OK, ATTN_EINVAL, 0.5f, 0.5f).difference, DIFFERENCE_STATUS);
	ck_assert_int_eq(compare(ATTN_EINVAL, ATTN_OK, junk[0], junk[1]).difference, DIFFERENCE_STATUS);
	ck_assert_int_eq(compare(ATTN_EINVAL, ATTN_ERANGE, junk[0], junk[1]).difference, DIFFERENCE_STATUS);
}
END_TEST

START_TEST(an_error_touches_nothing)
{
	ck_assert_int_eq(compare(ATTN_EINVAL, ATTN_EINVAL, junk[0], junk[1]).verdict, VERDICT_PASSED);
	ck_assert_int_eq(compare(ATTN_EINVAL, ATTN_EINVAL, junk[0], 0).difference, DIFFERENCE_TOUCHED);
}
END_TEST

START_TEST(integers_are_exact)
{
	struct frame frame = {.operation = &operations[OP_attn_edges]};
	frame.arguments[0].number = 4294967295u;
	uint64_t full_want = 0xfffffffe00000001u, causal_want = 0x7fffffff80000000u;
	struct answer answer = {.status = ATTN_OK};
	answer.outputs[1] = (struct answer_output){1, NULL, NULL, &full_want};
	answer.outputs[2] = (struct answer_output){1, NULL, NULL, &causal_want};
	uint64_t full = full_want, causal = causal_want, old = 7;
	void *outputs[OPERATION_PARAMETERS_MAX] = {[1] = &full, [2] = &causal};
	const void *junks[OPERATION_PARAMETERS_MAX] = {[1] = &old, [2] = &old};
	ck_assert_int_eq(compare_outcome(&frame, &answer, 8, ATTN_OK, outputs, junks).verdict, VERDICT_PASSED);
	full += 1; /* a double would not see it */
	struct comparison comparison = compare_outcome(&frame, &answer, 8, ATTN_OK, outputs, junks);
	ck_assert_int_eq(comparison.verdict, VERDICT_WRONG);
	ck_assert_uint_eq(comparison.parameter, 1);
	causal = old;
	full = full_want;
	ck_assert_int_eq(compare_outcome(&frame, &answer, 8, ATTN_OK, outputs, junks).verdict, VERDICT_UNWRITTEN);
}
END_TEST

START_TEST(a_signed_answer_is_not_its_unsigned_twin)
{
	struct frame frame = {.operation = &operations[OP_attn_is_causal_mask]};
	float mask = 0;
	frame.arguments[0].size = 1;
	frame.arguments[1].buffer = &mask;
	uint64_t want = 1;
	struct answer answer = {.status = ATTN_OK};
	answer.outputs[2] = (struct answer_output){1, NULL, NULL, &want};
	int32_t got = 1, old = 77;
	void *outputs[OPERATION_PARAMETERS_MAX] = {[2] = &got};
	const void *junks[OPERATION_PARAMETERS_MAX] = {[2] = &old};
	ck_assert_int_eq(compare_outcome(&frame, &answer, 8, ATTN_OK, outputs, junks).verdict, VERDICT_PASSED);
	got = -1;
	ck_assert_int_eq(compare_outcome(&frame, &answer, 8, ATTN_OK, outputs, junks).verdict, VERDICT_WRONG);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("compare");
	TCase *tests = tcase_create("compare");
	tcase_set_timeout(tests, 120); /* against hanging only */
	tcase_add_loop_test(tests, elements_compare, 0, (int)(sizeof(rows) / sizeof(rows[0])));
	tcase_add_test(tests, ratio_is_in_tolerances);
	tcase_add_test(tests, unwritten_is_seen);
	tcase_add_test(tests, status_comes_first);
	tcase_add_test(tests, an_error_touches_nothing);
	tcase_add_test(tests, integers_are_exact);
	tcase_add_test(tests, a_signed_answer_is_not_its_unsigned_twin);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
