#include <check.h>

#include "report/advice.h"
#include "report/view.h"
#include "suite.h"

static const struct exercise_record exercises[] = {{.id = "L1.1", .function = "f"},
						   {.id = "L1.2", .function = "g"},
						   {.id = "L2.1", .function = "f"},
						   {.id = "L2.2", .function = "g"}};

static struct result_record results[4];
static struct student_record student;
static struct course_record course;

static void set_up(void)
{
	for (size_t i = 0; i < 4; i++)
		results[i] = (struct result_record){
			.exercise_id = exercises[i].id, .points = 10, .verdict = VERDICT_WRONG, .fix_first = ""};
	student = (struct student_record){.name = "x", .verdict = VERDICT_GRADED, .n_results = 4, .results = results};
	course =
		(struct course_record){.n_exercises = 4, .exercises = exercises, .n_students = 1, .students = &student};
}

static size_t fix_first(void)
{
	struct view view = view_create(&course, &student, AUDIENCE_STUDENT, 0);
	return advice_of(&view).exercise;
}

START_TEST(the_first_failed_exercise_comes_first)
{
	results[0].verdict = VERDICT_PASSED;
	ck_assert_uint_eq(fix_first(), 1);
}
END_TEST

START_TEST(nothing_failed_nothing_to_fix)
{
	for (size_t i = 0; i < 4; i++)
		results[i].verdict = VERDICT_PASSED;
	ck_assert_uint_eq(fix_first(), 4);
}
END_TEST

START_TEST(what_it_builds_on_comes_before_it)
{
	results[0].fix_first = "L2.1";
	results[2].fix_first = "L2.2";
	ck_assert_uint_eq(fix_first(), 3);
	results[3].verdict = VERDICT_PASSED;
	ck_assert_uint_eq(fix_first(), 2);
}
END_TEST

START_TEST(circles_and_unknown_ids_end)
{
	results[0].fix_first = "L1.2";
	results[1].fix_first = "L1.1";
	ck_assert_uint_lt(fix_first(), 2);
	results[0].fix_first = "no such exercise";
	ck_assert_uint_eq(fix_first(), 0);
}
END_TEST

START_TEST(most_points_come_first)
{
	static const struct diagnosis_record late = {"M18", "late", "", 0};
	results[0].points = 15;
	results[1].n_diagnoses = results[3].n_diagnoses = 1;
	results[1].diagnoses = results[3].diagnoses = &late;
	results[2].fix_first = "L1.2"; /* undiagnosed, but it builds on what is */
	results[3].won = results[3].automatic = 4;
	struct view view = view_create(&course, &student, AUDIENCE_STUDENT, 0);
	struct advice advice = advice_of(&view);
	ck_assert_uint_eq(advice.exercise, 1);
	ck_assert_uint_eq(advice.count, 3);
	ck_assert_double_eq(advice.points, 26);
	results[0].points = 27;
	ck_assert_uint_eq(advice_of(&view).exercise, 0);
}
END_TEST

/* Whoever mends the mistake may be slow then. */
START_TEST(speed_hangs_on_no_mistake)
{
	static const struct group_record group = {.worth = 3};
	static const struct rung_record rungs[] = {{10, 1, false}, {4, 1, false}};
	for (size_t i = 1; i < 4; i++)
		results[i].verdict = VERDICT_PASSED;
	results[0].n_groups = 1;
	results[0].groups = &group;
	results[0].speed = (struct speed_record){0, "right answers come first", 2, rungs};
	struct view view = view_create(&course, &student, AUDIENCE_STUDENT, 0);
	ck_assert_double_eq_tol(advice_of(&view).points, 6, 1e-9);
	ck_assert_uint_eq(advice_of(&view).paying, 1);
	results[0].won = results[0].automatic = 6; /* nothing but speed is lost */
	ck_assert_uint_eq(advice_of(&view).count, 1);
	ck_assert_uint_eq(advice_of(&view).paying, 0);
	results[0].verdict = VERDICT_SLOW;
	results[0].won = results[0].automatic = 6;
	ck_assert_double_eq_tol(advice_of(&view).points, 4, 1e-9);
	ck_assert_int_eq(view_rank(&view, 0), RANK_ADVISED);
}
END_TEST

