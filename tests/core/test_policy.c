/* What the rules of a course make of hand-ins and times: tables. */
#include "core/policy.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/disclosure.h"
#include "suite.h"

enum { MINUTE_S = 60, HOUR_S = 3600, DAY_S = 86400 };
enum { DUE = 1772405999 }; /* 2026-03-01T22:59:59Z */

/* 15 minutes of grace, 10 % a day, at most 45 %, a week at most. */
static struct policy usual(void)
{
	struct policy policy = policy_none();
	policy.has_due = true;
	policy.due_at = DUE;
	policy.grace_s = 15 * MINUTE_S;
	policy.per_day = 10;
	policy.at_most = 45;
	policy.has_end = true;
	policy.end_s = 7 * DAY_S;
	return policy;
}

/* ---- time ---- */

static const struct {
	int64_t after_s; /* the due date */
	enum lateness lateness;
	unsigned days;
	double penalty;
} times[] = {
	{-DAY_S, LATENESS_NONE, 0, 0},
	{-1, LATENESS_NONE, 0, 0},
	{0, LATENESS_NONE, 0, 0}, /* just in time */
	{1, LATENESS_GRACE, 0, 0},
	{15 * MINUTE_S, LATENESS_GRACE, 0, 0},
	{15 * MINUTE_S + 1, LATENESS_LATE, 1, 10}, /* the day began with the due date */
	{DAY_S, LATENESS_LATE, 1, 10},
	{DAY_S + 1, LATENESS_LATE, 2, 20},
	{4 * DAY_S, LATENESS_LATE, 4, 40},
	{4 * DAY_S + 1, LATENESS_LATE, 5, 45}, /* at most */
	{7 * DAY_S, LATENESS_LATE, 7, 45},
	{7 * DAY_S + 1, LATENESS_REFUSED, 8, 45},
	{INT64_MAX - DUE, LATENESS_REFUSED, UINT32_MAX, 45},
	{INT64_MIN, LATENESS_NONE, 0, 0},
};

START_TEST(lateness_has_edges)
{
	const struct policy policy = usual();
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		struct standing standing = {0};
		const int64_t at = times[i].after_s == INT64_MIN ? INT64_MIN : DUE + times[i].after_s;
		policy_time(&policy, at, &standing);
		ck_assert_msg(standing.lateness == times[i].lateness && standing.days == times[i].days &&
				      standing.penalty == times[i].penalty,
			      "%lld: %d, day %u, %g %%", (long long)times[i].after_s, standing.lateness, standing.days,
			      standing.penalty);
		ck_assert_int_eq(standing.late_s, times[i].after_s > 0 ? times[i].after_s : 0);
	}
}
END_TEST

START_TEST(without_a_due_date_nobody_is_late)
{
	struct policy policy = usual();
	struct standing standing = {.lateness = LATENESS_LATE, .days = 3, .penalty = 30};
	policy.has_due = false;
	policy_time(&policy, INT64_MAX, &standing);
	ck_assert_int_eq(standing.lateness, LATENESS_NONE);
	ck_assert_uint_eq(standing.days, 0);
	ck_assert_double_eq(standing.penalty, 0);
}
END_TEST

START_TEST(without_an_end_all_counts)
{
	struct policy policy = usual();
	struct standing standing;
	policy.has_end = false;
	policy_time(&policy, DUE + 400 * DAY_S, &standing);
	ck_assert_int_eq(standing.lateness, LATENESS_LATE);
	ck_assert_uint_eq(standing.days, 400);
}
END_TEST

START_TEST(feedback_opens_when_nobody_can_be_in_time)
{
	struct policy policy = usual();
	policy.feedback_before = 1 << FEEDBACK_PUBLIC;
	policy.feedback_after = FEEDBACK_ALL & ~(1 << FEEDBACK_COUNTEREXAMPLE);
	const unsigned before = FEEDBACK_ALL & ~(1U << FEEDBACK_PUBLIC);
	ck_assert_uint_eq(policy_withheld(NULL, DUE), 0);
	ck_assert_uint_eq(policy_withheld(&policy, 0), before);
	ck_assert_uint_eq(policy_withheld(&policy, DUE + 15 * MINUTE_S), before);
	ck_assert_uint_eq(policy_withheld(&policy, DUE + 15 * MINUTE_S + 1), 1U << FEEDBACK_COUNTEREXAMPLE);
	policy.has_due = false;
	ck_assert_uint_eq(policy_withheld(&policy, 0), 0);
}
END_TEST

