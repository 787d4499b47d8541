/*
 * grader check FILE.so: for the student, at the desk. Public cases only, drawn from the public stream; no
 * gradebook is opened or needed.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/setting.h"
#include "commands/terminal.h"
#include "core/disclosure.h"
#include "core/file.h"
#include "core/policy.h"
#include "core/repetition.h"
#include "export/json.h"
#include "grading/grade.h"

struct check {
	const struct options *options;
	const struct exercise_record *exercises;
	struct graded graded;
};

/* The record of a result's exercise. */
static const struct exercise_record *exercise_of(const struct check *check, const struct result_record *result)
{
	const struct exercise_record *exercise = check->exercises;
	while (!digest_equal(&exercise->hash, &result->exercise))
		exercise++;
	return exercise;
}

static size_t count_passed(const struct graded *graded)
{
	size_t passed = 0;
	for (size_t i = 0; i < graded->n_results; i++)
		passed += graded->results[i].verdict == VERDICT_PASSED;
	return passed;
}

/* Is it the first result about its function? */
static bool is_first_of_function(const struct check *check, size_t index)
{
	const char *function = exercise_of(check, &check->graded.results[index])->function;
	for (size_t i = 0; i < index; i++)
		if (strcmp(exercise_of(check, &check->graded.results[i])->function, function) == 0)
			return false;
	return true;
}

/* Functions that the submission does not define, in a line: what was not begun is not wrong. */
static void add_missing(struct text *text, const struct check *check)
{
	TEXT_SCOPED struct text names = {0};
	for (size_t i = 0; i < check->graded.n_results; i++)
		if (check->graded.results[i].verdict == VERDICT_MISSING && is_first_of_function(check, i))
			text_add_format(&names, "%s%s", names.length == 0 ? "missing, not yet begun: " : ", ",
					exercise_of(check, &check->graded.results[i])->function);
	if (names.length > 0) {
		text_add(text, "\n");
		terminal_wrap(text, text_string(&names), 0, 80);
	}
}

/* Where the diagnosis of a result was explained before, or NULL. */
static const char *told_at(const struct check *check, size_t index, bool full)
{
	const struct result_record *results = check->graded.results;
	for (size_t i = 0; i < index; i++)
		if (terminal_tells(&results[i], full) && repetition_of(&results[i], &results[index]))
			return results[i].exercise_id;
	return NULL;
}

static void print_text(const struct check *check)
{
	const struct graded *graded = &check->graded;
	bool full = check->options->n_only > 0;
	TEXT_SCOPED struct text text = {0};
	for (size_t i = 0; i < graded->n_results; i++)
		if (graded->results[i].verdict != VERDICT_MISSING)
			terminal_result(&text, check->options->colour, exercise_of(check, &graded->results[i]),
					&graded->results[i], told_at(check, i, full), full);
	add_missing(&text, check);
	text_add_format(&text,
			"\npublic cases: %zu of %zu exercise%s right; hidden cases are graded when you hand in\n",
			count_passed(graded), graded->n_results, text_plural((double)graded->n_results));
	if (check->options->n_only == 0 && count_passed(graded) < graded->n_results)
		text_add(&text, "`-e ID` shows every failed case of one exercise\n");
	fputs(text_string(&text), stdout);
}

static void print_json(const struct check *check)
{
	json_t *results = json_array();
	for (size_t i = 0; i < check->graded.n_results; i++)
		json_array_append_new(results, json_result(&check->graded.results[i]));
	json_t *object = json_object();
	json_object_set_new(object, "verdict", json_string(verdict_name(check->graded.verdict)));
	json_object_set_new(object, "reason", json_text(check->graded.reason));
	json_object_set_new(object, "results", results);
	json_print(object);
}

