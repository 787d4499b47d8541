/*
 * results.json as Gradescope's autograders write it, one a submission: a test for each group of cases, the score of
 * which is its share of the exercise's points, and one for speed, if there are points for it. Hidden groups appear when
 * the grades are published, and then tell what a student may know; text is marked as text, so that Gradescope takes
 * none of it for markup.
 *
 * What the rules of the course withhold before the due date and show after it goes to Gradescope as `after_due_date`,
 * whatever the time is now: it knows who has an extension and for how long it takes late hand-ins, and shows it without
 * another run. What else is said of an exercise then (hints, the mistake, the smallest input) is a test of its own.
 *
 * The score is that of the gradebook, and those of the tests add up to it: they weigh as their levels do, and what the
 * rules take off or a score by hand changes is a test of its own. It tells what hidden groups earned, so it appears
 * with them. A submission that was not graded yet has no results.json, for which Gradescope reports a failed autograder
 * rather than a 0.
 */
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "core/disclosure.h"
#include "core/file.h"
#include "core/policy.h"
#include "core/score.h"
#include "core/speed.h"
#include "core/worth.h"
#include "export/feedback.h"
#include "export/formats.h"
#include "export/json.h"
#include "export/plain.h"

enum { DIGITS = 15 }; /* 0.3, where 17 digits would say 0.29999999999999999 */

struct test {
	const char *number, *name, *output;
	double score, points;
	bool passed;
	const char *visibility;
	const struct exercise_record *exercise; /* NULL: about the submission */
};

static json_t *clean(const char *string)
{
	TEXT_SCOPED struct text plain = {0};
	plain_add(&plain, string);
	return json_string(text_string(&plain));
}

static json_t *describe_test(const struct test *test)
{
	json_t *tags = json_array(), *object = json_object();
	if (test->exercise != NULL) {
		json_array_append_new(tags, json_sprintf("level %d", test->exercise->level));
		json_array_append_new(tags, clean(test->exercise->function));
	}
	json_object_set_new(object, "number", clean(test->number));
	json_object_set_new(object, "name", clean(test->name));
	json_object_set_new(object, "score", json_number(test->score));
	json_object_set_new(object, "max_score", json_number(test->points));
	json_object_set_new(object, "status", json_string(test->passed ? "passed" : "failed"));
	json_object_set_new(object, "output", clean(test->output));
	json_object_set_new(object, "output_format", json_string("text"));
	json_object_set_new(object, "visibility", json_string(test->visibility));
	json_object_set_new(object, "tags", tags);
	return object;
}

/* The explanation goes with the first failed group that students see at once, or with the first one that failed. */
static size_t find_explained(const struct result_record *result)
{
	size_t first = result->n_groups;
	for (size_t g = result->n_groups; g-- > 0;)
		if (result->groups[g].verdict != VERDICT_PASSED &&
		    (result->groups[g].is_public || first == result->n_groups || !result->groups[first].is_public))
			first = g;
	return first;
}

/* What is not shown before the due date, and of that what is shown after it. */
static unsigned withheld_at_once(const struct course_record *course)
{
	const struct policy *policy = course->policy;
	return course->withheld | (policy != NULL && policy->has_due ? FEEDBACK_ALL & ~policy->feedback_before : 0);
}

static unsigned shown_later(const struct course_record *course)
{
	const struct policy *policy = course->policy;
	return policy != NULL && policy->has_due ? policy->feedback_after & ~policy->feedback_before : 0;
}

static unsigned withheld_later(const struct course_record *course)
{
	return FEEDBACK_ALL & ~course->policy->feedback_after;
}

static bool is_for_later(const struct course_record *course, const struct group_record *group)
{
	return disclosure_withholds(shown_later(course), group);
}

/* What the rules never show Gradescope need not show even when it publishes grades. */
static const char *visibility_of(const struct course_record *course, const struct group_record *group)
{
	if (is_for_later(course, group))
		return "after_due_date";
	if (disclosure_withholds(withheld_at_once(course), group))
		return "hidden";
	return group->is_public ? "visible" : "after_published";
}

static void add_group(struct text *output, const struct course_record *course, const struct group_record *group)
{
	struct group_record shown = *group;
	const unsigned withheld = is_for_later(course, group) ? withheld_later(course) : withheld_at_once(course);
	if ((withheld >> FEEDBACK_HINTS & 1) != 0)
		shown.hint = "";
	feedback_add_group(output, &shown);
}

