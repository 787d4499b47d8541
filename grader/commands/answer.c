/* grader answer CASE.yaml: what the reference says to a case that somebody writes. */
#include <stdio.h>

#include "commands/command.h"
#include "commands/failure.h"
#include "commands/setting.h"
#include "commands/terminal.h"
#include "export/json.h"
#include "grading/picture.h"

static void print_json(const char *status, const struct matrix_record *matrices, size_t count)
{
	json_t *list = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, json_matrix(&matrices[i]));
	json_t *object = json_object();
	json_object_set_new(object, "returns", json_text(status));
	json_object_set_new(object, "matrices", list);
	json_print(object);
}

int command_answer(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	struct frame frame;
	struct answer answer;
	bool absent[OPERATION_PARAMETERS_MAX] = {0};
	bool read = exercise_single_case(options->operands[0], arena, diagnostics, &frame, absent);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
	if (!read)
		return EXIT_FINDINGS;
	reference_answer_with(&ideas_right, &frame, absent, arena, &answer);
	struct case_record shown = {.scalars = picture_scalars(&frame, arena)};
	shown.matrices = picture_all(&frame, absent, &answer, NULL, NULL, &shown.n_matrices, arena);
	const char *status = picture_status(answer.status, arena);
	if (options->json) {
		print_json(status, shown.matrices, shown.n_matrices);
		return EXIT_WELL;
	}
	TEXT_SCOPED struct text text = {0};
	text_add_format(&text, "%s returns %s\n", frame.operation->name, status);
	failure_add_case(&text, &options->terminal, &shown);
	fputs(text_string(&text), stdout);
	return EXIT_WELL;
}