/* ---- which one counts ---- */

enum { HAND_INS_MAX = 5 };

/*
 * A hand-in: its bytes ('A'; small: rejected; with '?': exercises have changed since), hours after the due date,
 * points.
 */
struct given {
	const char *bytes;
	int hours;
	double won;
};

static const struct {
	const char *what;
	enum counting counting;
	unsigned attempts;
	struct given given[HAND_INS_MAX];
	size_t chosen;
	bool set_aside;
	unsigned beyond, refused;
} choices[] = {
	{"the only one", COUNTING_LAST, 0, {{"A", -1, 5}}, 0, false, 0, 0},
	{"the last", COUNTING_LAST, 0, {{"A", -3, 9}, {"B", -2, 5}, {"C", -1, 7}}, 2, false, 0, 0},
	{"the last, though late", COUNTING_LAST, 0, {{"A", -3, 9}, {"B", 30, 5}}, 1, false, 0, 0},
	{"the last, though rejected", COUNTING_LAST, 0, {{"A", -3, 9}, {"b", -2, 0}}, 1, false, 0, 0},
	{"not what is too late", COUNTING_LAST, 0, {{"A", -3, 9}, {"B", 200, 5}}, 0, false, 0, 1},
	{"not what is beyond", COUNTING_LAST, 2, {{"A", -3, 9}, {"B", -2, 5}, {"C", -1, 7}}, 1, false, 1, 0},
	{"the same bytes are no new attempt",
	 COUNTING_LAST,
	 2,
	 {{"A", -4, 9}, {"B", -3, 5}, {"A", -2, 9}},
	 2,
	 false,
	 0,
	 0},
	{"and none to be had after enough",
	 COUNTING_LAST,
	 2,
	 {{"A", -4, 9}, {"B", -3, 5}, {"C", -2, 9}, {"C", -1, 9}},
	 1,
	 false,
	 2,
	 0},
	{"rejected ones use none up", COUNTING_LAST, 1, {{"a", -4, 0}, {"b", -3, 0}, {"C", -2, 9}}, 2, false, 0, 0},
	{"nor do they count after enough", COUNTING_LAST, 1, {{"A", -4, 3}, {"b", -3, 0}}, 0, false, 1, 0},
	{"the same bytes were in time", COUNTING_LAST, 0, {{"A", -4, 9}, {"B", -3, 5}, {"A", 200, 9}}, 2, false, 0, 0},
	{"none counts", COUNTING_LAST, 0, {{"A", 200, 9}, {"B", 201, 5}}, 1, true, 0, 2},
	{"too late and too many is told once", COUNTING_LAST, 1, {{"A", 200, 9}, {"B", 201, 5}}, 1, true, 1, 1},
	{"the best", COUNTING_BEST, 0, {{"A", -3, 5}, {"B", -2, 9}, {"C", -1, 7}}, 1, false, 0, 0},
	{"the latest of the best", COUNTING_BEST, 0, {{"A", -3, 9}, {"B", -2, 9}, {"C", -1, 7}}, 1, false, 0, 0},
	{"the best after what is taken off", COUNTING_BEST, 0, {{"A", -3, 8.5}, {"B", 30, 10}}, 0, false, 0, 0},
	{"late pays if it is better still", COUNTING_BEST, 0, {{"A", -3, 7.5}, {"B", 30, 10}}, 1, false, 0, 0},
	{"the best within those that count",
	 COUNTING_BEST,
	 2,
	 {{"A", -3, 1}, {"B", -2, 2}, {"C", -1, 9}},
	 1,
	 false,
	 1,
	 0},
	{"rather one that is whole", COUNTING_BEST, 0, {{"A?", -3, 9}, {"B", -2, 5}}, 1, false, 0, 0},
	{"whole though earlier", COUNTING_BEST, 0, {{"A", -3, 5}, {"B?", -2, 9}}, 0, false, 0, 0},
	{"none is whole", COUNTING_BEST, 0, {{"A?", -3, 9}, {"B?", -2, 5}}, 0, false, 0, 0},
	{"a rejected one is not better", COUNTING_BEST, 0, {{"A", -3, 1}, {"b", -2, 0}}, 0, false, 0, 0},
	{"not even than one that is not whole", COUNTING_BEST, 0, {{"A?", -3, 1}, {"b", -2, 0}}, 0, false, 0, 0},
};

