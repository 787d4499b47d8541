/* grader list: the exercises there are, a line each; or the catalogue of misconceptions. */
#include <stdio.h>
#include <string.h>

#include "commands/command.h"
#include "commands/setting.h"
#include "commands/terminal.h"
#include "core/points.h"
#include "export/json.h"
#include "misconceptions.h"
#include "omissions.h"

static unsigned count_public(const struct exercise *exercise)
{
	unsigned count = 0;
	for (size_t g = 0; g < exercise->n_groups; g++)
		count += exercise->groups[g].is_public;
	return count;
}

/* Of what was handed out everything is public, and what else there is nobody there knows. */
static void add_cases(struct text *text, const struct exercise *exercise)
{
	const unsigned open = count_public(exercise);
	if (open == exercise->n_groups)
		text_add_format(text, "%2u public case%s", open, text_plural(open));
	else
		text_add_format(text, "%2u of %2zu cases public", open, exercise->n_groups);
}

static void add_line(struct text *text, const struct exercise *exercise)
{
	TEXT_SCOPED struct text cases = {0}, points = {0};
	add_cases(&cases, exercise);
	points_add(&points, exercise->points);
	text_add_format(text, "%-7s %-27s %6s %-7s %-21s   ", exercise->id, exercise->operation->name,
			text_string(&points), exercise->points == 1 ? "point," : "points,", text_string(&cases));
	text_add_visible(text, exercise->title, strlen(exercise->title));
}

/* The same for a narrow terminal, under a heading in place of the words; what does not fit all the same is cut. */
static void add_narrow(struct text *text, const char *id, const char *function, const char *points, const char *cases,
		       const char *title)
{
	text_add_format(text, "%-7s %-27s %6s %6s  ", id, function, points, cases);
	text_add_visible(text, title, strlen(title));
}

static void add_narrow_line(struct text *text, const struct exercise *exercise)
{
	TEXT_SCOPED struct text cases = {0}, points = {0};
	text_add_format(&cases, "%u/%zu", count_public(exercise), exercise->n_groups);
	points_add(&points, exercise->points);
	add_narrow(text, exercise->id, exercise->operation->name, text_string(&points), text_string(&cases),
		   exercise->title);
}

static bool all_fit(const struct catalogue *catalogue, size_t width)
{
	for (size_t i = 0; i < catalogue->count; i++) {
		TEXT_SCOPED struct text line = {0};
		add_line(&line, catalogue->exercises[i]);
		if (terminal_columns(text_string(&line), line.length) > width)
			return false;
	}
	return true;
}

static void print_cut(const struct terminal *terminal, const struct text *line)
{
	TEXT_SCOPED struct text cut = {0};
	terminal_cut(&cut, terminal, PAINT_PLAIN, text_string(line));
	puts(text_string(&cut));
}

static void print_table(const struct terminal *terminal, const struct catalogue *catalogue)
{
	const bool narrow = !all_fit(catalogue, terminal_room(terminal));
	TEXT_SCOPED struct text head = {0};
	add_narrow(&head, "id", "function", "points", "public", "title");
	if (narrow)
		print_cut(terminal, &head);
	for (size_t i = 0; i < catalogue->count; i++) {
		TEXT_SCOPED struct text line = {0};
		(narrow ? add_narrow_line : add_line)(&line, catalogue->exercises[i]);
		if (narrow)
			print_cut(terminal, &line);
		else
			puts(text_string(&line));
	}
}

static void print_json(const struct catalogue *catalogue)
{
	json_t *list = json_array();
	for (size_t i = 0; i < catalogue->count; i++) {
		const struct exercise *exercise = catalogue->exercises[i];
		json_t *object = json_object();
		json_object_set_new(object, "id", json_text(exercise->id));
		json_object_set_new(object, "title", json_text(exercise->title));
		json_object_set_new(object, "level", json_integer(exercise->level));
		json_object_set_new(object, "function", json_string(exercise->operation->name));
		json_object_set_new(object, "points", json_number(exercise->points));
		json_object_set_new(object, "public_groups", json_integer(count_public(exercise)));
		json_object_set_new(object, "groups", json_integer((json_int_t)exercise->n_groups));
		json_array_append_new(list, object);
	}
	json_print(list);
}

