/*
 * grader show ID: one exercise as a student may see it, with its public cases and the right answers; or what the
 * catalogue says of a misconception.
 */
#include <stdio.h>
#include <string.h>

#include "commands/command.h"
#include "commands/failure.h"
#include "commands/setting.h"
#include "commands/terminal.h"
#include "core/points.h"
#include "grading/leftover.h"
#include "grading/picture.h"
#include "misconceptions.h"
#include "omissions.h"

static void add_case(struct text *text, const struct terminal *terminal, const struct exercise *exercise, size_t group,
		     struct arena *arena, struct diagnostics *diagnostics)
{
	static const struct secret public_stream;
	struct frame frame;
	struct answer answer;
	bool absent[OPERATION_PARAMETERS_MAX] = {0};
	if (!exercise_case(exercise, group, 0, &public_stream, arena, diagnostics, &frame, absent))
		return;
	reference_answer_with(&ideas_right, &frame, absent, arena, &answer);
	struct case_record shown = {.scalars = picture_scalars(&frame, arena)};
	shown.matrices = picture_all(&frame, absent, &answer, NULL, NULL, &shown.n_matrices, arena);
	text_add(text, "\n");
	terminal_paint(text, terminal->has_colour, PAINT_STRONG, exercise->groups[group].name);
	if (exercise->groups[group].repeat > 1)
		text_add_format(text, " (the first of %u)", exercise->groups[group].repeat);
	text_add_format(text, ", returns %s\n", picture_status(answer.status, arena));
	const struct property *property = exercise->groups[group].property;
	if (property != NULL)
		text_add_format(text, "property \"%s\": %s\n", property_name(property, arena),
				property_asks(property_kind(property)));
	failure_add_case(text, terminal, &shown);
}

static void add_lines(struct text *text, const char *lines)
{
	for (; *lines != '\0'; lines += strcspn(lines, "\n"), lines += *lines == '\n') {
		text_add_visible(text, lines, strcspn(lines, "\n"));
		text_add(text, "\n");
	}
}

static void add_heading(struct text *text, bool colour, const char *heading)
{
	text_add(text, "\n");
	terminal_paint(text, colour, PAINT_STRONG, heading);
	text_add(text, "\n");
}

/* Hints come one by one with the attempts, so they are only counted unless they are asked for. */
static void add_help(struct text *text, const struct options *options, const struct exercise *exercise)
{
	if (options->all && exercise->n_hints > 0)
		add_heading(text, options->terminal.has_colour, "hints, one more for each failed attempt");
	else if (exercise->n_hints > 0)
		text_add_format(text, "\n%zu hint%s, one more for each failed attempt (--all shows them)\n",
				exercise->n_hints, text_plural((double)exercise->n_hints));
	for (size_t i = 0; options->all && i < exercise->n_hints; i++) {
		text_add_format(text, "%zu. ", i + 1);
		add_lines(text, exercise->hints[i]);
	}
	if (!options->all || exercise->n_recall == 0)
		return;
	add_heading(text, options->terminal.has_colour, "recall");
	for (size_t i = 0; i < exercise->n_recall; i++) {
		text_add(text, i == 0 ? "" : "\n");
		add_lines(text, exercise->recall[i].question);
		text_add(text, "- ");
		add_lines(text, exercise->recall[i].answer);
	}
}

static void add_rungs(struct text *text, const struct speed *speed)
{
	text_add(text, "\nspeed, if all cases are right: at most");
	for (size_t i = 0; i < speed->n_rungs; i++)
		text_add_format(text, "%s %g",
				i == 0			 ? ""
				: i + 1 < speed->n_rungs ? ","
							 : " and",
				speed->rungs[i].ratio);
	text_add(text, " times as long as the fast path\n");
}

static void add_large(struct text *text, const struct large *large)
{
	text_add(text, "\nif the public cases are right, one large call, compared on some of its rows: ");
	text_add_visible(text, large->name, strlen(large->name));
	text_add(text, "\n");
}

static void add_head(struct text *text, const struct options *options, const struct exercise *exercise)
{
	TEXT_SCOPED struct text title = {0};
	text_add_format(&title, "%s  %s", exercise->id, exercise->title);
	terminal_paint(text, options->terminal.has_colour, PAINT_STRONG, text_string(&title));
	text_add_format(text, "\n%s, ", exercise->operation->name);
	points_add_word(text, exercise->points);
	for (size_t i = 0; i < exercise->n_requires; i++)
		text_add_format(text, "%s%s", i == 0 ? ", requires " : ", ", exercise->requires[i]);
	text_add(text, "\n\n");
	add_lines(text, exercise->statement);
	if (exercise->large != NULL)
		add_large(text, exercise->large);
	if (exercise->speed != NULL)
		add_rungs(text, exercise->speed);
}

static int show_misconception(const struct misconception *misconception)
{
	printf("%s  %s\n%s\n\n%s\n\nwrong in", misconception->id, misconception->name, misconception->title,
	       misconception->explanation);
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		if (misconception_breaks(misconception, (enum operation_id)o))
			printf(" %s", operations[o].name);
	printf("\n");
	return EXIT_WELL;
}

/* What students may be told of all the same is explained as it is to them. */
static int show_omission(const struct omission *omission)
{
	const struct diagnosis_record told = leftover_record();
	printf("%s%s%s\n%s\n\n", omission->id, omission->id[0] == '\0' ? "" : "  ", omission->name, omission->title);
	if (strcmp(omission->id, told.id) == 0)
		printf("%s\n\n", told.explanation);
	printf("not in the catalogue: %s\n", omission->why);
	return EXIT_WELL;
}

int command_show(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	TEXT_SCOPED struct text text = {0};
	struct catalogue catalogue;
	int status = setting_catalogue(options, arena, &catalogue);
	if (status >= 0)
		return status;
	const struct exercise *exercise = catalogue_find(&catalogue, options->operands[0]);
	const struct misconception *misconception = misconception_find(options->operands[0]);
	if (exercise == NULL && misconception != NULL)
		return show_misconception(misconception);
	const struct omission *omission = omission_find(options->operands[0]);
	if (exercise == NULL && omission != NULL)
		return show_omission(omission);
	if (exercise == NULL) {
		complain("there is no exercise \"%s\"; `grader list` shows what there is", options->operands[0]);
		return EXIT_USAGE;
	}
	add_head(&text, options, exercise);
	add_help(&text, options, exercise);
	for (size_t g = 0; g < exercise->n_groups; g++)
		if (exercise->groups[g].is_public)
			add_case(&text, &options->terminal, exercise, g, arena, diagnostics);
	fputs(text_string(&text), stdout);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
	return EXIT_WELL;
}
