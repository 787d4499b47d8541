/* What is measured of an exercise: who fails which group, by how much, and what a group is good for. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "grading/audit.h"
#include "honest.h"

static struct arena *arena;
static struct diagnostics *diagnostics;

static void set_up(void)
{
	arena = arena_create();
	diagnostics = diagnostics_create();
}

static void tear_down(void)
{
	diagnostics_destroy(diagnostics);
	arena_destroy(arena);
}

#define HEAD(function) "id: L2.1\ntitle: t\nfunction: " function "\npoints: 10\nstatement: s\n"

static struct coverage_record measure(const char *yaml)
{
	struct coverage_record record = {0};
	const struct exercise *exercise = exercise_parse("L2-x/mine.yaml", yaml, strlen(yaml), arena, diagnostics);
	if (exercise == NULL)
		diagnostics_print(diagnostics, stderr, false);
	ck_assert_ptr_nonnull(exercise);
	ck_assert(audit_exercise(exercise, arena, diagnostics, &record));
	return record;
}

static const struct coverage_row *find(const struct coverage_row *rows, size_t count, const char *id)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].id, id) == 0)
			return &rows[i];
	ck_abort_msg("no row %s", id);
}

static const struct coverage_row *misconception(const struct coverage_record *record, const char *id)
{
	return find(record->misconceptions, record->n_misconceptions, id);
}

static const struct coverage_row *trivial(const struct coverage_record *record, const char *id)
{
	return find(record->trivial, record->n_trivial, id);
}

static const struct coverage_honest *honest(const struct coverage_record *record, const char *name)
{
	for (size_t i = 0; i < record->n_honest; i++)
		if (strcmp(record->honest[i].name, name) == 0)
			return &record->honest[i];
	ck_abort_msg("no honest %s", name);
}

static const struct coverage_group *group(const struct coverage_record *record, const char *name)
{
	for (size_t g = 0; g < record->n_groups; g++)
		if (strcmp(record->groups[g].name, name) == 0)
			return &record->groups[g];
	ck_abort_msg("no group %s", name);
}

/* ---- misconceptions ------------------------------------------------------------------------------- */

/* A row of two equal scores tells a softmax taken twice from one, but not from one without its maximum. */
START_TEST(a_group_catches_what_it_shows)
{
	struct coverage_record record =
		measure(HEAD("attn_softmax") "cases:\n- {name: rows, given: {n_q: 1, n_k: 2, scores: [[1, 0]]}}\n"
					     "- {name: large, given: {n_q: 1, n_k: 2, scores: [[1000, 0]]}}\n");
	ck_assert_double_gt(misconception(&record, "M48")->ratios[0], COVERAGE_DISTANCE);
	ck_assert_double_lt(misconception(&record, "M43")->ratios[0], 1);
	ck_assert(isinf(misconception(&record, "M43")->ratios[1]));
	ck_assert_uint_eq(misconception(&record, "M43")->group, 1);
}
END_TEST

/* The ratio is measured in tolerances, and so grows as they shrink. */
START_TEST(ratios_are_multiples_of_the_tolerance)
{
	static const char cases[] = "cases:\n- {name: rows, given: {n_q: 1, n_k: 2, scores: [[1, 0]]}}\n";
	const char *strict = arena_format(arena, HEAD("attn_softmax") "tolerance: 10\n%s", cases);
	const char *lax = arena_format(arena, HEAD("attn_softmax") "tolerance: 1000\n%s", cases);
	struct coverage_record few = measure(strict), many = measure(lax);
	double ratio = misconception(&few, "M53")->ratio;
	ck_assert(isfinite(ratio));
	ck_assert_double_eq_tol(ratio, 100 * misconception(&many, "M53")->ratio, ratio * 1e-6);
}
END_TEST

