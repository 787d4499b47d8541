/*
 * The exercises that come with the gym: all of them load, every case of every group can be made, none lacks what a
 * student is promised, and the manual's table leads from each part of the notes to exercises that exist.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "exercise/exercise.h"
#include "honest.h"
#include "omissions.h"
#include "suite.h"

static void make_cases(const struct exercise *exercise, size_t group, struct diagnostics *diagnostics)
{
	static const struct secret public_secret;
	for (unsigned repetition = 0; repetition < exercise->groups[group].repeat; repetition++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		struct frame frame;
		bool absent[OPERATION_PARAMETERS_MAX];
		ck_assert_msg(
			exercise_case(exercise, group, repetition, &public_secret, arena, diagnostics, &frame, absent),
			"%s, \"%s\", repetition %u", exercise->path, exercise->groups[group].name, repetition);
		ck_assert_ptr_eq(frame.operation, exercise->operation);
	}
}

START_TEST(every_case_can_be_made)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const char *paths[] = {SOURCE_DIR "/exercises"};
	struct catalogue catalogue;
	bool loaded = catalogue_load(paths, 1, arena, diagnostics, &catalogue);
	for (size_t i = 0; i < catalogue.count; i++)
		for (size_t g = 0; g < catalogue.exercises[i]->n_groups; g++)
			make_cases(catalogue.exercises[i], g, diagnostics);
	diagnostics_print(diagnostics, stderr, false);
	ck_assert(loaded);
	ck_assert_uint_eq(diagnostics_total(diagnostics), 0);
	ck_assert_uint_gt(catalogue.count, 0);
}
END_TEST

static struct catalogue load_course(struct arena *arena)
{
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const char *paths[] = {SOURCE_DIR "/exercises"};
	struct catalogue catalogue;
	ck_assert(catalogue_load(paths, 1, arena, diagnostics, &catalogue));
	return catalogue;
}

static size_t count_groups(const struct exercise *exercise, bool (*counts)(const struct group *group))
{
	size_t count = 0;
	for (size_t g = 0; g < exercise->n_groups; g++)
		count += counts(&exercise->groups[g]);
	return count;
}

static double sum_worth(const struct exercise *exercise, double *for_speed)
{
	double cases = 0;
	*for_speed = 0;
	for (size_t g = 0; g < exercise->n_groups; g++)
		cases += exercise->groups[g].worth;
	for (size_t r = 0; r < exercise->speed->n_rungs; r++)
		*for_speed += exercise->speed->rungs[r].worth;
	return cases + *for_speed;
}

/* The hidden cases, which are a share too, are not in what students have: the statement tells what speed is worth. */
START_TEST(statements_tell_what_speed_is_worth)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct catalogue catalogue = load_course(arena);
	size_t timed = 0;
	for (size_t i = 0; i < catalogue.count; i++) {
		const struct exercise *exercise = catalogue.exercises[i];
		double for_speed;
		if (exercise->speed == NULL)
			continue;
		const double all = sum_worth(exercise, &for_speed);
		const char *words = arena_format(arena, "%g of the %g points are for speed",
						 exercise->points * for_speed / all, exercise->points);
		ck_assert_msg(strstr(exercise->statement, words) != NULL, "%s: '%s'", exercise->id, words);
		timed++;
	}
	ck_assert_uint_gt(timed, 0);
}
END_TEST

/* A case that students see, with an answer that they can check by hand. */
static bool is_worked(const struct group *group)
{
	return group->is_public && group->n_expectations > 0;
}

static bool has_no_hint(const struct group *group)
{
	return !group->is_public && group->hint[0] == '\0';
}

static bool has_no_why(const struct group *group)
{
	return group->why[0] == '\0';
}

/* Beyond what lint asks of any course. */
START_TEST(every_exercise_is_whole)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct catalogue course = load_course(arena);
	ck_assert_uint_ge(course.count, 40);
	for (size_t i = 0; i < course.count; i++) {
		const struct exercise *exercise = course.exercises[i];
		const struct {
			const char *what;
			bool holds;
		} wanted[] = {
			{"a statement of some length", strlen(exercise->statement) >= 400},
			{"a word of what to watch", strstr(exercise->statement, "Watch") != NULL},
			{"two cards for recall", exercise->n_recall >= 2},
			{"a hint for each hidden group", count_groups(exercise, has_no_hint) == 0},
			{"a reason for each case", count_groups(exercise, has_no_why) == 0},
		};
		for (size_t w = 0; w < sizeof(wanted) / sizeof(wanted[0]); w++)
			ck_assert_msg(wanted[w].holds, "%s lacks %s", exercise->id, wanted[w].what);
	}
}
END_TEST

static void add_line(struct text *out, const char *words)
{
	text_add(out, "\n");
	text_add_words(out, words);
}