static void add_groups(json_t *tests, const struct course_record *course, const struct exercise_record *exercise,
		       const struct result_record *result)
{
	const double weight = policy_weight(course->policy, exercise->level);
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct result_record shown = disclosure_result(result, withheld_at_once(course), arena);
	const size_t explained = find_explained(result);
	for (size_t g = 0; g < result->n_groups; g++) {
		const struct group_record *group = &result->groups[g];
		TEXT_SCOPED struct text number = {0}, name = {0}, output = {0};
		text_add_format(&number, "%s.%zu", exercise->id, g + 1);
		text_add_format(&name, "%s: ", exercise->title);
		disclosure_add_group_name(result, g, &name);
		add_group(&output, course, group);
		if (g == explained)
			feedback_add_explanation(&output, &shown);
		const double points = weight * worth_points(result, group->worth);
		const bool passed = group->verdict == VERDICT_PASSED;
		const struct test test = {text_string(&number),
					  text_string(&name),
					  text_string(&output),
					  passed ? points : 0,
					  points,
					  passed,
					  visibility_of(course, group),
					  exercise};
		json_array_append_new(tests, describe_test(&test));
	}
}

/* All rungs as one test, which does not fail whose answers are right. */
static void add_speed(json_t *tests, const struct course_record *course, const struct exercise_record *exercise,
		      const struct result_record *result)
{
	static const struct group_record open = {.is_public = true};
	const double weight = policy_weight(course->policy, exercise->level);
	TEXT_SCOPED struct text number = {0}, name = {0}, output = {0};
	if (!speed_is_asked(result))
		return;
	text_add_format(&number, "%s.speed", exercise->id);
	text_add_format(&name, "%s: speed", exercise->title);
	feedback_add_speed(&output, result);
	const struct test test = {text_string(&number),		 text_string(&name),
				  text_string(&output),		 weight * speed_won(result),
				  weight * speed_points(result), verdict_is_right(result->verdict),
				  visibility_of(course, &open),	 exercise};
	json_array_append_new(tests, describe_test(&test));
}

/* Hints for groups that are seen at once, without them. */
static void add_late_hints(struct text *output, const struct course_record *course, const struct result_record *result)
{
	for (size_t g = 0; g < result->n_groups; g++) {
		const struct group_record *group = &result->groups[g];
		if (group->verdict == VERDICT_PASSED || group->hint[0] == '\0' ||
		    strcmp(visibility_of(course, group), "visible") != 0)
			continue;
		text_add(output, "\n");
		disclosure_add_group_name(result, g, output);
		text_add_format(output, ": %s", group->hint);
	}
}

/* What is told of an exercise after the due date and belongs to no group of which nothing was told before. */
static void add_late(json_t *tests, const struct course_record *course, const struct exercise_record *exercise,
		     const struct result_record *result)
{
	const unsigned later = shown_later(course);
	if (later == 0)
		return;
	ARENA_SCOPED struct arena *arena = arena_create();
	TEXT_SCOPED struct text number = {0}, name = {0}, output = {0};
	const struct result_record shown = disclosure_result(result, withheld_later(course), arena);
	if (((later >> FEEDBACK_DIAGNOSIS & 1) != 0 && shown.n_diagnoses > 0) ||
	    ((later >> FEEDBACK_COUNTEREXAMPLE & 1) != 0 && shown.counterexample != NULL))
		feedback_add_explanation(&output, &shown);
	if ((later >> FEEDBACK_HINTS & 1) != 0)
		add_late_hints(&output, course, result);
	if (output.length == 0)
		return;
	text_add_format(&number, "%s.due", exercise->id);
	text_add_format(&name, "%s: told after the due date", exercise->title);
	const struct test test = {.number = text_string(&number),
				  .name = text_string(&name),
				  .output = text_string(&output) + 1,
				  .visibility = "after_due_date",
				  .exercise = exercise};
	json_array_append_new(tests, describe_test(&test));
}

/* A function that is missing has no groups. */
static void add_exercise(json_t *tests, const struct course_record *course, const struct student_record *student,
			 size_t index)
{
	const struct exercise_record *exercise = &course->exercises[index];
	const struct result_record *result = score_result(student, index);
	if (result->n_groups > 0) {
		add_groups(tests, course, exercise, result);
		add_speed(tests, course, exercise, result);
		add_late(tests, course, exercise, result);
		return;
	}
	TEXT_SCOPED struct text output = {0};
	feedback_add_exercise(&output, student, index);
	const double weight = policy_weight(course->policy, exercise->level);
	const struct test test = {.number = exercise->id,
				  .name = exercise->title,
				  .output = text_string(&output),
				  .score = weight * result->automatic,
				  .points = weight * result->points,
				  .passed = verdict_is_right(result->verdict),
				  .visibility = "visible",
				  .exercise = exercise};
	json_array_append_new(tests, describe_test(&test));
}

static void add_submission(json_t *tests, const struct student_record *student)
{
	TEXT_SCOPED struct text output = {0};
	feedback_add_submission(&output, student);
	const struct test test = {"1", "submission", text_string(&output), 0, student->points, false, "visible", NULL};
	json_array_append_new(tests, describe_test(&test));
}

