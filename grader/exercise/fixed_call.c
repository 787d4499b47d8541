#include "exercise/fixed_call.h"

#include "exercise/given.h"
#include "exercise/list.h"
#include "exercise/scalar.h"

enum { TRIAL_ELEMENTS_MAX = 65536 };

/* What is given but not null was complained about when it was read. */
static void check_output(struct reader *reader, const struct node *node, const struct given *given, size_t index)
{
	const struct parameter *parameter = &given->operation->parameters[index];
	if (parameter->kind == PARAMETER_MAYBE && reader_find(node, parameter->name) == NULL)
		reader_error(reader, node->place, "\"%s\" is not wanted of this call: give it as null",
			     parameter->name);
}

static void check_sizes(struct reader *reader, const struct given *given, size_t index)
{
	const struct parameter *parameter = &given->operation->parameters[index];
	const size_t extents = parameter_is_buffer(parameter) ? shape_extents(parameter->shape) : 0;
	for (size_t axis = 0; axis < extents; axis++) {
		const struct scalar *drawn = draw_extent_drawn(given, index, axis);
		if (drawn != NULL)
			reader_error(
				reader, drawn->place,
				"a size is drawn here, but this call is of the same sizes each time: give a number");
	}
}

static void try_call(struct reader *reader, const struct exercise *exercise, const struct given *given,
		     const char *stream)
{
	static const struct secret public_secret;
	ARENA_SCOPED struct arena *scratch = arena_create();
	struct reader trial = *reader;
	struct frame frame;
	trial.arena = scratch;
	struct draw draw = {
		.reader = &trial,
		.source = {&public_secret, exercise->id, stream, 0},
		.elements_max = TRIAL_ELEMENTS_MAX,
		.drawn_max = 1,
		.frame = &frame,
	};
	given_make(given, &draw);
	reader->errors = trial.errors;
}

const struct given *fixed_call_read(struct reader *reader, const struct exercise *exercise, const struct node *node,
				    const char *stream)
{
	const struct given *given = given_read(reader, exercise->operation, node, NULL);
	struct given wanted = *given;
	for (size_t i = 0; i < exercise->operation->n_parameters && node->kind == NODE_MAP; i++) {
		check_output(reader, node, given, i);
		check_sizes(reader, given, i);
		wanted.absent[i] = exercise->operation->parameters[i].kind == PARAMETER_MAYBE;
	}
	try_call(reader, exercise, &wanted, stream);
	return given;
}

bool fixed_call_make(const struct exercise *exercise, const struct given *given, const char *stream, unsigned number,
		     const struct secret *secret, struct arena *arena, struct diagnostics *diagnostics,
		     struct frame *frame, bool absent[OPERATION_PARAMETERS_MAX])
{
	struct reader reader = {.arena = arena, .diagnostics = diagnostics, .path = exercise->path};
	struct draw draw = {
		.reader = &reader,
		.source = {secret, exercise->id, stream, number},
		.elements_max = ELEMENTS_MAX,
		.frame = frame,
	};
	for (size_t i = 0; i < OPERATION_PARAMETERS_MAX; i++)
		absent[i] = given->absent[i];
	return given_make(given, &draw);
}
