/*
 * grader show ID: one exercise as a student may see it, with its public cases and the right answers; or what the
 * catalogue says of a misconception.
 */
#include <stdio.h>
#include <string.h>

#include "commands/command.h"
#include "commands/failure.h"
#include "commands/paragraphs.h"
#include "commands/setting.h"
#include "commands/terminal.h"
#include "core/points.h"
#include "grading/leftover.h"
#include "grading/picture.h"
#include "misconceptions.h"
#include "omissions.h"

/* The title, cut if it alone is wider than the terminal, and what is right behind it. */
static void add_strong(struct text *text, const struct terminal *terminal, const char *title, const char *rest)
{
	const size_t room = terminal_room(terminal), taken = terminal_cut(text, terminal, PAINT_STRONG, title);
	if (terminal_columns(rest, strlen(rest)) <= room - taken)
		text_add_format(text, "%s\n", rest);
	else
		terminal_hang(text, terminal, rest, room);
}

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
	TEXT_SCOPED struct text rest = {0}, asks = {0};
	if (exercise->groups[group].repeat > 1)
		text_add_format(&rest, " (the first of %u)", exercise->groups[group].repeat);
	text_add_format(&rest, ", returns %s", picture_status(answer.status, arena));
	text_add(text, "\n");
	add_strong(text, terminal, exercise->groups[group].name, text_string(&rest));
	const struct property *property = exercise->groups[group].property;
	if (property != NULL) {
		text_add_format(&asks, "property \"%s\": %s", property_name(property, arena),
				property_asks(property_kind(property)));
		terminal_hang(text, terminal, text_string(&asks), 0);
	}
	failure_add_case(text, terminal, &shown);
}

static void add_heading(struct text *text, bool colour, const char *heading)
{
	text_add(text, "\n");
	terminal_paint(text, colour, PAINT_STRONG, heading);
	text_add(text, "\n");
}

static void add_count(struct text *text, const struct terminal *terminal, size_t n_hints)
{
	TEXT_SCOPED struct text words = {0};
	text_add_format(&words, "%zu hint%s, one more for each failed attempt (--all shows them)", n_hints,
			text_plural((double)n_hints));
	text_add(text, "\n");
	terminal_hang(text, terminal, text_string(&words), 0);
}

/* Hints come one by one with the attempts, so they are only counted unless they are asked for. */
static void add_help(struct text *text, const struct options *options, const struct exercise *exercise)
{
	if (options->all && exercise->n_hints > 0)
		add_heading(text, options->terminal.has_colour, "hints, one more for each failed attempt");
	else if (exercise->n_hints > 0)
		add_count(text, &options->terminal, exercise->n_hints);
	for (size_t i = 0; options->all && i < exercise->n_hints; i++) {
		TEXT_SCOPED struct text hint = {0};
		text_add_format(&hint, "%zu. %s", i + 1, exercise->hints[i]);
		paragraphs_add(text, &options->terminal, text_string(&hint));
	}
	if (!options->all || exercise->n_recall == 0)
		return;
	add_heading(text, options->terminal.has_colour, "recall");
	for (size_t i = 0; i < exercise->n_recall; i++) {
		TEXT_SCOPED struct text answer = {0};
		text_add(text, i == 0 ? "" : "\n");
		paragraphs_add(text, &options->terminal, exercise->recall[i].question);
		text_add_format(&answer, "- %s", exercise->recall[i].answer);
		paragraphs_add(text, &options->terminal, text_string(&answer));
	}
}

static void add_rungs(struct text *text, const struct terminal *terminal, const struct speed *speed)
{
	TEXT_SCOPED struct text words = {0};
	text_add(&words, "speed, if all cases are right: at most");
	for (size_t i = 0; i < speed->n_rungs; i++)
		text_add_format(&words, "%s %g",
				i == 0			 ? ""
				: i + 1 < speed->n_rungs ? ","
							 : " and",
				speed->rungs[i].ratio);
	text_add(&words, " times as long as the fast path");
	text_add(text, "\n");
	terminal_hang(text, terminal, text_string(&words), 0);
}

static void add_large(struct text *text, const struct terminal *terminal, const struct large *large)
{
	TEXT_SCOPED struct text words = {0};
	text_add_format(&words, "if the public cases are right, one large call, compared on some of its rows: %s",
			large->name);
	text_add(text, "\n");
	terminal_hang(text, terminal, text_string(&words), 0);
}

static void add_head(struct text *text, const struct terminal *terminal, const struct exercise *exercise)
{
	TEXT_SCOPED struct text title = {0}, words = {0};
	text_add_format(&title, "%s  %s", exercise->id, exercise->title);
	add_strong(text, terminal, text_string(&title), "");
	text_add_format(&words, "%s, ", exercise->operation->name);
	points_add_word(&words, exercise->points);
	for (size_t i = 0; i < exercise->n_requires; i++)
		text_add_format(&words, "%s%s", i == 0 ? ", requires " : ", ", exercise->requires[i]);
	terminal_hang(text, terminal, text_string(&words), 0);
	text_add(text, "\n");
	paragraphs_add(text, terminal, exercise->statement);
	if (exercise->large != NULL)
		add_large(text, terminal, exercise->large);
	if (exercise->speed != NULL)
		add_rungs(text, terminal, exercise->speed);
}

static void add_paragraph(struct text *text, const struct terminal *terminal, const char *words)
{
	text_add(text, "\n");
	terminal_hang(text, terminal, words, 0);
}

static int show_misconception(const struct terminal *terminal, const struct misconception *misconception)
{
	TEXT_SCOPED struct text text = {0}, functions = {0};
	text_add_format(&text, "%s  %s\n", misconception->id, misconception->name);
	terminal_hang(&text, terminal, misconception->title, 0);
	add_paragraph(&text, terminal, misconception->explanation);
	text_add(&functions, "wrong in");
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		if (misconception_breaks(misconception, (enum operation_id)o))
			text_add_format(&functions, " %s", operations[o].name);
	add_paragraph(&text, terminal, text_string(&functions));
	fputs(text_string(&text), stdout);
	return EXIT_WELL;
}

/* What students may be told of all the same is explained as it is to them. */
static int show_omission(const struct terminal *terminal, const struct omission *omission)
{
	const struct diagnosis_record told = leftover_record();
	TEXT_SCOPED struct text text = {0}, why = {0};
	text_add_format(&text, "%s%s%s\n", omission->id, omission->id[0] == '\0' ? "" : "  ", omission->name);
	terminal_hang(&text, terminal, omission->title, 0);
	if (strcmp(omission->id, told.id) == 0)
		add_paragraph(&text, terminal, told.explanation);
	text_add_format(&why, "not in the catalogue: %s", omission->why);
	add_paragraph(&text, terminal, text_string(&why));
	fputs(text_string(&text), stdout);
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
		return show_misconception(&options->terminal, misconception);
	const struct omission *omission = omission_find(options->operands[0]);
	if (exercise == NULL && omission != NULL)
		return show_omission(&options->terminal, omission);
	if (exercise == NULL) {
		complain("there is no exercise \"%s\"; `grader list` shows what there is", options->operands[0]);
		return EXIT_USAGE;
	}
	add_head(&text, &options->terminal, exercise);
	add_help(&text, options, exercise);
	for (size_t g = 0; g < exercise->n_groups; g++)
		if (exercise->groups[g].is_public)
			add_case(&text, &options->terminal, exercise, g, arena, diagnostics);
	fputs(text_string(&text), stdout);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
	return EXIT_WELL;
}