static void choose(size_t i)
{
	struct hand_in_record hand_ins[HAND_INS_MAX] = {0};
	struct standing standing;
	size_t count = 0;
	struct policy policy = usual();
	policy.counting = choices[i].counting;
	policy.attempts = choices[i].attempts;
	for (; count < HAND_INS_MAX && choices[i].given[count].bytes != NULL; count++) {
		const struct given *given = &choices[i].given[count];
		hand_ins[count] = (struct hand_in_record){.submission = given->bytes[0],
							  .handed_in_at = DUE + given->hours * HOUR_S,
							  .graded = given->bytes[0] <= 'Z',
							  .whole = given->bytes[1] != '?',
							  .won = given->won};
	}
	ck_assert_msg(policy_choose(&policy, hand_ins, count, &standing) == choices[i].chosen, "%s: %u",
		      choices[i].what, standing.hand_in);
	ck_assert_uint_eq(standing.hand_in, choices[i].chosen + 1);
	ck_assert_msg(standing.set_aside == choices[i].set_aside, "%s", choices[i].what);
	ck_assert_msg(standing.beyond == choices[i].beyond && standing.refused == choices[i].refused,
		      "%s: %u beyond, %u refused", choices[i].what, standing.beyond, standing.refused);
}

START_TEST(one_hand_in_counts)
{
	for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); i++)
		choose(i);
}
END_TEST

/* ---- the score ---- */

static const struct exercise_record exercises[] = {{.id = "L1.1", .level = 1, .points = 10},
						   {.id = "L2.1", .level = 2, .points = 6}};

static struct course_record course_of(const struct policy *policy)
{
	return (struct course_record){.policy = policy, .n_exercises = 2, .exercises = exercises};
}

static struct result_record *results(double first, double second)
{
	static struct result_record list[2];
	list[0] = (struct result_record){.exercise_id = "L1.1", .points = 10, .won = first};
	list[1] = (struct result_record){.exercise_id = "L2.1", .points = 6, .won = second};
	return list;
}

static void expect_score(const struct student_record *student, double points, double won, double automatic)
{
	ck_assert_double_eq(student->points, points);
	ck_assert_double_eq(student->won, won);
	ck_assert_double_eq(student->automatic, automatic);
}

START_TEST(without_rules_the_grader_is_right)
{
	const struct course_record course = course_of(NULL);
	struct student_record student = {0};
	struct result_record *list = results(5, 6);
	policy_score(&course, &student, list);
	expect_score(&student, 16, 11, 11);
	ck_assert_double_eq(list[0].won, 5);
	ck_assert_double_eq(list[0].automatic, 5);
	policy_score(&course, &student, NULL);
	expect_score(&student, 16, 0, 0);
}
END_TEST

START_TEST(levels_weigh)
{
	struct policy policy = policy_none();
	const struct course_record course = course_of(&policy);
	struct student_record student = {0};
	struct result_record *list = results(5, 6);
	policy.weights[1] = 0;
	policy.weights[2] = 2.5;
	policy_score(&course, &student, list);
	expect_score(&student, 15, 15, 15);
	ck_assert_double_eq(list[1].won, 6); /* of the exercise by itself */
	ck_assert_double_eq(policy_points(&course), 15);
	ck_assert_double_eq(policy_weight(&policy, 6), 1);
	ck_assert_double_eq(policy_weight(&policy, -1), 1);
}
END_TEST

START_TEST(what_is_taken_off_is_of_the_points_won)
{
	struct policy policy = policy_none();
	const struct course_record course = course_of(&policy);
	struct student_record student = {.standing = {.penalty = 30}};
	struct result_record *list = results(5, 6);
	policy_score(&course, &student, list);
	expect_score(&student, 16, 3.5 + 4.2, 11);
	student.standing.set_aside = true;
	policy_score(&course, &student, results(5, 6));
	expect_score(&student, 16, 0, 11);
}
END_TEST

static const struct manual_record manual[] = {{"L2.1", 5.5, "shown", "ada@lab", ""}, {"", 40, "oral", "ada@lab", ""}};