/* All that a student may ever read of an exercise, "fix L2.3 Softmax of a row first" included. */
static void add_readable(struct text *out, const struct catalogue *course, const struct exercise *exercise)
{
	add_line(out, exercise->title);
	add_line(out, exercise->statement);
	for (size_t i = 0; i < exercise->n_requires; i++)
		add_line(out, catalogue_find(course, exercise->requires[i])->title);
	for (size_t i = 0; i < exercise->n_hints; i++)
		add_line(out, exercise->hints[i]);
	for (size_t i = 0; i < exercise->n_recall; i++) {
		add_line(out, exercise->recall[i].question);
		add_line(out, exercise->recall[i].answer);
	}
	for (size_t g = 0; g < exercise->n_groups; g++) {
		add_line(out, exercise->groups[g].hint == NULL ? "" : exercise->groups[g].hint);
		add_line(out, exercise->groups[g].is_public ? exercise->groups[g].name : "");
	}
}

/*
 * A hidden name that is a plain phrase of the statement gives nothing away, and yet nobody who finds it on a student's
 * page can tell it from one that got out. So they are worded apart.
 */
START_TEST(no_text_names_a_hidden_case)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct catalogue course = load_course(arena);
	for (size_t i = 0; i < course.count; i++) {
		const struct exercise *exercise = course.exercises[i];
		TEXT_SCOPED struct text read = {0};
		add_readable(&read, &course, exercise);
		for (size_t g = 0; g < exercise->n_groups; g++) {
			const char *name = exercise->groups[g].name;
			ck_assert_msg(exercise->groups[g].is_public || strcasestr(text_string(&read), name) == NULL,
				      "%s tells the name \"%s\"", exercise->id, name);
		}
	}
}
END_TEST

START_TEST(no_two_exercises_have_the_same_text)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct catalogue course = load_course(arena);
	for (size_t i = 0; i < course.count; i++)
		for (size_t j = 0; j < i; j++) {
			ck_assert_str_ne(course.exercises[i]->title, course.exercises[j]->title);
			ck_assert_str_ne(course.exercises[i]->statement, course.exercises[j]->statement);
		}
}
END_TEST

/* A kind of property, or a function, that no exercise uses is one that nobody has seen work. */
START_TEST(every_function_and_every_property_is_asked_for)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct catalogue course = load_course(arena);
	size_t of_kind[PROPERTY_KINDS] = {0}, of_function[OPERATION_COUNT] = {0};
	for (size_t i = 0; i < course.count; i++) {
		const struct exercise *exercise = course.exercises[i];
		of_function[exercise->operation - operations]++;
		for (size_t g = 0; g < exercise->n_groups; g++)
			if (exercise->groups[g].property != NULL)
				of_kind[property_kind(exercise->groups[g].property)]++;
	}
	for (size_t kind = 0; kind < PROPERTY_KINDS; kind++)
		ck_assert_msg(of_kind[kind] > 0, "no case asks for: %s", property_asks((enum property_kind)kind));
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		ck_assert_msg(of_function[o] > 0, "no exercise for %s", operations[o].name);
}
END_TEST

static void read_manual(struct text *manual)
{
	FILE *file = fopen(SOURCE_DIR "/exercises/README.md", "r");
	ck_assert_ptr_nonnull(file);
	char block[4096];
	for (size_t length; (length = fread(block, 1, sizeof(block), file)) > 0;)
		text_add_bytes(manual, block, length);
	fclose(file);
}

/* ---- What the manual says of the notes ------------------------------------------------------------ */

/* The parts of the notes, as the manual's table names them. */
static const char *const parts_of_the_notes[] = {
	"Exercise L1.1,",
	"Exercise L1.2,",
	"Exercise L2.1,",
	"Exercise L2.2,",
	"Exercise L3.1,",
	"Exercise L3.2,",
	"Exercise L3.3,",
	"Exercise L4.1,",
	"Exercise L4.2,",
	"Exercise L4.3,",
	"Exercise L5.1,",
	"Exercise L5.2,",
	"Exercise L5.3,",
	"Quiz of the exercises",
	"Worked example A,",
	"Worked example B,",
	"Worked example C,",
	"Worked example D,",
	"Worked example E,",
	"Worked example F,",
	"Worked example G,",
	"Worked example H,",
	"Main note, the train-test mismatch",
	"Main note, the mask for T = 4",
	"Main note, example 1,",
	"Main note, example 2,",
	"Main note, example 3,",
	"Mistake 1,",
	"Mistake 2,",
	"Mistake 3,",
	"Walkthrough, step 1,",
	"Walkthrough, step 2,",
	"Walkthrough, step 3,",
	"Walkthrough, step 4,",
	"Walkthrough, step 5,",
	"Walkthrough, step 6,",
	"Walkthrough, step 7,",
	"\"the cat sat down\"",
	"Projections,",
	"Incremental form",
	"Structural and padding mask",
	"Multi-head with a shared mask",
	"-inf as a large finite number",
	"Time and space",
	"Trade-offs",
	"Correctness argument,",
};

