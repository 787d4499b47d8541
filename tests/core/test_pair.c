/* Which differences people are shown. */
#include <check.h>

#include "core/pair.h"
#include "suite.h"

static const double want[] = {1, 0.25}, near[] = {1.0000001, 0.25}, far[] = {0.5, 0.25}, nothing[] = {0, 0};

/* An output that hardly differs, another that is as `second` says, and one that was not got. */
static struct pair pair(enum verdict verdict, const double *second, size_t index)
{
	static struct matrix_record matrices[] = {
		{.role = MATRIX_EXPECTED, .name = "out", .rows = 1, .columns = 2, .values = want},
		{.role = MATRIX_EXPECTED, .name = "lse", .rows = 2, .columns = 1, .values = want},
		{.role = MATRIX_EXPECTED, .name = "weights", .rows = 1, .columns = 2, .values = want},
		{.role = MATRIX_GIVEN, .name = "out", .rows = 1, .columns = 2, .values = far},
		{.role = MATRIX_GOT, .name = "lse", .rows = 2, .columns = 1},
		{.role = MATRIX_GOT, .name = "out", .rows = 1, .columns = 2, .values = near},
		{.role = MATRIX_GOT, .name = "weights", .rows = 2, .columns = 1, .values = far},
	};
	const struct case_record shown = {.verdict = verdict, .n_matrices = 7, .matrices = matrices};
	matrices[4].values = second;
	return pair_of(&shown, index);
}

START_TEST(what_was_got_is_found_by_name_and_shape)
{
	ck_assert_ptr_eq(pair(VERDICT_WRONG, want, 0).got->values, near);
	ck_assert_ptr_eq(pair(VERDICT_WRONG, far, 1).got->values, far);
	ck_assert_ptr_null(pair(VERDICT_WRONG, want, 2).got);
	ck_assert(!pair(VERDICT_WRONG, want, 2).differs);
}
END_TEST

START_TEST(what_hardly_differs_counts_where_nothing_else_does)
{
	ck_assert(pair(VERDICT_WRONG, want, 0).differs);
	ck_assert(pair(VERDICT_INCONSISTENT, want, 0).differs);
	ck_assert(!pair(VERDICT_WRONG, want, 1).differs);
}
END_TEST

START_TEST(what_hardly_differs_does_not_count_beside_what_does)
{
	ck_assert(!pair(VERDICT_WRONG, far, 0).differs);
	ck_assert(pair(VERDICT_WRONG, far, 1).differs);
	ck_assert_uint_eq(pair(VERDICT_WRONG, far, 1).contrast.first, 0);
	ck_assert(pair(VERDICT_WRONG, nothing, 1).differs);
}
END_TEST

/* A call that wrote out of bounds may have computed what it should. */
START_TEST(what_hardly_differs_does_not_count_where_the_verdict_is_another)
{
	ck_assert(!pair(VERDICT_OUT_OF_BOUNDS, want, 0).differs);
	ck_assert(pair(VERDICT_OUT_OF_BOUNDS, far, 1).differs);
}
END_TEST

START_TEST(what_passed_does_not_differ)
{
	ck_assert(!pair(VERDICT_PASSED, far, 0).differs);
	ck_assert(!pair(VERDICT_PASSED, far, 1).differs);
}
END_TEST

/* Of these a double tells no two neighbours: nobody may say that they agree. */
START_TEST(what_a_double_rounds_may_differ)
{
	static const double large[] = {9007199515875288}, small[] = {9007199254740992}, other[] = {1};
	struct matrix_record matrices[] = {
		{.role = MATRIX_EXPECTED, .name = "full", .rows = 1, .columns = 1, .values = large},
		{.role = MATRIX_GOT, .name = "full", .rows = 1, .columns = 1, .values = large},
		{.role = MATRIX_EXPECTED, .name = "causal", .rows = 1, .columns = 1, .values = small},
		{.role = MATRIX_GOT, .name = "causal", .rows = 1, .columns = 1, .values = small},
	};
	struct case_record shown = {VERDICT_WRONG, "", "ATTN_OK", "ATTN_OK", 4, matrices};
	ck_assert(pair_of(&shown, 0).is_rounded);
	ck_assert(!pair_of(&shown, 2).is_rounded);
	matrices[3].values = other;
	ck_assert(!pair_of(&shown, 0).is_rounded);
	matrices[3].values = small;
	shown.verdict = VERDICT_PASSED;
	ck_assert(!pair_of(&shown, 0).is_rounded);
	shown.verdict = VERDICT_WRONG;
	shown.returned = "ATTN_ERANGE";
	ck_assert(!pair_of(&shown, 0).is_rounded);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		what_was_got_is_found_by_name_and_shape,
		what_hardly_differs_counts_where_nothing_else_does,
		what_hardly_differs_does_not_count_beside_what_does,
		what_hardly_differs_does_not_count_where_the_verdict_is_another,
		what_passed_does_not_differ,
		what_a_double_rounds_may_differ,
	};
	return SUITE_RUN("core: pair", tests, NULL, NULL);
}