START_TEST(by_hand_wins)
{
	const struct course_record course = course_of(NULL);
	struct student_record student = {.n_manual = 1, .manual = manual, .standing = {.penalty = 50}};
	struct result_record *list = results(4, 6);
	policy_score(&course, &student, list);
	expect_score(&student, 16, 2 + 5.5, 10);
	ck_assert_double_eq(list[1].won, 5.5);
	ck_assert_double_eq(list[1].automatic, 6);
	ck_assert_ptr_null(policy_manual(&student, ""));
	student.n_manual = 2;
	policy_score(&course, &student, results(4, 6));
	expect_score(&student, 16, 40, 10);
	ck_assert_str_eq(policy_manual(&student, "")->reason, "oral");
}
END_TEST

/* ---- in words ---- */

static const char *reasons_of(const struct course_record *course, const struct student_record *student, const char *id,
			      struct arena *arena)
{
	const char *const *list;
	const char *all = "";
	const size_t count = policy_reasons(course, student, id, arena, &list);
	for (size_t i = 0; i < count; i++)
		all = arena_format(arena, "%s%s\n", all, list[i]);
	return all;
}

/* Of what is graded in part, what the grader found so far. */
START_TEST(what_is_not_graded_yet_is_no_zero_by_the_grader)
{
	static const struct manual_record whole = {"", 40, "oral", "", ""}, one = {"L2.1", 2, "seen", "", ""};
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct course_record course = course_of(NULL);
	struct result_record *list = results(4, 0);
	list[1].verdict = VERDICT_HARNESS_FAULT;
	struct student_record student = {
		.verdict = VERDICT_GRADED, .n_results = 2, .results = list, .n_manual = 1, .manual = &whole};
	policy_score(&course, &student, list);
	ck_assert_str_eq(reasons_of(&course, &student, NULL, arena),
			 "40 points given by hand, 4 by the grader so far: oral\n");
	student.manual = &one;
	policy_score(&course, &student, list);
	ck_assert_str_eq(reasons_of(&course, &student, "L2.1", arena),
			 "2 points given by hand, not graded yet: seen\n");
	student.n_manual = 0;
	policy_score(&course, &student, list);
	ck_assert_str_eq(reasons_of(&course, &student, NULL, arena),
			 "1 of 2 exercises has a score so far, the rest is not graded yet\n");
}
END_TEST

START_TEST(reasons_are_told)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct policy policy = usual();
	const struct course_record course = course_of(&policy);
	struct student_record student = {.hand_ins = 3, .standing = {.hand_in = 3}};
	ck_assert_str_eq(reasons_of(&course, &student, NULL, arena), "");
	policy.attempts = 2;
	student.standing = (struct standing){.hand_in = 1, .beyond = 1};
	policy_time(&policy, DUE + 90, &student.standing);
	ck_assert_str_eq(reasons_of(&course, &student, NULL, arena),
			 "handed in up to 2 minutes after the due date, within the grace\n"
			 "hand-in 1 of 3 counts, the last that may\n"
			 "1 hand-in is not counted: 2 attempts count\n");
	policy_time(&policy, DUE + DAY_S + 1, &student.standing);
	student.n_manual = 2;
	student.manual = manual;
	student.n_results = 2;
	student.results = results(4, 6);
	policy_score(&course, &student, results(4, 6));
	ck_assert_str_eq(reasons_of(&course, &student, "L1.1", arena),
			 "handed in late, on day 2 after the due date: 20 % of the points won are taken off\n"
			 "hand-in 1 of 3 counts, the last that may\n"
			 "1 hand-in is not counted: 2 attempts count\n");
	ck_assert_str_eq(reasons_of(&course, &student, "L2.1", arena),
			 "5.5 points given by hand, 6 by the grader: shown\n");
	ck_assert_ptr_nonnull(strstr(reasons_of(&course, &student, NULL, arena),
				     "\nL2.1: 5.5 points given by hand, 6 by the grader: shown\n"
				     "40 points given by hand, 10 by the grader: oral\n"));
	const struct student_record absent = {.verdict = VERDICT_ABSENT, .n_manual = 2, .manual = manual};
	ck_assert_str_eq(reasons_of(&course, &absent, "L2.1", arena),
			 "5.5 points given by hand, nothing handed in: shown\n");
	student.standing = (struct standing){.hand_in = 3, .lost = 2, .waiting = 1};
	ck_assert_str_eq(reasons_of(&course, &student, "L1.1", arena),
			 "2 other hand-ins have no part in this: not graded by the exercises as they are now, and no "
			 "copy of them was kept to do so\n"
			 "1 other hand-in is still to be graded by the exercises as they are now\n");
	student.standing.hand_in = 1;
	policy.per_day = 0;
	policy_time(&policy, DUE + DAY_S, &student.standing);
	ck_assert_ptr_nonnull(
		strstr(reasons_of(&course, &student, NULL, arena), "day 1 after the due date: counts in full\n"));
	student.standing = (struct standing){.hand_in = 3, .set_aside = true, .refused = 3};
	policy_time(&policy, DUE + 7 * DAY_S + 1, &student.standing);
	ck_assert_ptr_nonnull(strstr(reasons_of(&course, &student, "", arena), "40 points given by hand"));
	ck_assert_str_eq(reasons_of(&course, &student, "L1.1", arena),
			 "handed in up to 8 days after the due date: too late to count\n"
			 "2 hand-ins are not counted: too late\n");
}
END_TEST