/* However many points hang on it. */
START_TEST(what_is_slow_comes_last)
{
	for (size_t i = 1; i < 4; i++)
		results[i].verdict = VERDICT_PASSED;
	results[0].verdict = VERDICT_SLOW;
	results[0].won = results[0].automatic = 1;
	results[3] = (struct result_record){.points = 1, .verdict = VERDICT_MISSING, .fix_first = ""};
	struct view view = view_create(&course, &student, AUDIENCE_STUDENT, 0);
	ck_assert_uint_eq(view.advised, 3);
	ck_assert_int_eq(view_rank(&view, 0), RANK_PASSED);
	results[3].verdict = VERDICT_WRONG;
	ck_assert_uint_eq(fix_first(), 3);
	results[3].verdict = VERDICT_PASSED;
	ck_assert_uint_eq(fix_first(), 0);
}
END_TEST

START_TEST(of_two_mistakes_the_one_shown_alone_comes_first)
{
	static const struct diagnosis_record both[] = {{"M32", "unscaled", "", 0}, {"M18", "late", "", 1}},
					     late[] = {{"M18", "late", "", 0}, {"M19", "later", "", 0}};
	results[0].verdict = VERDICT_PASSED;
	results[1].n_diagnoses = results[2].n_diagnoses = results[3].n_diagnoses = 2;
	results[1].diagnoses = results[2].diagnoses = both;
	results[3].diagnoses = late;
	struct view view = view_create(&course, &student, AUDIENCE_STUDENT, 0);
	ck_assert_uint_eq(view.advised, 3);
	ck_assert_uint_eq(advice_of(&view).count, 3);
	ck_assert_int_eq(view_rank(&view, 3), RANK_ADVISED);
	results[3].verdict = VERDICT_PASSED;
	ck_assert_uint_eq(fix_first(), 1);
	results[3].verdict = VERDICT_WRONG;
	results[3].diagnoses = both;
	ck_assert_uint_eq(fix_first(), 1);
}
END_TEST

START_TEST(what_is_missing_comes_after_what_is_wrong)
{
	for (size_t i = 0; i < 4; i++)
		results[i] = (struct result_record){.points = 10, .verdict = VERDICT_MISSING, .fix_first = ""};
	results[3].verdict = VERDICT_WRONG;
	results[3].points = 1;
	ck_assert_uint_eq(fix_first(), 3);
	results[3].verdict = VERDICT_PASSED;
	struct view view = view_create(&course, &student, AUDIENCE_STUDENT, 0);
	ck_assert_uint_eq(advice_of(&view).exercise, 0);
	ck_assert_uint_eq(advice_of(&view).count, 2); /* those of the same function */
}
END_TEST

START_TEST(hints_go_by_failed_attempts)
{
	static const struct past_result known[][1] = {{{true, true, VERDICT_MISSING, 0}},
						      {{true, true, VERDICT_WRONG, 1}},
						      {{false, false, VERDICT_PASSED, 0}},
						      {{true, false, VERDICT_CRASHED, 3}},
						      {{true, true, VERDICT_PASSED, 10}}};
	struct past_record past[5];
	for (size_t i = 0; i < 5; i++)
		past[i] = (struct past_record){
			{{(unsigned char)(i + 1)}}, "", i == 2 ? VERDICT_REJECTED : VERDICT_GRADED, "", {0}, known[i]};
	results[0].won = known[4]->won;
	student.n_past = 5;
	student.past = past;
	student.n_results = 1;
	struct view view = view_create(&course, &student, AUDIENCE_STUDENT, 0);
	ck_assert_uint_eq(view_failed_tries(&view, 0), 2);
	ck_assert_ptr_eq(view_before(&view), &past[3]);
	ck_assert_double_eq(view_change(&view, 0), 7);
	past[3].standing.penalty = 50;
	ck_assert_double_eq(view_change(&view, 0), 8.5);
	past[3].standing.set_aside = true;
	ck_assert_double_eq(view_change(&view, 0), 10);
	const struct manual_record manual = {exercises[0].id, 10, "", "", ""};
	student.n_manual = 1;
	student.manual = &manual;
	ck_assert_double_eq(view_change(&view, 0), 0);
	student.n_past = 3;
	ck_assert_ptr_eq(view_before(&view), &past[1]);
	ck_assert_double_eq(view_change(&view, 0), 0); /* there is nothing to compare */
	student.n_past = 1;
	ck_assert_ptr_null(view_before(&view));
}
END_TEST