/* A public case does not count: what it catches, others can hold the answers to. */
START_TEST(public_cases_do_not_count)
{
	struct coverage_record record =
		measure(HEAD("attn_softmax") "cases:\n"
					     "- {name: rows, public: true, given: {n_q: 1, n_k: 2, scores: [[1, 0]]}}\n"
					     "- {name: equal, given: {n_q: 1, n_k: 2, scores: 0}}\n");
	ck_assert_double_gt(misconception(&record, "M48")->ratios[0], COVERAGE_DISTANCE);
	ck_assert_double_lt(misconception(&record, "M48")->ratio, 1);
}
END_TEST

START_TEST(long_cases_are_for_what_short_ones_miss)
{
	struct coverage_record record =
		measure(HEAD("attn_softmax") "not_for: [{id: M45, why: no score is as low}]\ncases:\n"
					     "- {name: long, given: {n_q: 1, n_k: 2000, scores: 100}}\n"
					     "- {name: rows, given: {n_q: 1, n_k: 2, scores: [[1, 0]]}}\n");
	ck_assert(isnan(misconception(&record, "M48")->ratios[0]));
	ck_assert(!isnan(misconception(&record, "M48")->ratios[1]));
	ck_assert(isinf(misconception(&record, "M43")->ratios[0]));
	ck_assert(isnan(misconception(&record, "M45")->ratios[0]));
	ck_assert_str_eq(misconception(&record, "M45")->excuse, "no score is as low");
	ck_assert_int_eq(coverage_catch(NAN), CATCH_UNTRIED);
}
END_TEST

/* Where all tokens are alike the mask is no matter, until those of the future are replaced. */
START_TEST(a_property_catches_what_answers_do_not)
{
	struct coverage_record record = measure(
		HEAD("attn_causal") "cases:\n"
				    "- {name: alike, given: {n: 3, d_k: 1, d_v: 1, q: 1, k: 1, v: 2, weights: ~}}\n"
				    "- {name: causal, property: causal, "
				    "given: {n: 3, d_k: 1, d_v: 1, q: 1, k: 1, v: 2, weights: ~}}\n");
	ck_assert_double_lt(misconception(&record, "M02")->ratios[0], 1);
	ck_assert(isinf(misconception(&record, "M02")->ratios[1]));
	for (size_t i = 0; i < record.n_honest; i++)
		ck_assert(!(record.honest[i].ratio >= COVERAGE_MARGIN));
}
END_TEST

/* Of two cases one is always drawn so that it catches, of the other that is left to chance. */
START_TEST(luck_is_told_from_merit)
{
	struct coverage_record record =
		measure(HEAD("attn_edges") "cases:\n- {name: sure, given: {n: {int: [2, 9]}}}\n"
					   "- {name: by chance, given: {n: {choice: [4294967296, 5]}}}\n");
	ck_assert_uint_eq(misconception(&record, "M112")->slips, 0);
	ck_assert_ptr_null(coverage_fault(misconception(&record, "M112")));
	ck_assert(isinf(misconception(&record, "M114")->ratio));
	ck_assert_uint_gt(misconception(&record, "M114")->slips, COVERAGE_SECRETS / 4);
	ck_assert_uint_lt(misconception(&record, "M114")->slips, COVERAGE_SECRETS * 3 / 4);
	ck_assert_str_eq(coverage_fault(misconception(&record, "M114")), "by luck");
}
END_TEST

/* ---- groups --------------------------------------------------------------------------------------- */

#define SMALL "- {name: small, given: {n: 7}}\n"
#define SAME "- {name: the same, given: {n: 8}}\n"
#define NONE "- {name: none, given: {n: 0}}\n"
#define BEYOND "- {name: beyond, given: {n: 4294967296}}\n"