/* Scores given by hand are points of the exercise, which the level weighs; the one for the course is the sum. */
START_TEST(how_weights_touch_a_score_by_hand_is_told)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct policy policy = policy_none();
	const struct course_record course = course_of(&policy);
	struct student_record student = {.n_manual = 2, .manual = manual, .n_results = 2, .results = results(4, 6)};
	policy.weights[2] = 2.5;
	policy_score(&course, &student, results(4, 6));
	ck_assert_str_eq(reasons_of(&course, &student, NULL, arena),
			 "L2.1: 5.5 points given by hand, 6 by the grader (a point of level 2 counts 2.5): shown\n"
			 "40 points given by hand, 19 by the grader (in points as the levels weigh): oral\n");
	policy.weights[2] = 1;
	policy.weights[1] = 0.5;
	ck_assert_str_eq(reasons_of(&course, &student, "L2.1", arena),
			 "5.5 points given by hand, 6 by the grader: shown\n");
}
END_TEST

/* Of the whole, and of no exercise that there is. */
START_TEST(a_score_of_an_exercise_that_is_gone_is_told)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	static const struct manual_record stray[] = {{"L3.8", 1, "eight", "ada@lab", ""},
						     {"L3.9", 2.5, "nine", "ada@lab", ""}};
	const struct course_record course = course_of(NULL);
	const struct student_record student = {.n_stray = 2, .stray = stray};
	ck_assert_str_eq(reasons_of(&course, &student, NULL, arena),
			 "L3.8: 1 point given by hand does not count, the exercise is not among those graded: eight\n"
			 "L3.9: 2.5 points given by hand do not count, the exercise is not among those graded: nine\n");
	ck_assert_str_eq(reasons_of(&course, &student, "L2.1", arena), "");
}
END_TEST

START_TEST(a_word_for_the_instructor)
{
	static const struct roster_entry entries[] = {{"ada", "", "", ""}};
	static const struct roster roster = {.count = 1, .entries = entries};
	const struct {
		struct student_record student;
		const char *notes;
	} table[] = {
		{{.name = "ada", .attempts = 1}, ""},
		{{.name = "ada", .attempts = 1, .standing = {.lateness = LATENESS_GRACE}}, ""},
		{{.name = "ada", .attempts = 1, .standing = {.lateness = LATENESS_LATE}}, "late"},
		{{.name = "ada", .verdict = VERDICT_REJECTED, .standing = {.lateness = LATENESS_LATE}}, ""},
		{{.name = "eve", .attempts = 1, .n_manual = 1}, "given by hand, not in the roster"},
		{{.name = "ada", .attempts = 1, .standing = {.set_aside = true}}, "not counted"},
	};
	struct course_record course = {.roster = &roster};
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		TEXT_SCOPED struct text out = {0};
		policy_add_notes(&course, &table[i].student, ", ", &out);
		ck_assert_str_eq(text_string(&out), table[i].notes);
	}
}
END_TEST

/* ---- what is withheld ---- */

static const struct diagnosis_record diagnosis = {"M1", "title", "explanation", 0};
static const struct counterexample_record counterexample = {.message = "m"};
static const char *const hints[] = {"think"};