START_TEST(the_same_bytes_are_the_same_attempt)
{
	static const struct past_result wrong[] = {{true, true, VERDICT_WRONG, 1}};
	static const unsigned char files[] = {7, 8, 7};
	struct past_record past[3];
	for (size_t i = 0; i < 3; i++)
		past[i] = (struct past_record){{{files[i]}}, "", VERDICT_GRADED, "", {0}, wrong};
	student.n_results = 1;
	student.past = past;
	student.n_past = student.hand_ins = 3;
	student.attempts = 2;
	struct view view = view_create(&course, &student, AUDIENCE_STUDENT, 0);
	ck_assert_uint_eq(view_failed_tries(&view, 0), 2);
	ck_assert_uint_eq(view_attempts(&view), 2);
	ck_assert_uint_eq(view_attempt(&view), 1);
	student.standing.hand_in = 2;
	ck_assert_uint_eq(view_attempt(&view), 2);
	student.n_past = 0; /* not asked for */
	ck_assert_uint_eq(view_attempts(&view), 2);
	ck_assert_uint_eq(view_attempt(&view), 2);
}
END_TEST

START_TEST(a_student_reads_numbers_for_hidden_names)
{
	static const struct group_record groups[] = {
		{.name = "first"}, {.name = "open", .is_public = true}, {.name = "second"}};
	results[0].n_groups = 3;
	results[0].groups = groups;
	static const struct {
		enum audience audience;
		size_t group;
		const char *shown;
		bool count;
	} cases[] = {{AUDIENCE_STUDENT, 0, "hidden group 1", false},
		     {AUDIENCE_STUDENT, 1, "open", true},
		     {AUDIENCE_STUDENT, 2, "hidden group 2", false},
		     {AUDIENCE_INSTRUCTOR, 0, "first", true},
		     {AUDIENCE_INSTRUCTOR, 2, "second", true}};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct view view = view_create(&course, &student, cases[i].audience, 0);
		TEXT_SCOPED struct text name = {0};
		view_add_group_name(&view, &results[0], cases[i].group, &name);
		ck_assert_str_eq(text_string(&name), cases[i].shown);
		ck_assert(view_tells_count(&view, &groups[cases[i].group]) == cases[i].count);
	}
}
END_TEST

START_TEST(what_follows_from_another_mistake_ranks_lower)
{
	static const struct diagnosis_record late = {"M18", "late", "", 0}, other = {"M05", "diagonal", "", 0};
	results[0].verdict = VERDICT_PASSED;
	results[1].diagnoses = results[2].diagnoses = &late;
	results[1].n_diagnoses = results[2].n_diagnoses = results[3].n_diagnoses = 1;
	results[3].diagnoses = &other;
	results[3].fix_first = "L1.2"; /* but what is wrong with it is something else */
	struct view view = view_create(&course, &student, AUDIENCE_STUDENT, 0);
	static const enum rank ranks[] = {RANK_PASSED, RANK_ADVISED, RANK_FOLLOWS, RANK_FAILED};
	for (size_t i = 0; i < 4; i++)
		ck_assert_int_eq(view_rank(&view, i), ranks[i]);
	ck_assert_uint_eq(view_first_alike(&view, 2), 1);
	results[3].n_diagnoses = 0;
	ck_assert_int_eq(view_rank(&view, 3), RANK_FOLLOWS);
}
END_TEST

