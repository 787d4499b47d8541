#include "exercise/given.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "core/text.h"

/* ---- reading -------------------------------------------------------------------------------------- */

static void check_names(struct reader *reader, const struct operation *operation, const struct node *node)
{
	const char *names[OPERATION_PARAMETERS_MAX] = {NULL};
	for (size_t i = 0; i < operation->n_parameters; i++)
		names[i] = operation->parameters[i].name;
	for (size_t i = 0; i < node->count; i++) {
		const struct node *key = node->entries[i].key;
		if (key->kind == NODE_SCALAR && strcmp(key->text, "<<") != 0 &&
		    operation_parameter(operation, key->text, strlen(key->text)) == operation->n_parameters)
			reader_error(reader, key->place, "%s has no parameter \"%.80s\"%s", operation->name, key->text,
				     reader_suggest(reader, key->text, names, operation->n_parameters));
	}
}

static void read_output(struct reader *reader, const struct parameter *parameter, const struct node *node, bool *absent)
{
	if (parameter->kind != PARAMETER_MAYBE)
		reader_error(reader, node->place,
			     "\"%s\" is an output, it cannot be given; what you expect of it stands under `expect`",
			     parameter->name);
	else if (!reader_is_null(node))
		reader_error(reader, node->place, "\"%s\" is an output, it can only be given as null (not wanted)",
			     parameter->name);
	else
		*absent = true;
}

static void complain_missing(struct reader *reader, const struct node *node, const struct parameter *parameter)
{
	bool has_shape = parameter_is_buffer(parameter) && parameter->shape[0] != '\0';
	reader_error(reader, node->place, "\"%s\"%s%s%s is not given", parameter->name, has_shape ? " (" : "",
		     has_shape ? parameter->shape : "", has_shape ? ")" : "");
}

static void read_parameter(struct reader *reader, struct given *given, size_t index, const struct node *node)
{
	const struct operation *operation = given->operation;
	const struct parameter *parameter = &operation->parameters[index];
	const struct node *value = reader_find(node, parameter->name);
	bool wanted = !parameter_is_buffer(parameter) || parameter_is_read(parameter);
	if (value == NULL && wanted)
		complain_missing(reader, node, parameter);
	else if (value != NULL && !wanted)
		read_output(reader, parameter, value, &given->absent[index]);
	else if (value != NULL && parameter_is_buffer(parameter))
		given->values[index] = value_read(reader, operation, parameter, value, VALUE_GIVEN);
	else if (value != NULL)
		given->scalars[index] = scalar_read(reader, operation, value);
}

/* The scalars on the way from one to the names that it mentions. */
struct circle {
	struct reader *reader;
	struct given *given;
	enum { UNSEEN, UNDER_WAY, SEEN } states[OPERATION_PARAMETERS_MAX];
};

static bool visit(struct circle *circle, size_t parameter);

/* False if the scalar leads back to one that is under way. */
static bool visit_scalar(struct circle *circle, const struct scalar *scalar)
{
	bool straight = true;
	if (scalar->is_name && circle->states[scalar->parameter] == UNDER_WAY) {
		reader_error(circle->reader, scalar->place, "\"%s\" goes in a circle",
			     circle->given->operation->parameters[scalar->parameter].name);
		return false;
	}
	if (scalar->is_name)
		return visit(circle, scalar->parameter);
	for (size_t i = 0; i < scalar->n_operands; i++)
		straight = visit_scalar(circle, scalar->operands[i]) && straight;
	return straight;
}

static bool visit(struct circle *circle, size_t parameter)
{
	const struct scalar *scalar = circle->given->scalars[parameter];
	if (circle->states[parameter] == UNSEEN && scalar != NULL) {
		circle->states[parameter] = UNDER_WAY;
		if (!visit_scalar(circle, scalar))
			circle->given->scalars[parameter] = NULL;
	}
	/* those that it names have theirs by now */
	if (circle->states[parameter] == UNDER_WAY || scalar == NULL)
		circle->given->ranges[parameter] = scalar_range(circle->given->scalars[parameter], circle->given);
	circle->states[parameter] = SEEN;
	return circle->given->scalars[parameter] != NULL;
}

