/* grader show ID: one exercise as a student may see it, with its public cases and the right answers. */
#include <stdio.h>
#include <string.h>

#include "commands/command.h"
#include "commands/setting.h"
#include "commands/terminal.h"
#include "grading/picture.h"

static void add_case(struct text *text, bool colour, const struct exercise *exercise, size_t group, struct arena *arena,
		     struct diagnostics *diagnostics)
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
	terminal_paint(text, colour, PAINT_STRONG, exercise->groups[group].name);
	if (exercise->groups[group].repeat > 1)
		text_add_format(text, " (the first of %u)", exercise->groups[group].repeat);
	text_add_format(text, ", returns %s\n", picture_status(answer.status, arena));
	const struct property *property = exercise->groups[group].property;
	if (property != NULL)
		text_add_format(text, "property \"%s\": %s\n", property_name(property, arena),
				property_asks(property_kind(property)));
	terminal_case(text, colour, &shown);
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
	if (exercise == NULL) {
		complain("there is no exercise \"%s\"; `grader list` shows what there is", options->operands[0]);
		return EXIT_USAGE;
	}
	TEXT_SCOPED struct text title = {0};
	text_add_format(&title, "%s  %s", exercise->id, exercise->title);
	terminal_paint(&text, options->colour, PAINT_STRONG, text_string(&title));
	text_add_format(&text, "\n%s, %.4g point%s\n\n", exercise->operation->name, exercise->points,
			text_plural(exercise->points));
	for (const char *line = exercise->statement; *line != '\0';
	     line += strcspn(line, "\n"), line += *line == '\n') {
		text_add_visible(&text, line, strcspn(line, "\n"));
		text_add(&text, "\n");
	}
	for (size_t g = 0; g < exercise->n_groups; g++)
		if (exercise->groups[g].is_public)
			add_case(&text, options->colour, exercise, g, arena, diagnostics);
	fputs(text_string(&text), stdout);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
	return EXIT_WELL;
}