/* ---- misconceptions ------------------------------------------------------------------------------- */

static json_t *functions_of(const struct misconception *misconception)
{
	json_t *functions = json_array();
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		if (misconception_breaks(misconception, (enum operation_id)o))
			json_array_append_new(functions, json_string(operations[o].name));
	return functions;
}

static int print_misconceptions_json(void)
{
	json_t *list = json_array();
	for (size_t i = 0; i < misconception_count(); i++) {
		const struct misconception *misconception = misconception_at(i);
		json_t *object = json_object();
		json_object_set_new(object, "id", json_string(misconception->id));
		json_object_set_new(object, "name", json_string(misconception->name));
		json_object_set_new(object, "family", json_string(misconception_family(i)));
		json_object_set_new(object, "title", json_string(misconception->title));
		json_object_set_new(object, "explanation", json_string(misconception->explanation));
		json_object_set_new(object, "functions", functions_of(misconception));
		json_array_append_new(list, object);
	}
	json_print(list);
	return EXIT_WELL;
}

static void add_mistake(struct text *text, const struct terminal *terminal, const char *id, const char *name,
			const char *words)
{
	TEXT_SCOPED struct text lead = {0};
	text_add_format(&lead, "  %-4s %-30s ", id, name);
	terminal_entry(text, terminal, text_string(&lead), words);
}

static int print_misconceptions(const struct terminal *terminal)
{
	TEXT_SCOPED struct text text = {0};
	const char *family = "";
	for (size_t i = 0; i < misconception_count(); i++) {
		const struct misconception *misconception = misconception_at(i);
		if (strcmp(family, misconception_family(i)) != 0)
			text_add_format(&text, "%s%s\n", i == 0 ? "" : "\n", misconception_family(i));
		family = misconception_family(i);
		add_mistake(&text, terminal, misconception->id, misconception->name, misconception->title);
	}
	text_add(&text, "\nnot in the catalogue, and why\n");
	for (size_t i = 0; i < omission_count(); i++) {
		const struct omission *omission = omission_at(i);
		TEXT_SCOPED struct text words = {0};
		text_add_format(&words, "%s: %s", omission->title, omission->why);
		add_mistake(&text, terminal, omission->id, omission->name, text_string(&words));
	}
	text_add_format(&text, "\n%zu misconceptions; `grader show %s` explains one\n", misconception_count(),
			misconception_at(0)->id);
	fputs(text_string(&text), stdout);
	return EXIT_WELL;
}

static void print_course(const struct terminal *terminal, const struct policy *policy)
{
	TEXT_SCOPED struct text text = {0}, lines = {0};
	text_add(&text, policy->title);
	if (policy->has_due) {
		text_add(&text, ", due ");
		policy_add_due(policy, &text);
	}
	terminal_hang(&lines, terminal, text_string(&text), 0);
	fputs(text_string(&lines), stdout);
}

int command_list(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct catalogue catalogue;
	TEXT_SCOPED struct text points = {0};
	double sum = 0;
	if (options->misconceptions)
		return options->json ? print_misconceptions_json() : print_misconceptions(&options->terminal);
	const struct course *course;
	int status = setting_catalogue(options, arena, &catalogue);
	if (status < 0)
		status = setting_course(options, COURSE_RULES, arena, &course);
	if (status >= 0)
		return status;
	if (options->json) {
		print_json(&catalogue);
		return EXIT_WELL;
	}
	print_table(&options->terminal, &catalogue);
	for (size_t i = 0; i < catalogue.count; i++)
		sum += catalogue.exercises[i]->points;
	points_add_word(&points, sum);
	printf("%zu exercise%s, %s\n", catalogue.count, text_plural((double)catalogue.count), text_string(&points));
	if (course != NULL)
		print_course(&options->terminal, &course->policy);
	return EXIT_WELL;
}