/* The table that follows a heading, without its head. */
static char *table_after(struct text *manual, const char *heading)
{
	char *section = strstr(text_string(manual), heading);
	ck_assert_ptr_nonnull(section);
	char *rule = strstr(section, "| --- | --- |\n");
	ck_assert_ptr_nonnull(rule);
	char *rows = rule + strlen("| --- | --- |\n"), *end = strstr(rows, "\n\n");
	ck_assert_ptr_nonnull(end);
	end[1] = '\0';
	return rows;
}

static bool begins_with_id(const char *text)
{
	return text[0] == 'L' && text[1] >= '1' && text[1] <= '5' && text[2] == '.' && text[3] >= '1' && text[3] <= '9';
}

/* Marks the exercises that the right-hand column of a row names, and says how many it names. */
static size_t mark_exercises(const struct catalogue *course, const char *row, bool *named)
{
	size_t count = 0;
	for (const char *at = row; *at != '\0'; at++) {
		if (!begins_with_id(at))
			continue;
		char id[8] = {0};
		memcpy(id, at, 3 + strspn(at + 3, "0123456789"));
		const struct exercise *exercise = catalogue_find(course, id);
		ck_assert_msg(exercise != NULL, "the manual names %s: %s", id, row);
		const char *after = at + strlen(id);
		ck_assert_msg(strncmp(after, " (worked", 8) != 0 || count_groups(exercise, is_worked) > 0,
			      "nothing is worked in %s: %s", id, row);
		for (size_t i = 0; i < course->count; i++)
			named[i] |= course->exercises[i] == exercise;
		count++;
	}
	return count;
}

START_TEST(the_manual_leads_from_each_note_to_exercises)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct catalogue course = load_course(arena);
	TEXT_SCOPED struct text manual = {0};
	read_manual(&manual);
	char *table = table_after(&manual, "\n## Note"), *rest = NULL;
	bool *named = arena_array(arena, course.count, sizeof(*named));
	size_t found = 0, parts = sizeof(parts_of_the_notes) / sizeof(parts_of_the_notes[0]);
	for (char *row = strtok_r(table, "\n", &rest); row != NULL; row = strtok_r(NULL, "\n", &rest)) {
		for (size_t p = 0; p < parts; p++)
			found += strncmp(row + 2, parts_of_the_notes[p], strlen(parts_of_the_notes[p])) == 0;
		const char *exercises = strstr(row, " | ");
		ck_assert_ptr_nonnull(exercises);
		ck_assert_msg(mark_exercises(&course, exercises, named) > 0, "no exercise in: %s", row);
	}
	ck_assert_uint_eq(found, parts);
	for (size_t i = 0; i < course.count; i++)
		ck_assert_msg(named[i], "%s stands in no row of the manual's table", course.exercises[i]->id);
}
END_TEST

/* ---- What the manual says of the functions -------------------------------------------------------- */

/* How the manual begins the row of a parameter: name, role, shape. */
static void add_row(struct text *row, const struct parameter *parameter)
{
	static const char *const roles[] = {
		[PARAMETER_SIZE] = "size",     [PARAMETER_OFFSET] = "offset",
		[PARAMETER_NUMBER] = "number", [PARAMETER_CHOICE] = "policy",
		[PARAMETER_IN] = "given",      [PARAMETER_OUT] = "output",
		[PARAMETER_INOUT] = "cache",   [PARAMETER_MAYBE] = "output or null",
	};
	text_add_format(row, "| `%s` | %s | ", parameter->name, roles[parameter->kind]);
	if (!parameter_is_buffer(parameter)) {
		text_add(row, "| ");
		return;
	}
	text_add(row, parameter->shape[0] == '\0' ? "`1" : "`");
	for (const char *at = parameter->shape; *at != '\0'; at++)
		if (*at == ',')
			text_add(row, " x");
		else
			text_add_bytes(row, at, 1);
	text_add(row, parameter->element == ELEMENT_F32 ? "` | " : " whole` | ");
}

