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

START_TEST(what_failed_comes_before_what_is_missing)
{
	resolve(VERDICT_WRONG, VERDICT_MISSING, VERDICT_MISSING);
	ck_assert_str_eq(results[1].fix_first, "A");
	ck_assert_str_eq(results[2].fix_first, "A"); /* though it names B before */
	resolve(VERDICT_PASSED, VERDICT_MISSING, VERDICT_WRONG);
	ck_assert_str_eq(results[2].fix_first, "B"); /* nothing else did */
	resolve(VERDICT_MISSING, VERDICT_MISSING, VERDICT_WRONG);
	ck_assert_str_eq(results[2].fix_first, "B");
}
END_TEST

/* E needs D, D needs C, C needs B, B needs A: listed from the last, as nothing depends on their order. */
START_TEST(what_a_missing_one_hangs_on_is_named_at_the_root)
{
	static const char *const on[] = {"A", "B", "C", "D"};
	static const struct exercise_record chain[] = {
		{.id = "E", .n_requires = 1, .requires = &on[3]},
		{.id = "D", .n_requires = 1, .requires = &on[2]},
		{.id = "C", .n_requires = 1, .requires = &on[1]},
		{.id = "B", .n_requires = 1, .requires = &on[0]},
		{.id = "A"},
	};
	static const enum verdict verdicts[] = {VERDICT_WRONG, VERDICT_MISSING, VERDICT_MISSING, VERDICT_WRONG,
						VERDICT_WRONG};
	struct result_record five[5];
	struct result_record *graded[5];
	for (size_t i = 0; i < 5; i++) {
		five[i] = (struct result_record){.verdict = verdicts[i], .fix_first = ""};
		graded[i] = &five[i];
	}
	requirement_resolve(chain, 5, graded);
	ck_assert_str_eq(five[0].fix_first, "A");
	ck_assert_str_eq(five[1].fix_first, "A");
	ck_assert_str_eq(five[2].fix_first, "B"); /* what it requires itself */
	ck_assert_str_eq(five[3].fix_first, "A");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {a_failed_requirement_is_named,
				      what_passed_is_not_named,
				      what_is_slow_is_right,
				      what_was_not_graded_says_nothing,
				      what_failed_comes_before_what_is_missing,
				      what_a_missing_one_hangs_on_is_named_at_the_root};
	return SUITE_RUN("core: requirement", tests, NULL, NULL);
}