/* Whichever of two comes first, each could go; whoever catches something alone could not. */
START_TEST(redundant_groups_are_those_without_which_nothing_is_missed)
{
	static const char *const orders[] = {
		HEAD("attn_edges") "cases:\n" SMALL SAME NONE BEYOND,
		HEAD("attn_edges") "cases:\n" BEYOND NONE SAME SMALL,
	};
	struct coverage_record record = measure(orders[_i]);
	ck_assert(coverage_redundant(group(&record, "small")));
	ck_assert(coverage_redundant(group(&record, "the same")));
	ck_assert(!coverage_redundant(group(&record, "beyond")));
	ck_assert_uint_eq(group(&record, "beyond")->alone, 1);
	ck_assert_uint_gt(group(&record, "small")->caught, group(&record, "none")->caught);
	ck_assert_uint_eq(coverage_count_redundant(&record), 3);
}
END_TEST

/* What it would have caught besides is not known. */
START_TEST(a_group_that_was_not_tried_is_not_redundant)
{
	const double one[] = {INFINITY, NAN}, other[] = {INFINITY, INFINITY};
	const struct coverage_row rows[] = {{.id = "M01", .ratios = one}, {.id = "M02", .ratios = other}};
	struct coverage_group groups[] = {{.name = "first", .caught = 2},
					  {.name = "second", .caught = 1, .untried = 1}};
	const struct coverage_record record = {
		.n_misconceptions = 2, .misconceptions = rows, .n_groups = 2, .groups = groups};
	const struct group places[] = {{.name = "first"}, {.name = "second"}};
	const struct exercise exercise = {.n_groups = 2, .groups = places};
	ck_assert(!coverage_redundant(&groups[1]));
	audit_redundancy(&exercise, &record, diagnostics);
	ck_assert_uint_eq(diagnostics_total(diagnostics), 0);
}
END_TEST

START_TEST(a_public_group_takes_nothing_from_a_hidden_one)
{
	struct coverage_record record =
		measure(HEAD("attn_edges") "cases:\n- {name: open, public: true, given: {n: 7}}\n" SAME);
	ck_assert(!coverage_redundant(group(&record, "open")));
	ck_assert(!coverage_redundant(group(&record, "the same")));
}
END_TEST

/* ---- trivial answers ------------------------------------------------------------------------------ */

static const struct {
	const char *name, *yaml;
	double share;
} trivialities[] = {
	{"zeros", HEAD("attn_edges") "cases:\n" NONE, 1},
	{"zeros", HEAD("attn_edges") "cases:\n" SMALL, 0},
	{"ones", HEAD("attn_edges") "cases:\n- {name: one, given: {n: 1}}\n" SMALL, 0.5},
	{"nan", HEAD("attn_softmax") "cases:\n- {name: a, given: {n_q: 1, n_k: 2, scores: nan}}\n", 1},
	{"nan", HEAD("attn_softmax") "cases:\n- {name: a, given: {n_q: 1, n_k: 2, scores: 0}}\n", 0},
	{"uniform", HEAD("attn_softmax") "cases:\n- {name: a, given: {n_q: 3, n_k: 4, scores: 0}}\n", 1},
	{"uniform",
	 HEAD("attn_softmax") "cases:\n- {name: a, worth: 3, given: {n_q: 3, n_k: 4, scores: 0}}\n"
			      "- {name: b, given: {n_q: 1, n_k: 2, scores: [[0, 1]]}}\n",
	 0.75},
	{"untouched", HEAD("attn_softmax") "cases:\n- {name: a, given: {n_q: 0, n_k: 4, scores: 0}}\n", 1},
	{"untouched", HEAD("attn_softmax") "cases:\n- {name: a, given: {n_q: 1, n_k: 1, scores: 0}}\n", 0},
	{"untouched", HEAD("attn_edges") "cases:\n" NONE, 0},
	{"input", HEAD("attn_softmax") "cases:\n- {name: a, given: {n_q: 1, n_k: 2, scores: 0.5}}\n", 1},
	{"input", HEAD("attn_edges") "cases:\n- {name: one, given: {n: 1}}\n" SMALL, 0.5},
	{"values",
	 HEAD("attn_causal") "cases:\n- {name: a, given: {n: 1, d_k: 1, d_v: 2, q: 1, k: 1, v: [[3, 4]], "
			     "weights: ~}}\n",
	 1},
	{"values",
	 HEAD("attn_causal") "cases:\n- {name: a, given: {n: 2, d_k: 1, d_v: 1, q: 1, k: 1, v: [[3], [4]], "
			     "weights: ~}}\n",
	 0},
};