START_TEST(the_manual_has_every_parameter_of_every_function)
{
	for (size_t o = 0; o < OPERATION_COUNT; o++) {
		const struct operation *operation = &operations[o];
		TEXT_SCOPED struct text manual = {0};
		TEXT_SCOPED struct text heading = {0};
		read_manual(&manual);
		text_add_format(&heading, "\n### %s\n", operation->name);
		const char *at = strstr(text_string(&manual), text_string(&heading));
		ck_assert_msg(at != NULL, "the manual has nothing of %s", operation->name);
		at = strstr(at, "| --- | --- | --- | --- |\n");
		ck_assert_ptr_nonnull(at);
		for (size_t p = 0; p < operation->n_parameters; p++) {
			TEXT_SCOPED struct text row = {0};
			add_row(&row, &operation->parameters[p]);
			at = strchr(at, '\n') + 1;
			ck_assert_msg(strncmp(at, text_string(&row), row.length) == 0,
				      "%s: %s is not how this begins: %.60s", operation->name, text_string(&row), at);
			ck_assert_msg(strcspn(at, "\n") > row.length + 5, "%s: no word of \"%s\"", operation->name,
				      operation->parameters[p].name);
		}
		ck_assert_msg(strchr(at, '\n')[1] != '|', "%s: too many rows", operation->name);
	}
}
END_TEST

/* ---- What the manual says of what passes, and of what cannot be asked ------------------------------ */

/* The rows that follow a table's head, line by line what they are to be. */
static void expect_table(const char *head, const struct text *rows)
{
	TEXT_SCOPED struct text manual = {0};
	read_manual(&manual);
	const char *at = strstr(text_string(&manual), head);
	ck_assert_msg(at != NULL, "the manual has no table %s", head);
	at = strchr(at + strlen(head), '\n') + 1;
	const char *end = strstr(at, "\n\n") + 1;
	for (const char *row = text_string(rows); *row != '\0';
	     row = strchr(row, '\n') + 1, at = strchr(at, '\n') + 1) {
		const size_t length = strcspn(row, "\n") + 1;
		ck_assert_msg(strncmp(at, row, length) == 0, "this row is wanted: %.*s", (int)length, row);
	}
	ck_assert_msg(at == end, "a row too many: %.80s", at);
}

START_TEST(the_manual_has_every_honest_program)
{
	TEXT_SCOPED struct text rows = {0};
	for (size_t i = 0; i < honest_count(); i++)
		text_add_format(&rows, "| `%s` | %s | %s |\n", honest_at(i)->name, honest_at(i)->title,
				honest_at(i)->why);
	expect_table("| honest program | what it does | why that does not matter |\n", &rows);
}
END_TEST

START_TEST(the_manual_has_what_is_not_in_the_catalogue)
{
	TEXT_SCOPED struct text rows = {0};
	for (size_t i = 0; i < omission_count(); i++) {
		const struct omission *omission = omission_at(i);
		const bool has_id = omission->id[0] != '\0';
		text_add_format(&rows, has_id ? "| %s `%s` | %s | %s |\n" : "| %s%s | %s | %s |\n", omission->id,
				omission->name, omission->title, omission->why);
	}
	expect_table("| | what | why it is not in the catalogue |\n", &rows);
}
END_TEST

/*
 * Of long rows, a byte for each pair that sees each other. The sandbox gives half a MiB besides the limit, see
 * LOOSE_BYTES; twice that is allowed for, so that it may become more without a word.
 */
START_TEST(what_is_said_not_to_fit_does_not)
{
	static const struct secret public_secret;
	const size_t slack_bytes = 1 << 20;
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	struct catalogue course = load_course(arena);
	size_t longest = 0;
	for (size_t i = 0; i < course.count; i++) {
		const struct exercise *exercise = course.exercises[i];
		for (size_t g = 0; strcmp(exercise->id, "L5.7") == 0 && g < exercise->n_groups; g++) {
			struct frame frame;
			bool absent[OPERATION_PARAMETERS_MAX];
			ck_assert(exercise_case(exercise, g, 0, &public_secret, arena, diagnostics, &frame, absent));
			const size_t n = frame.arguments[operation_parameter(frame.operation, "n", 1)].size;
			longest = n > longest ? n : longest;
			if (n == 4096)
				ck_assert_uint_lt(((size_t)exercise->limits.memory_mib << 20) + slack_bytes,
						  n * (n + 1) / 2);
		}
	}
	ck_assert_uint_eq(longest, 4096);
}
END_TEST

int main(void)
{
	const TTest *tests[] = {
		every_case_can_be_made,
		every_exercise_is_whole,
		no_text_names_a_hidden_case,
		no_two_exercises_have_the_same_text,
		statements_tell_what_speed_is_worth,
		every_function_and_every_property_is_asked_for,
		the_manual_leads_from_each_note_to_exercises,
		the_manual_has_every_parameter_of_every_function,
		the_manual_has_every_honest_program,
		the_manual_has_what_is_not_in_the_catalogue,
		what_is_said_not_to_fit_does_not,
	};
	return SUITE_RUN("shipped exercises", tests, NULL, NULL);
}
