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
#include "commands/failure.h"
#include "commands/matrices.h"
#include "commands/roll.h"
#include "commands/setting.h"
#include "commands/terminal.h"
#include "core/disclosure.h"
#include "core/file.h"
#include "core/policy.h"
#include "core/repetition.h"
#include "core/speed.h"
#include "export/json.h"
#include "grading/advice.h"
#include "grading/grade.h"

struct check {
	const struct options *options;
	const struct exam *exam;
	const struct exercise_record *exercises;
	struct course_record rules; /* what is withheld, and its policy */
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
		passed += verdict_is_right(graded->results[i].verdict);
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

/* Is there more to say of it than that it is not there: that another name is, or that it is not exported? */
static bool is_near(const struct result_record *result, const char *function)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	return strcmp(result->message, advice_undefined(function, arena)) != 0;
}

/*
 * Functions that the submission does not define: in a line, since what was not begun is not wrong; those of which there
 * is more to say in a line each.
 */
static void add_missing(struct text *text, const struct check *check)
{
	TEXT_SCOPED struct text names = {0}, near = {0};
	const size_t width = check->options->terminal.width;
	for (size_t i = 0; i < check->graded.n_results; i++) {
		const struct result_record *result = &check->graded.results[i];
		const char *function = exercise_of(check, result)->function;
		if (result->verdict != VERDICT_MISSING || !is_first_of_function(check, i))
			continue;
		if (is_near(result, function))
			terminal_wrap(&near, result->message, 0, width);
		else
			text_add_format(&names, "%s%s", names.length == 0 ? "missing, not yet begun: " : ", ",
					function);
	}
	text_add(text, names.length + near.length > 0 ? "\n" : "");
	if (names.length > 0)
		terminal_wrap(text, text_string(&names), 0, width);
	text_add(text, text_string(&near));
}

/* Where the diagnosis of a result was explained before, or NULL. */
static const char *told_at(const struct check *check, size_t index, bool full)
{
	const struct result_record *results = check->graded.results;
	for (size_t i = 0; i < index; i++)
		if (failure_tells(&results[i], full) && repetition_of(&results[i], &results[index]))
			return results[i].exercise_id;
	return NULL;
}

static void add_heading(struct text *text, const struct terminal *terminal)
{
	TEXT_SCOPED struct text heading = {0};
	text_add(&heading, "failures (");
	matrices_add_legend(&heading, terminal);
	text_add(&heading, "):");
	text_add(text, "\n");
	terminal_wrap(text, text_string(&heading), 0, terminal->width);
}

static void add_failures(struct text *text, const struct check *check)
{
	const bool full = check->options->n_only > 0;
	const struct terminal *terminal = &check->options->terminal;
	bool any = false;
	for (size_t i = 0; i < check->graded.n_results; i++) {
		const struct result_record *result = &check->graded.results[i];
		if (!failure_tells(result, full) || !failure_has_more(result))
			continue;
		if (!any)
			add_heading(text, terminal);
		any = true;
		failure_add(text, terminal, exercise_of(check, result), result, told_at(check, i, full), full);
	}
}

/* Where the rules of the course do not let everything be shown, that is said rather than left to be missed. */
static void add_withheld(struct text *text, const struct check *check)
{
	TEXT_SCOPED struct text words = {0};
	bool all = true;
	for (size_t i = 0; i < check->graded.n_results; i++)
		all &= check->graded.results[i].verdict == VERDICT_PASSED;
	if (all)
		return;
	disclosure_add_withheld(&check->rules, &words);
	if (words.length == 0)
		return;
	text_add(text, "\n");
	terminal_wrap(text, text_string(&words), 0, check->options->terminal.width);
}

/* The first that failed for a reason of its own: where to begin. */
static const char *find_first(const struct check *check)
{
	for (size_t i = 0; i < check->graded.n_results; i++)
		if (failure_tells(&check->graded.results[i], false))
			return check->graded.results[i].exercise_id;
	return NULL;
}

/* Of what is right: in failures it is told with the rest. */
static void add_speeds(struct text *text, const struct check *check)
{
	const size_t width = check->options->terminal.width;
	for (size_t i = 0; i < check->graded.n_results; i++) {
		const struct result_record *result = &check->graded.results[i];
		TEXT_SCOPED struct text line = {0};
		if (!verdict_is_right(result->verdict) || !speed_is_asked(result))
			continue;
		if (check->graded.n_results > 1)
			text_add_format(&line, "%s ", result->exercise_id);
		speed_describe(result, &line);
		text_add(text, "\n");
		terminal_wrap(text, text_string(&line), 0, width);
		text_clear(&line);
		text_add_format(&line, "what helps: %s", speed_advice(result));
		if (speed_advice(result)[0] != '\0')
			terminal_wrap(text, text_string(&line), 0, width);
	}
}

/* What takes a while is left to those who ask for it by name. */
static void add_untimed(struct text *text, const struct check *check)
{
	const struct exam *exam = check->exam;
	TEXT_SCOPED struct text line = {0};
	for (size_t i = 0; i < exam->n_exercises && exam->is_quick; i++)
		if (exam->exercises[i].exercise->speed != NULL || exam->exercises[i].exercise->large != NULL)
			text_add_format(&line, "%s`-e %s`",
					line.length == 0 ? "speed and large calls are left to " : " and ",
					exam->exercises[i].exercise->id);
	if (line.length > 0)
		terminal_wrap(text, text_string(&line), 0, check->options->terminal.width);
}

