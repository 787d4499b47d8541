/*
 * JUnit XML as Ant wrote it first and Jenkins reads it: a suite for each student, a test case for each exercise.
 * A wrong answer is a failure; a crash, a limit or anything else that stopped the code is an error. Skipped is a wrong
 * answer where a required exercise failed, which may be all that is wrong with it; what stopped the code, or is not
 * there at all, is never laid at the door of another exercise. What is right and slow is passed; how fast it is stands
 * among the properties. Ant's schema asks for properties, system-out and system-err even where they say nothing,
 * Jenkins' for at least one property, and for nothing but text in what was skipped.
 */
#include <math.h>
#include <string.h>

#include "core/policy.h"
#include "core/score.h"
#include "core/speed.h"
#include "export/feedback.h"
#include "export/formats.h"
#include "export/plain.h"

enum outcome { OUTCOME_PASSED, OUTCOME_FAILURE, OUTCOME_ERROR, OUTCOME_SKIPPED, OUTCOME_COUNT };

static enum outcome outcome_of(enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_PASSED:
	case VERDICT_SLOW:
	case VERDICT_GRADED:
		return OUTCOME_PASSED;
	case VERDICT_WRONG:
	case VERDICT_UNWRITTEN:
	case VERDICT_WROTE_INPUT:
	case VERDICT_INCONSISTENT:
	case VERDICT_MISSING:
		return OUTCOME_FAILURE;
	case VERDICT_ABSENT:
		return OUTCOME_SKIPPED;
	default:
		return OUTCOME_ERROR;
	}
}

static enum outcome outcome_of_result(const struct result_record *result)
{
	const bool follows = result->verdict == VERDICT_WRONG && result->fix_first[0] != '\0';
	return follows ? OUTCOME_SKIPPED : outcome_of(result->verdict);
}

struct test_case {
	const char *class, *name, *type;
	enum outcome outcome;
	double cpu_ms;
	const char *message; /* a line */
	const char *details; /* lines */
};

/* ---- XML ---- */

/* In attributes, too, what a parser would make a blank of: tabs and line ends are kept as references. */
static void add_escaped(struct text *out, const char *string, const char *special)
{
	TEXT_SCOPED struct text plain = {0};
	plain_add(&plain, string);
	for (const char *at = text_string(&plain); *at != '\0'; at++)
		if (strchr(special, *at) != NULL)
			text_add_format(out, "&#%d;", *at);
		else
			text_add_bytes(out, at, 1);
}

static void add_text(struct text *out, const char *string)
{
	add_escaped(out, string, "<>&\r");
}

static void add_attribute(struct text *out, const char *name, const char *value)
{
	text_add_format(out, " %s=\"", name);
	add_escaped(out, value, "<>&\"\t\n\r");
	text_add(out, "\"");
}

/* A token: no blank at its ends, no two in a row, and not empty. */
static void add_token(struct text *out, const char *name, const char *value)
{
	TEXT_SCOPED struct text token = {0};
	for (const char *at = value; *at != '\0'; at++) {
		const bool blank = strchr(" \t\n\r", *at) != NULL;
		const bool double_blank = blank && (token.length == 0 || token.data[token.length - 1] == ' ');
		text_add_bytes(&token, blank ? " " : at, double_blank ? 0 : 1);
	}
	if (token.length > 0 && token.data[token.length - 1] == ' ')
		token.data[--token.length] = '\0';
	add_attribute(out, name, token.length == 0 ? "(no name)" : text_string(&token));
}

static void add_seconds(struct text *out, double cpu_ms)
{
	text_add_format(out, " time=\"%.3f\"", cpu_ms / 1000);
}

/* ---- test cases ---- */

static void add_case(struct text *out, const struct test_case *test)
{
	static const char *const elements[] = {
		[OUTCOME_FAILURE] = "failure", [OUTCOME_ERROR] = "error", [OUTCOME_SKIPPED] = "skipped"};
	text_add(out, "    <testcase");
	add_token(out, "classname", test->class);
	add_token(out, "name", test->name);
	add_seconds(out, test->cpu_ms);
	if (test->outcome == OUTCOME_PASSED) {
		text_add(out, "/>\n");
		return;
	}
	text_add_format(out, ">\n      <%s", elements[test->outcome]);
	if (test->outcome != OUTCOME_SKIPPED) {
		add_attribute(out, "type", test->type);
		add_attribute(out, "message", test->message);
	}
	text_add(out, ">");
	add_text(out, test->details);
	text_add_format(out, "</%s>\n    </testcase>\n", elements[test->outcome]);
}

static enum outcome add_exercise(struct text *out, const struct student_record *student,
				 const struct exercise_record *exercise, size_t index)
{
	const struct result_record *result = &student->results[index];
	TEXT_SCOPED struct text name = {0}, details = {0};
	text_add_format(&name, "%s %s", exercise->id, exercise->title);
	feedback_add_exercise(&details, student, index);
	const struct test_case test = {
		.class = exercise->function,
		.name = text_string(&name),
		.type = verdict_name(result->verdict),
		.outcome = outcome_of_result(result),
		.cpu_ms = result->cpu_ms,
		.message = verdict_meaning(result->verdict),
		.details = text_string(&details),
	};
	add_case(out, &test);
	return test.outcome;
}