const struct given *given_read(struct reader *reader, const struct operation *operation, const struct node *node,
			       const struct node *put)
{
	struct given *given = arena_alloc(reader->arena, sizeof(*given));
	struct circle circle = {.reader = reader, .given = given};
	given->operation = operation;
	given->place = node->place;
	if (node->kind == NODE_MAP) {
		check_names(reader, operation, node);
		for (size_t i = 0; i < operation->n_parameters; i++)
			read_parameter(reader, given, i, node);
	} else
		reader_unfit(reader, node, "a map from parameters to values");
	for (size_t i = 0; i < operation->n_parameters; i++)
		visit(&circle, i);
	if (put != NULL)
		put_read(reader, operation, put, &given->puts, &given->n_puts);
	for (size_t i = 0; i < given->n_puts; i++)
		put_check_reach(reader, given, &given->puts[i]);
	return given;
}

/* ---- making --------------------------------------------------------------------------------------- */

/* Makes buffer `index`, if its shape can be known. NULL without a complaint: not made in a trial. */
static bool make_buffer(struct draw *draw, size_t index, const struct value *value)
{
	const struct parameter *parameter = &draw->given->operation->parameters[index];
	struct shape shape;
	if (value == NULL || !draw_shape(draw, index, &shape))
		return false;
	struct stream stream;
	struct maker maker;
	stream_open(&stream, &draw->source, parameter->name);
	if (!value_fits(draw->reader, value, parameter, &shape) ||
	    !value_prepare(&maker, value, parameter, draw, &stream))
		return false;
	if (shape.count > draw->elements_max)
		return true;
	void *buffer = arena_array(draw->reader->arena, shape.count, element_bytes(parameter->element));
	struct spot spot = {.shape = &shape};
	const bool is_cut = draw->drawn_max > 0 && draw->drawn_max < shape.count && value_always_fits(value);
	for (; spot.index < (is_cut ? draw->drawn_max : shape.count); spot.index++)
		if (!value_make(draw->reader, &maker, &stream, &spot, buffer, spot.index))
			return false;
	draw->frame->arguments[index].buffer = buffer;
	return true;
}

/* Outputs are not made, but must stay within the limit like all buffers. */
static bool check_limit(struct draw *draw, size_t index)
{
	struct shape shape;
	const struct given *given = draw->given;
	if (given->absent[index] || !draw_shape(draw, index, &shape) || shape.count <= ELEMENTS_MAX)
		return true;
	reader_error(draw->reader, given->place, "\"%s\" has %zu elements, the limit is %d",
		     given->operation->parameters[index].name, shape.count, ELEMENTS_MAX);
	return false;
}

static bool make_parameter(struct draw *draw, size_t index)
{
	const struct parameter *parameter = &draw->given->operation->parameters[index];
	__int128 ignored;
	if (!parameter_is_buffer(parameter))
		return draw_scalar(draw, index, &ignored);
	if (!check_limit(draw, index))
		return false;
	return !parameter_is_read(parameter) || make_buffer(draw, index, draw->given->values[index]);
}

static bool make_put(struct draw *draw, size_t number)
{
	const struct put *put = &draw->given->puts[number];
	void *buffer = draw->frame->arguments[put->parameter].buffer;
	struct shape shape;
	/* a trial makes no large buffer; or it was complained about */
	if ((buffer == NULL && draw->rehearsal == NULL) || !draw_shape(draw, put->parameter, &shape))
		return true;
	return put_apply(put, number, draw, &shape, buffer);
}

bool given_make(const struct given *given, struct draw *draw)
{
	const struct operation *operation = given->operation;
	bool all = true;
	draw->given = given;
	*draw->frame = (struct frame){.operation = operation};
	for (size_t i = 0; i < operation->n_parameters; i++)
		all = make_parameter(draw, i) && all;
	for (size_t i = 0; i < given->n_puts; i++)
		all = make_put(draw, i) && all;
	return all;
}