/* The tests above add up to what the grader found; this is what is between that and the score. */
static void add_difference(json_t *tests, const struct course_record *course, const struct student_record *student)
{
	static const struct group_record hidden = {.is_public = false};
	const double difference = student->won - student->automatic;
	TEXT_SCOPED struct text reasons = {0};
	if (difference == 0)
		return;
	feedback_add_reasons(&reasons, course, student, NULL);
	const struct test made = {.number = "rules",
				  .name = "what the rules of the course and scores given by hand change",
				  .output = text_string(&reasons) + (reasons.length > 0),
				  .score = difference,
				  .passed = difference > 0,
				  .visibility = visibility_of(course, &hidden)};
	json_array_append_new(tests, describe_test(&made));
}

static json_t *describe_tests(const struct course_record *course, const struct student_record *student)
{
	json_t *tests = json_array();
	for (size_t e = 0; e < student->n_results; e++)
		add_exercise(tests, course, student, e);
	if (student->verdict == VERDICT_REJECTED)
		add_submission(tests, student);
	add_difference(tests, course, student);
	return tests;
}

static json_t *describe_leaderboard(const struct student_record *student)
{
	json_t *points = json_object(), *exercises = json_object(), *leaderboard = json_array();
	json_int_t passed = 0;
	for (size_t e = 0; e < student->n_results; e++)
		passed += verdict_is_right(student->results[e].verdict);
	json_object_set_new(points, "name", json_string("Points"));
	json_object_set_new(points, "value", json_number(student->won));
	json_object_set_new(exercises, "name", json_string("Exercises passed"));
	json_object_set_new(exercises, "value", json_integer(passed));
	json_array_append_new(leaderboard, points);
	json_array_append_new(leaderboard, exercises);
	return leaderboard;
}

/* In whole seconds: time, too, is a way to carry hidden inputs out. */
static json_int_t count_seconds(const struct student_record *student)
{
	double cpu_ms = 0;
	for (size_t e = 0; e < student->n_results; e++)
		cpu_ms += student->results[e].cpu_ms;
	return (json_int_t)ceil(cpu_ms / 1000);
}

static json_t *describe(const struct course_record *course, const struct student_record *student)
{
	static const char *const as_text[] = {"output_format", "test_output_format", "test_name_format"};
	TEXT_SCOPED struct text output = {0};
	json_t *object = json_object();
	feedback_add_submission(&output, student);
	feedback_add_reasons(&output, course, student, NULL);
	json_object_set_new(object, "score", json_number(student->won));
	json_object_set_new(object, "execution_time", json_integer(count_seconds(student)));
	json_object_set_new(object, "output", clean(text_string(&output)));
	for (size_t i = 0; i < sizeof(as_text) / sizeof(as_text[0]); i++)
		json_object_set_new(object, as_text[i], json_string("text"));
	json_object_set_new(object, "stdout_visibility", json_string("hidden"));
	json_object_set_new(object, "tests", describe_tests(course, student));
	json_object_set_new(object, "leaderboard", describe_leaderboard(student));
	return object;
}

bool gradescope_add(const struct export *export, struct text *out)
{
	const struct student_record *student = export->course->students;
	if (student->verdict == VERDICT_ABSENT) {
		diagnostics_add(export->diagnostics, SEVERITY_ERROR, (struct place){0}, "\"%s\" handed in nothing",
				student->name);
		return false;
	}
	if (isnan(score_of_course(export->course, student))) {
		diagnostics_add(export->diagnostics, SEVERITY_ERROR, (struct place){0},
				"\"%s\" is not graded yet: grade again, then export", student->name);
		return false;
	}
	json_write(out, describe(export->course, student), DIGITS);
	return true;
}

static const char run_autograder[] =
#include "generated/run_autograder.h"
	;
static const char setup[] =
#include "generated/setup.sh.h"
	;

static bool write_program(const char *directory, const char *name, const char *program, size_t length, struct text *why)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/%s", directory, name);
	if (!file_write(text_string(&path), program, length, why))
		return false;
	return chmod(text_string(&path), 0755) == 0; /* it was just written by us */
}

/* Each hand-in has a gradebook of its own there, in which it is the first and only one. */
static void warn_of_rules(const struct export *export)
{
	const struct policy *policy = export->course->policy;
	if (policy != NULL && policy->attempts > 0)
		diagnostics_add(
			export->diagnostics, SEVERITY_WARNING, (struct place){0},
			"\"attempts: %u\" does not hold in Gradescope's autograder, which sees each hand-in by itself",
			policy->attempts);
	if (policy != NULL && policy->counting == COUNTING_BEST)
		diagnostics_add(
			export->diagnostics, SEVERITY_WARNING, (struct place){0},
			"\"counts: %s\" does not hold in Gradescope's autograder: there the hand-in counts that is "
			"active",
			counting_names[policy->counting]);
}

bool gradescope_furnish(const struct export *export, const char *directory, struct text *why)
{
	warn_of_rules(export);
	return write_program(directory, "run_autograder", run_autograder, sizeof(run_autograder) - 1, why) &&
	       write_program(directory, "setup.sh", setup, sizeof(setup) - 1, why);
}