/* What was not graded has no exercises to show for it. */
static enum outcome add_submission(struct text *out, const struct student_record *student)
{
	TEXT_SCOPED struct text details = {0};
	feedback_add_submission(&details, student);
	const struct test_case test = {
		.class = "submission",
		.name = "loads",
		.type = verdict_name(student->verdict),
		.outcome = outcome_of(student->verdict),
		.message = verdict_meaning(student->verdict),
		.details = text_string(&details),
	};
	add_case(out, &test);
	return test.outcome;
}

/* A later hand-in than the one whose exercises follow. */
static enum outcome add_fault(struct text *out)
{
	const struct test_case test = {
		.class = "submission",
		.name = "latest hand-in",
		.type = verdict_name(VERDICT_HARNESS_FAULT),
		.outcome = OUTCOME_ERROR,
		.message = verdict_meaning(VERDICT_HARNESS_FAULT),
		.details = policy_fault_words,
	};
	add_case(out, &test);
	return test.outcome;
}

/* ---- suites ---- */

struct suite {
	size_t tests, outcomes[OUTCOME_COUNT];
	double cpu_ms;
	struct text cases;
};

static void fill(struct suite *suite, const struct course_record *course, const struct student_record *student)
{
	const bool waits = student->fault != NULL && student->verdict != VERDICT_HARNESS_FAULT;
	suite->tests = (student->n_results > 0 ? student->n_results : 1) + waits;
	if (waits)
		suite->outcomes[add_fault(&suite->cases)]++;
	if (student->n_results == 0)
		suite->outcomes[add_submission(&suite->cases, student)]++;
	for (size_t e = 0; e < student->n_results; e++) {
		suite->outcomes[add_exercise(&suite->cases, student, &course->exercises[e], e)]++;
		suite->cpu_ms += student->results[e].cpu_ms;
	}
}

/* When it was handed in; of who handed in nothing, when that was found. No zone, says the schema. */
static void add_timestamp(struct text *out, const struct course_record *course, const struct student_record *student)
{
	enum { SHOWN = sizeof("2026-03-02T10:00:05") - 1 };
	const char *time = strlen(student->handed_in_at) < SHOWN ? course->graded_at : student->handed_in_at;
	if (strlen(time) >= SHOWN)
		text_add_format(out, " timestamp=\"%.*s\"", SHOWN, time);
}

static void add_property(struct text *out, const char *name, const char *value)
{
	text_add(out, "      <property");
	add_attribute(out, "name", name);
	add_attribute(out, "value", value);
	text_add(out, "/>\n");
}

static void add_speeds(struct text *out, const struct course_record *course, const struct student_record *student)
{
	for (size_t e = 0; e < student->n_results; e++) {
		TEXT_SCOPED struct text name = {0}, speed = {0};
		if (!speed_is_asked(&student->results[e]))
			continue;
		text_add_format(&name, "speed %s", course->exercises[e].id);
		speed_describe_points(&student->results[e], &speed);
		add_property(out, text_string(&name), text_string(&speed));
	}
}

static void add_properties(struct text *out, const struct course_record *course, const struct student_record *student)
{
	char sha256[DIGEST_HEX];
	TEXT_SCOPED struct text points = {0}, won = {0}, reasons = {0};
	digest_hex(&student->submission, sha256);
	plain_add_number(&points, student->points);
	if (!isnan(score_of_course(course, student)))
		plain_add_number(&won, score_of_course(course, student));
	text_add(out, "    <properties>\n");
	add_property(out, "grader", course->grader_version);
	add_property(out, "sandbox", course->sandbox);
	add_property(out, "sha256", sha256);
	add_property(out, "points", text_string(&points));
	add_property(out, "won", text_string(&won));
	add_speeds(out, course, student);
	feedback_add_reasons(&reasons, course, student, NULL);
	if (reasons.length > 0)
		add_property(out, "reasons", text_string(&reasons) + 1);
	text_add(out, "    </properties>\n");
}

static void add_suite(struct text *out, const struct export *export, size_t index)
{
	const struct student_record *student = &export->course->students[index];
	const struct roster_entry *entry = roster_find(export->roster, student->name);
	struct suite suite = {0};
	fill(&suite, export->course, student);
	text_add(out, "  <testsuite");
	add_token(out, "name", entry->name[0] != '\0' ? entry->name : student->name);
	add_token(out, "package", student->name);
	text_add_format(out, " id=\"%zu\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"", index,
			suite.tests, suite.outcomes[OUTCOME_FAILURE], suite.outcomes[OUTCOME_ERROR],
			suite.outcomes[OUTCOME_SKIPPED]);
	add_seconds(out, suite.cpu_ms);
	add_timestamp(out, export->course, student);
	add_token(out, "hostname", export->course->host);
	text_add(out, ">\n");
	add_properties(out, export->course, student);
	text_add(out, text_string(&suite.cases));
	text_add(out, "    <system-out/>\n    <system-err/>\n  </testsuite>\n");
	text_release(&suite.cases);
}

bool junit_add(const struct export *export, struct text *out)
{
	text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
	for (size_t s = 0; s < export->course->n_students; s++)
		add_suite(out, export, s);
	text_add(out, "</testsuites>\n");
	return true;
}
