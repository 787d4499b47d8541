/* What to fix first: worked out from several results, in the order in which an exercise names what it requires. */
#include <string.h>

#include "core/requirement.h"
#include "suite.h"

static const char *const on_first[] = {"A"};
static const char *const on_both[] = {"B", "A", "Z"};
static const struct exercise_record exercises[] = {
	{.id = "A"},
	{.id = "B", .n_requires = 1, .requires = on_first},
	{.id = "C", .n_requires = 3, .requires = on_both},
};

static struct result_record results[3];
static struct result_record *all[] = {&results[0], &results[1], &results[2]};

static void resolve(enum verdict a, enum verdict b, enum verdict c)
{
	const enum verdict verdicts[] = {a, b, c};
	for (size_t i = 0; i < 3; i++)
		results[i] = (struct result_record){.verdict = verdicts[i], .fix_first = ""};
	requirement_resolve(exercises, 3, all);
}

START_TEST(a_failed_requirement_is_named)
{
	resolve(VERDICT_WRONG, VERDICT_CRASHED, VERDICT_MISSING);
	ck_assert_str_eq(results[0].fix_first, "");
	ck_assert_str_eq(results[1].fix_first, "A");
	ck_assert_str_eq(results[2].fix_first, "B"); /* the first that it names */
}
END_TEST

START_TEST(what_passed_is_not_named)
{
	resolve(VERDICT_PASSED, VERDICT_WRONG, VERDICT_WRONG);
	ck_assert_str_eq(results[1].fix_first, "");
	ck_assert_str_eq(results[2].fix_first, "B");
	resolve(VERDICT_WRONG, VERDICT_PASSED, VERDICT_WRONG);
	ck_assert_str_eq(results[1].fix_first, ""); /* it passed itself */
	ck_assert_str_eq(results[2].fix_first, "A");
}
END_TEST

START_TEST(what_is_slow_is_right)
{
	resolve(VERDICT_SLOW, VERDICT_WRONG, VERDICT_SLOW);
	ck_assert_str_eq(results[1].fix_first, "");
	ck_assert_str_eq(results[2].fix_first, "");
}
END_TEST

START_TEST(what_was_not_graded_says_nothing)
{
	resolve(VERDICT_HARNESS_FAULT, VERDICT_WRONG, VERDICT_HARNESS_FAULT);
	ck_assert_str_eq(results[1].fix_first, "");
	ck_assert_str_eq(results[2].fix_first, "");
	struct result_record *some[] = {NULL, &results[1], NULL};
	results[1].fix_first = "";
	requirement_resolve(exercises, 3, some);
	ck_assert_str_eq(results[1].fix_first, "");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {a_failed_requirement_is_named, what_passed_is_not_named, what_is_slow_is_right,
				      what_was_not_graded_says_nothing};
	return SUITE_RUN("core: requirement", tests, NULL, NULL);
}