START_TEST(a_trivial_answer_wins_where_it_is_right)
{
	struct coverage_record record = measure(trivialities[_i].yaml);
	const struct coverage_row *row = trivial(&record, trivialities[_i].name);
	ck_assert_msg(row->share == trivialities[_i].share, "%s, %s: %g", row->name, trivialities[_i].yaml, row->share);
	ck_assert(row->share == 1 ? row->ratio <= 1 : row->ratio > 1);
}
END_TEST

/* ---- honest code ---------------------------------------------------------------------------------- */

START_TEST(honest_code_has_every_function)
{
	for (size_t i = 0; i < honest_count(); i++)
		for (size_t o = 0; o < OPERATION_COUNT; o++) {
			ck_assert_ptr_nonnull((const void *)honest_at(i)->symbols[o]);
			for (size_t other = 0; other < i; other++)
				ck_assert(honest_at(i)->symbols[o] != honest_at(other)->symbols[o]);
		}
}
END_TEST

/* They differ by rounding, so no two are off by the same. */
START_TEST(honest_code_differs_by_rounding)
{
	struct coverage_record record =
		measure(HEAD("attn_causal") "cases:\n- {name: a, given: {n: 40, d_k: 24, d_v: 24, q: {normal: [0, 1]}, "
					    "k: {normal: [0, 1]}, v: {normal: [0, 1]}, weights: ~}}\n");
	for (size_t i = 0; i < record.n_honest; i++) {
		ck_assert_double_gt(record.honest[i].ratio, 0);
		ck_assert_double_lt(record.honest[i].ratio, COVERAGE_MARGIN);
		ck_assert_str_eq(record.honest[i].outputs[0], "out");
	}
	ck_assert_double_ne(honest(&record, "plain")->ratio, honest(&record, "reversed")->ratio);
	ck_assert_double_ne(honest(&record, "plain")->ratio, honest(&record, "blocked")->ratio);
}
END_TEST

/* Code that was promised finite numbers is held to those groups that have nothing else. */
START_TEST(fast_code_is_for_finite_groups)
{
	struct coverage_record record =
		measure(HEAD("attn_causal_offset") "cases:\n"
						   "- {name: finite, given: {n_q: 2, n_k: 2, d_k: 1, d_v: 1, offset: "
						   "0, q: 1, k: 1, v: 2, lse: ~}}\n"
						   "- {name: nan, given: {n_q: 1, n_k: 1, d_k: 1, d_v: 1, offset: 0, "
						   "q: 1, k: 1, v: nan, lse: ~}}\n"
						   "- {name: empty, given: {n_q: 3, n_k: 1, d_k: 1, d_v: 1, offset: "
						   "-2, q: 1, k: 1, v: 2, lse: ~}}\n");
	const struct coverage_honest *fast = honest(&record, "ofast");
	ck_assert(!isnan(fast->ratios[0]));
	ck_assert(isnan(fast->ratios[1]));
	ck_assert(isnan(fast->ratios[2]));
	for (size_t g = 0; g < record.n_groups; g++)
		ck_assert(!isnan(honest(&record, "plain")->ratios[g]));
}
END_TEST

/* Compiled for speed it may be, but the program that it is linked into keeps its small numbers. */
START_TEST(small_numbers_stay)
{
	volatile float tiny = 0x1p-140f, two = 2;
	ck_assert(tiny * two == 0x1p-139f);
}
END_TEST

/* ---- limits --------------------------------------------------------------------------------------- */