static void add_summary(struct text *text, const struct check *check)
{
	const struct terminal *terminal = &check->options->terminal;
	const size_t passed = count_passed(&check->graded), count = check->graded.n_results;
	TEXT_SCOPED struct text score = {0};
	text_add_format(&score, "public %zu/%zu", passed, count);
	text_add(text, "\n");
	terminal_lead(text, terminal, passed == count ? PAINT_GOOD : PAINT_BAD, text_string(&score),
		      ", hidden are graded when you hand in");
	add_untimed(text, check);
	const char *first = find_first(check);
	if (first == NULL || check->options->n_only > 0)
		return;
	TEXT_SCOPED struct text advice = {0};
	text_add_format(&advice, "begin with %s", first);
	if ((check->rules.withheld >> FEEDBACK_PUBLIC & 1) == 0)
		text_add_format(&advice, ": `-e %s` shows every failed case of it", first);
	terminal_wrap(text, text_string(&advice), 0, terminal->width);
}

static void print_text(const struct check *check)
{
	TEXT_SCOPED struct text text = {0};
	add_failures(&text, check);
	add_speeds(&text, check);
	add_withheld(&text, check);
	add_missing(&text, check);
	add_summary(&text, check);
	fputs(text_string(&text), stdout);
}

/* Shares of the points are not known here: hidden cases have theirs too. */
static json_t *json_checked(const struct result_record *result)
{
	json_t *object = json_result(result), *speed = json_object_get(object, "speed");
	if (json_is_object(speed)) {
		json_object_set_new(speed, "points", json_null());
		json_object_set_new(speed, "won", json_null());
	}
	return object;
}

static void print_json(const struct check *check)
{
	json_t *results = json_array();
	for (size_t i = 0; i < check->graded.n_results; i++)
		json_array_append_new(results, json_checked(&check->graded.results[i]));
	json_t *object = json_object();
	json_object_set_new(object, "verdict", json_string(verdict_name(check->graded.verdict)));
	json_object_set_new(object, "reason", json_text(check->graded.reason));
	json_object_set_new(object, "results", results);
	json_print(object);
}

static void print_rejected(const struct check *check)
{
	TEXT_SCOPED struct text words = {0}, text = {0};
	text_add_format(&words, ": %s", check->graded.reason);
	terminal_lead(&text, &check->options->terminal, PAINT_BAD, verdict_name(VERDICT_REJECTED), text_string(&words));
	fputs(text_string(&text), stdout);
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
	if (graded->warning != NULL)
		warn("%s", graded->warning);
	if (!check->options->json && graded->verdict == VERDICT_REJECTED)
		print_rejected(check);
	if (graded->verdict == VERDICT_REJECTED)
		return EXIT_FINDINGS;
	if (!check->options->json)
		print_text(check);
	return count_passed(graded) == graded->n_results ? EXIT_WELL : EXIT_FINDINGS;
}

static struct graded grade(const struct exam *exam, const bool *wanted, const struct sandbox_options *sandbox_options,
			   const char *path, const struct grade_follower *follower, struct arena *arena)
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
	submission.name = path;
	struct sandbox *sandbox = sandbox_open(sandbox_options, &why);
	if (sandbox == NULL) {
		graded.verdict = VERDICT_HARNESS_FAULT;
		graded.reason = arena_string(arena, text_string(&why));
	} else {
		graded = grade_submission(exam, sandbox, sandbox_mode_name(sandbox_options->mode), &submission, wanted,
					  follower, arena);
		sandbox_close(sandbox);
	}
	submission_close(&submission);
	return graded;
}

/* The rules of the course, and what they do not let students see now of what there is here: nothing is hidden. */
static struct course_record rules_now(const struct course *course)
{
	if (course == NULL)
		return (struct course_record){0};
	const unsigned withheld = policy_withheld(&course->policy, time(NULL));
	return (struct course_record){.policy = &course->policy, .withheld = withheld & ~(1U << FEEDBACK_HIDDEN)};
}

static void withhold(struct graded *graded, unsigned withheld, struct arena *arena)
{
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

/* False if that is none. */
static bool mark_wanted(const struct options *options, const struct catalogue *catalogue, bool *wanted)
{
	bool any = false;
	for (size_t e = 0; e < catalogue->count; e++)
		any |= wanted[e] = setting_asks_for(options, catalogue->exercises[e]);
	return any;
}

int command_check(const struct options *options)
{
	static const struct secret public_stream;
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	struct catalogue catalogue;
	struct sandbox_options sandbox;
	const struct course *course;
	int status = setting_catalogue_around(options, arena, &catalogue);
	if (status < 0)
		status = setting_course(options, COURSE_RULES, arena, &course);
	if (status < 0)
		status = setting_sandbox(options, arena, &sandbox);
	if (status >= 0)
		return status;
	keep_public(&catalogue);
	bool *wanted = arena_array(arena, catalogue.count, sizeof(*wanted));
	if (!mark_wanted(options, &catalogue, wanted)) {
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
		return EXIT_USAGE;
	exam->is_quick = options->n_only == 0;
	exam->gives_up = true;
	struct check check = {options, exam, exam->records, rules_now(course), {0}};
	const unsigned withheld = check.rules.withheld;
	struct roll roll = roll_create(&options->terminal, exam->records, exam->n_exercises, withheld, arena);
	const struct grade_follower follower = roll_follower(&roll);
	check.graded = grade(exam, wanted, &sandbox, options->operands[0], options->json ? NULL : &follower, arena);
	withhold(&check.graded, withheld, arena);
	if (!options->json)
		roll_end(&roll, check.graded.results, check.graded.n_results);
	status = report(&check);
	exam_release(exam);
	return status;
}