START_TEST(failed_figures_come_before_passed_ones)
{
	static const double values[256] = {0};
	static const struct matrix_record large = {MATRIX_GIVEN, "q", 16, 16, values, NULL, NULL, 0, NULL};
	static const struct case_record failed = {VERDICT_WRONG, "", "", "", 1, &large};
	static const struct case_record passed = {VERDICT_PASSED, "", "", "", 1, &large};
	static const struct group_record groups[] = {
		{.name = "a", .is_public = true, .verdict = VERDICT_WRONG, .shown = &failed},
		{.name = "b", .is_public = true, .shown = &passed}};
	for (size_t i = 0; i < 4; i++) {
		results[i].groups = groups;
		results[i].n_groups = 2;
	}
	struct view view = view_create(&course, &student, AUDIENCE_STUDENT, 0);
	ck_assert_uint_eq(view.advised, 0);
	size_t drawn = 0;
	while (view_afford(&view, &failed, RANK_FAILED))
		drawn++;
	ck_assert_uint_eq(drawn, 3);
	ck_assert(view_afford(&view, &passed, RANK_PASSED));
	view = view_create(&course, &student, AUDIENCE_STUDENT, THRIFT_PASSED);
	ck_assert(!view_afford(&view, &passed, RANK_PASSED));
	ck_assert(view_has_statement(&view, 0));
	ck_assert(view_afford(&view, &failed, RANK_FAILED));
	view = view_create(&course, &student, AUDIENCE_STUDENT, THRIFT_MAX);
	ck_assert(!view_has_statement(&view, 0));
	ck_assert(!view_afford(&view, &failed, RANK_FAILED));
	ck_assert(view_afford(&view, &failed, RANK_ADVISED));
}
END_TEST

/* What the book has as well goes first, and that of the exercise to begin with last. */
START_TEST(counterexamples_go_last)
{
	static const struct counterexample_record counterexample = {.message = ""};
	for (size_t i = 0; i < 4; i++)
		results[i].counterexample = &counterexample;
	enum { UNTIL_THEN = THRIFT_MAX - THRIFT_COUNTEREXAMPLES };
	static const struct {
		unsigned thrift;
		size_t shown;
	} cases[] = {{0, 3}, {UNTIL_THEN, 3}, {THRIFT_MAX - 3, 3}, {THRIFT_MAX - 2, 2}, {THRIFT_MAX, 0}};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct view view = view_create(&course, &student, AUDIENCE_STUDENT, cases[i].thrift);
		size_t shown = 0;
		while (view_afford_counterexample(&view, RANK_FAILED))
			shown++;
		ck_assert_uint_eq(shown, cases[i].shown);
		ck_assert(view_afford_counterexample(&view, RANK_ADVISED));
	}
	ck_assert_uint_lt(view_create(&course, &student, AUDIENCE_STUDENT, UNTIL_THEN).failures, 3);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {the_first_failed_exercise_comes_first,
				      nothing_failed_nothing_to_fix,
				      what_it_builds_on_comes_before_it,
				      circles_and_unknown_ids_end,
				      most_points_come_first,
				      of_two_mistakes_the_one_shown_alone_comes_first,
				      speed_hangs_on_no_mistake,
				      what_is_slow_comes_last,
				      what_is_missing_comes_after_what_is_wrong,
				      hints_go_by_failed_attempts,
				      the_same_bytes_are_the_same_attempt,
				      a_student_reads_numbers_for_hidden_names,
				      what_follows_from_another_mistake_ranks_lower,
				      failed_figures_come_before_passed_ones,
				      counterexamples_go_last};
	return SUITE_RUN("report/view", tests, set_up, NULL);
}