static const struct {
	double needed_ms;
	size_t errors, warnings;
} needs[] = {{0.1, 0, 0}, {120, 0, 0}, {130, 0, 1}, {240, 0, 1}, {260, 1, 0}, {90000, 1, 0}};

/* Of 500 ms. */
START_TEST(what_honest_code_needs_is_held_against_the_limit)
{
	static const char yaml[] = HEAD("attn_edges") "cases:\n" SMALL;
	const struct exercise *exercise = exercise_parse("L2-x/mine.yaml", yaml, strlen(yaml), arena, diagnostics);
	audit_cpu(exercise, &exercise->groups[0], needs[_i].needed_ms, diagnostics);
	ck_assert_uint_eq(diagnostics_count(diagnostics, SEVERITY_ERROR), needs[_i].errors);
	ck_assert_uint_eq(diagnostics_count(diagnostics, SEVERITY_WARNING), needs[_i].warnings);
}
END_TEST

/* Of many long cases some are audited, of a vast one none, and what comes after still is. */
START_TEST(an_audit_ends)
{
	static const char yaml[] = HEAD(
		"attn_causal") "cases:\n"
			       "- {name: vast, given: {n: 65536, d_k: 64, d_v: 64, q: 1, k: 1, v: 1, weights: ~}}\n"
			       "- {name: often, repeat: 1000, given: {n: 4000, d_k: 1, d_v: 1, q: {normal: [0, 1]}, "
			       "k: 1, v: 1, weights: ~}}\n"
			       "- {name: small, repeat: 9, given: {n: 9, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: "
			       "~}}\n";
	const struct exercise *exercise = exercise_parse("L2-x/mine.yaml", yaml, strlen(yaml), arena, diagnostics);
	ck_assert_ptr_nonnull(exercise);
	const struct exercise *bounded = audit_bound(exercise, arena, diagnostics);
	ck_assert_uint_eq(bounded->groups[0].repeat, 0);
	ck_assert_uint_gt(bounded->groups[1].repeat, 1);
	ck_assert_uint_lt(bounded->groups[1].repeat, 100);
	ck_assert_uint_eq(bounded->groups[2].repeat, 9);
	ck_assert_uint_eq(exercise->groups[1].repeat, 1000);
	ck_assert_uint_eq(diagnostics_count(diagnostics, SEVERITY_WARNING), 2);
	ck_assert_uint_eq(diagnostics_count(diagnostics, SEVERITY_ERROR), 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("grading/audit");
	TCase *all = tcase_create("audit");
	tcase_set_timeout(all, 120); /* against hanging only */
	tcase_add_checked_fixture(all, set_up, tear_down);
	tcase_add_test(all, a_group_catches_what_it_shows);
	tcase_add_test(all, ratios_are_multiples_of_the_tolerance);
	tcase_add_test(all, public_cases_do_not_count);
	tcase_add_test(all, a_property_catches_what_answers_do_not);
	tcase_add_test(all, luck_is_told_from_merit);
	tcase_add_test(all, long_cases_are_for_what_short_ones_miss);
	tcase_add_loop_test(all, redundant_groups_are_those_without_which_nothing_is_missed, 0, 2);
	tcase_add_test(all, a_group_that_was_not_tried_is_not_redundant);
	tcase_add_test(all, a_public_group_takes_nothing_from_a_hidden_one);
	tcase_add_loop_test(all, a_trivial_answer_wins_where_it_is_right, 0,
			    (int)(sizeof(trivialities) / sizeof(trivialities[0])));
	tcase_add_test(all, honest_code_has_every_function);
	tcase_add_test(all, honest_code_differs_by_rounding);
	tcase_add_test(all, fast_code_is_for_finite_groups);
	tcase_add_test(all, small_numbers_stay);
	tcase_add_loop_test(all, what_honest_code_needs_is_held_against_the_limit, 0,
			    (int)(sizeof(needs) / sizeof(needs[0])));
	tcase_add_test(all, an_audit_ends);
	suite_add_tcase(suite, all);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