static size_t count_shown(unsigned withheld, enum feedback kind)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct group_record groups[] = {{.name = "open", .worth = 3, .is_public = true, .hint = "h"},
					      {.name = "x", .hint = "h"}};
	const struct result_record result = {.n_groups = 2,
					     .groups = groups,
					     .n_diagnoses = 1,
					     .diagnoses = &diagnosis,
					     .counterexample = &counterexample,
					     .message = "what was tried"};
	const struct exercise_record exercise = {.id = "L1.1", .n_hints = 1, .hints = hints};
	const struct student_record student = {.n_results = 1, .results = &result};
	const struct course_record course = {.withheld = withheld, .n_exercises = 1, .exercises = &exercise};
	const struct course_record shown = disclosure_one(&course, &student, arena);
	const struct result_record *left = &shown.students[0].results[0];
	size_t counts[FEEDBACK_COUNT] = {0};
	ck_assert_uint_eq(left->withheld_worth, (withheld >> FEEDBACK_PUBLIC & 1) != 0 ? 3 : 0);
	for (size_t g = 0; g < left->n_groups; g++) {
		counts[left->groups[g].is_public ? FEEDBACK_PUBLIC : FEEDBACK_HIDDEN]++;
		counts[FEEDBACK_HINTS] += left->groups[g].hint[0] != '\0';
	}
	counts[FEEDBACK_DIAGNOSIS] = left->n_diagnoses;
	counts[FEEDBACK_COUNTEREXAMPLE] = left->counterexample != NULL;
	ck_assert_int_eq(left->message[0] != '\0', left->counterexample != NULL);
	counts[FEEDBACK_HINTS] += shown.exercises[0].n_hints;
	return counts[kind];
}

START_TEST(what_is_withheld_is_taken_out_and_nothing_else)
{
	for (enum feedback kind = 0; kind < FEEDBACK_COUNT; kind++) {
		ck_assert_uint_eq(count_shown(0, kind), kind == FEEDBACK_HINTS ? 3 : 1);
		ck_assert_uint_eq(count_shown(1U << kind, kind), 0);
		ck_assert_uint_eq(count_shown(FEEDBACK_ALL & ~(1U << kind), kind), 1);
	}
}
END_TEST

START_TEST(what_is_withheld_is_told)
{
	struct policy policy = policy_none();
	struct course_record course = {.policy = &policy};
	TEXT_SCOPED struct text out = {0};
	disclosure_add_withheld(&course, &out);
	ck_assert_str_eq(text_string(&out), "");
	course.withheld = 1 << FEEDBACK_HIDDEN | 1 << FEEDBACK_HINTS;
	disclosure_add_withheld(&course, &out);
	ck_assert_str_eq(text_string(&out), "not shown before the due date: hidden cases and hints");
	text_clear(&out);
	course.withheld |= 1 << FEEDBACK_DIAGNOSIS | 1 << FEEDBACK_COUNTEREXAMPLE;
	policy.feedback_after = FEEDBACK_ALL & ~(1 << FEEDBACK_COUNTEREXAMPLE);
	disclosure_add_withheld(&course, &out);
	ck_assert_str_eq(text_string(&out),
			 "not shown before the due date: hidden cases, the mistake it looks like and "
			 "hints; not at all: the smallest input that fails");
	text_clear(&out);
	course.withheld = 1 << FEEDBACK_COUNTEREXAMPLE;
	disclosure_add_withheld(&course, &out);
	ck_assert_str_eq(text_string(&out), "not shown: the smallest input that fails");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		lateness_has_edges,
		without_a_due_date_nobody_is_late,
		without_an_end_all_counts,
		one_hand_in_counts,
		feedback_opens_when_nobody_can_be_in_time,
		without_rules_the_grader_is_right,
		levels_weigh,
		what_is_taken_off_is_of_the_points_won,
		by_hand_wins,
		reasons_are_told,
		what_is_not_graded_yet_is_no_zero_by_the_grader,
		how_weights_touch_a_score_by_hand_is_told,
		a_score_of_an_exercise_that_is_gone_is_told,
		a_word_for_the_instructor,
		what_is_withheld_is_taken_out_and_nothing_else,
		what_is_withheld_is_told,
	};
	return SUITE_RUN("core: policy", tests, NULL, NULL);
}