static int report(const struct check *check)
{
	const struct graded *graded = &check->graded;
	if (check->options->json)
		print_json(check);
	if (graded->verdict == VERDICT_HARNESS_FAULT) {
		complain("%s", graded->reason);
		return EXIT_HARNESS;
	}
	if (!check->options->json && graded->verdict == VERDICT_REJECTED) {
		TEXT_SCOPED struct text text = {0};
		terminal_paint(&text, check->options->colour, PAINT_BAD, "rejected");
		text_add(&text, ": ");
		terminal_paint(&text, false, PAINT_PLAIN, graded->reason);
		puts(text_string(&text));
	}
	if (graded->verdict == VERDICT_REJECTED)
		return EXIT_FINDINGS;
	if (!check->options->json)
		print_text(check);
	return count_passed(graded) == graded->n_results ? EXIT_WELL : EXIT_FINDINGS;
}

static struct graded grade(const struct exam *exam, const struct sandbox_options *sandbox_options, const char *path,
			   struct arena *arena)
{
	struct graded graded = {.verdict = VERDICT_REJECTED, .reason = ""};
	TEXT_SCOPED struct text why = {0};
	struct submission submission;
	if (!sandbox_has_proc(&why)) {
		graded.verdict = VERDICT_HARNESS_FAULT;
		graded.reason = arena_string(arena, text_string(&why));
		return graded;
	}
	if (!submission_open(path, &submission, &why)) {
		graded.reason = arena_string(arena, text_string(&why));
		return graded;
	}
	struct sandbox *sandbox = sandbox_open(sandbox_options, &why);
	if (sandbox == NULL) {
		graded.verdict = VERDICT_HARNESS_FAULT;
		graded.reason = arena_string(arena, text_string(&why));
	} else {
		graded = grade_submission(exam, sandbox, sandbox_mode_name(sandbox_options->mode), &submission, NULL,
					  arena);
		sandbox_close(sandbox);
	}
	submission_close(&submission);
	return graded;
}

/* What the rules of the course do not let students see now. */
static void withhold(struct graded *graded, const struct course *course, struct arena *arena)
{
	const unsigned withheld = course == NULL ? 0 : policy_withheld(&course->policy, time(NULL));
	struct result_record *shown = arena_array(arena, graded->n_results, sizeof(*shown));
	for (size_t i = 0; i < graded->n_results; i++)
		shown[i] = disclosure_result(&graded->results[i], withheld, arena);
	graded->results = shown;
}

/* Exercises with something public; a student cannot try the others. */
static void keep_public(struct catalogue *catalogue)
{
	size_t kept = 0;
	for (size_t e = 0; e < catalogue->count; e++) {
		const struct exercise *exercise = catalogue->exercises[e];
		bool any = false;
		for (size_t g = 0; g < exercise->n_groups; g++)
			any |= exercise->groups[g].is_public;
		if (any)
			catalogue->exercises[kept++] = exercise;
	}
	catalogue->count = kept;
}

int command_check(const struct options *options)
{
	static const struct secret public_stream;
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	struct catalogue catalogue;
	struct sandbox_options sandbox;
	const struct course *course;
	int status = setting_catalogue(options, arena, &catalogue);
	if (status < 0)
		status = setting_course(options, COURSE_RULES, arena, &course);
	if (status < 0)
		status = setting_sandbox(options, arena, &sandbox);
	if (status >= 0)
		return status;
	keep_public(&catalogue);
	if (catalogue.count == 0) {
		complain("no case of these exercises is public: there is nothing to check");
		return EXIT_USAGE;
	}
	if (access(options->operands[0], F_OK) != 0) {
		complain("cannot read \"%s\": %s", options->operands[0], file_error(errno));
		return EXIT_USAGE;
	}
	struct exam *exam = exam_prepare(&catalogue, &public_stream, EXAM_PUBLIC_GROUPS, arena, diagnostics);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
	if (exam == NULL)
		return EXIT_FINDINGS;
	struct check check = {options, exam->records, {0}};
	check.graded = grade(exam, &sandbox, options->operands[0], arena);
	withhold(&check.graded, course, arena);
	status = report(&check);
	exam_release(exam);
	return status;
}
