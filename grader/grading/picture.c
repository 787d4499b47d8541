#include "grading/picture.h"

#include <inttypes.h>
#include <string.h>

#include "contract/status.h"
#include "core/matrix.h"
#include "core/text.h"
#include "grading/compare.h"

enum { MATRIX_ELEMENTS_MAX = 1024 };

struct grid picture_grid(const struct frame *frame, size_t parameter)
{
	struct shape shape;
	if (!frame_shape(frame, parameter, &shape) || shape.count == 0)
		return (struct grid){0, 0};
	size_t columns = shape.n_extents == 0 ? 1 : shape.extents[shape.n_extents - 1];
	return (struct grid){shape.count / columns, columns};
}

bool picture_is_vector(const struct frame *frame, size_t parameter)
{
	struct shape shape;
	return frame_shape(frame, parameter, &shape) && shape.n_extents < 2;
}

/* Of shapes with more than rows and columns, what is drawn apart from the rest. */
static size_t part_rows(const struct frame *frame, size_t parameter)
{
	struct shape shape;
	if (!frame_shape(frame, parameter, &shape) || shape.n_extents < 3)
		return 0;
	return shape.extents[shape.n_extents - 2];
}

static const unsigned char *hatch(const struct frame *frame, size_t parameter, struct grid grid, struct arena *arena)
{
	const size_t of_query = picture_is_vector(frame, parameter) ? 1 : grid.columns; /* elements */
	unsigned char *hidden = arena_array(arena, grid.rows * grid.columns, 1), empty = 0;
	bool any = false;
	for (size_t i = 0; i < grid.rows * grid.columns; i++) {
		if (i % of_query == 0)
			empty = reference_row_empty(frame, parameter, i / of_query) ? MATRIX_OF_NO_KEY : 0;
		hidden[i] = reference_visible(frame, parameter, i / grid.columns, i % grid.columns) ? 0 : MATRIX_HIDDEN;
		hidden[i] |= empty;
		any |= hidden[i] != 0;
	}
	return any ? hidden : NULL;
}

static struct matrix_record blank(const struct frame *frame, size_t parameter, enum matrix_role role, double **values,
				  struct arena *arena)
{
	struct grid grid = picture_grid(frame, parameter);
	*values = arena_array(arena, grid.rows * grid.columns, sizeof(double));
	return (struct matrix_record){
		.role = role,
		.name = frame->operation->parameters[parameter].name,
		.rows = grid.rows,
		.columns = grid.columns,
		.values = *values,
		.hidden = hatch(frame, parameter, grid, arena),
		.part_rows = part_rows(frame, parameter),
	};
}

/* Of counts, those that a double does not hold are kept beside. `unwritten`: NULL, or 1 where there is none. */
static void keep_counts(struct matrix_record *matrix, const void *counts, const unsigned char *unwritten,
			struct arena *arena)
{
	const size_t count = matrix->rows * matrix->columns;
	uint64_t *kept = arena_array(arena, count, sizeof(*kept)), largest = 0;
	for (size_t i = 0; i < count; i++) {
		if (unwritten == NULL || unwritten[i] == 0) /* a buffer is aligned to 4 bytes only */
			memcpy(&kept[i], (const char *)counts + i * sizeof(*kept), sizeof(*kept));
		largest = kept[i] > largest ? kept[i] : largest;
	}
	if (largest > (uint64_t)MATRIX_WHOLE_MAX)
		matrix->counts = kept;
}

struct matrix_record picture_given(const struct frame *frame, size_t parameter, struct arena *arena)
{
	double *values;
	struct matrix_record matrix = blank(frame, parameter, MATRIX_GIVEN, &values, arena);
	enum element type = frame->operation->parameters[parameter].element;
	for (size_t i = 0; i < matrix.rows * matrix.columns; i++)
		values[i] = element_value(type, frame->arguments[parameter].buffer, i);
	if (type == ELEMENT_U64)
		keep_counts(&matrix, frame->arguments[parameter].buffer, NULL, arena);
	return matrix;
}

struct matrix_record picture_expected(const struct frame *frame, const struct answer *answer, size_t parameter,
				      struct arena *arena)
{
	double *values;
	struct matrix_record matrix = blank(frame, parameter, MATRIX_EXPECTED, &values, arena);
	const struct answer_output *expected = &answer->outputs[parameter];
	const enum element type = frame->operation->parameters[parameter].element;
	for (size_t i = 0; i < matrix.rows * matrix.columns; i++) {
		if (expected->real != NULL)
			values[i] = expected->real[i];
		else
			values[i] = type == ELEMENT_I32 ? (double)(int64_t)expected->integer[i]
							: (double)expected->integer[i];
	}
	if (type == ELEMENT_U64)
		keep_counts(&matrix, expected->integer, NULL, arena);
	return matrix;
}

struct matrix_record picture_got(const struct frame *frame, size_t parameter, const void *output, const void *junk,
				 struct arena *arena)
{
	double *values;
	struct matrix_record matrix = blank(frame, parameter, MATRIX_GOT, &values, arena);
	const struct parameter *described = &frame->operation->parameters[parameter];
	unsigned char *unwritten = arena_array(arena, matrix.rows * matrix.columns, 1);
	for (size_t i = 0; i < matrix.rows * matrix.columns; i++) {
		unwritten[i] = described->kind != PARAMETER_INOUT && element_same(described->element, output, junk, i);
		values[i] = unwritten[i] ? 0 : element_value(described->element, output, i);
	}
	matrix.unwritten = unwritten;
	if (described->element == ELEMENT_U64)
		keep_counts(&matrix, output, unwritten, arena);
	return matrix;
}

const struct matrix_record *picture_all(const struct frame *frame, const bool *absent, const struct answer *answer,
					void *const *outputs, const void *const *junk, size_t *count,
					struct arena *arena)
{
	const struct operation *operation = frame->operation;
	struct matrix_record *list = arena_array(arena, 3 * operation->n_parameters, sizeof(*list));
	*count = 0;
	for (size_t p = 0; p < operation->n_parameters; p++) {
		struct grid grid = picture_grid(frame, p);
		if (!parameter_is_buffer(&operation->parameters[p]) || absent[p] || grid.rows * grid.columns == 0 ||
		    grid.rows * grid.columns > MATRIX_ELEMENTS_MAX)
			continue;
		if (parameter_is_read(&operation->parameters[p]))
			list[(*count)++] = picture_given(frame, p, arena);
		if (!parameter_is_written(&operation->parameters[p]) || answer->status != 0)
			continue;
		list[(*count)++] = picture_expected(frame, answer, p, arena);
		if (outputs != NULL && outputs[p] != NULL)
			list[(*count)++] = picture_got(frame, p, outputs[p], junk[p], arena);
	}
	return list;
}

static void add_scalar(struct text *text, const struct parameter *parameter, const union argument *argument)
{
	text_add_format(text, "%s%s = ", text->length == 0 ? "" : ", ", parameter->name);
	switch (parameter->kind) {
	case PARAMETER_OFFSET:
		text_add_format(text, "%td", argument->offset);
		break;
	case PARAMETER_CHOICE:
		text_add_format(text, "%" PRId32, argument->choice);
		break;
	case PARAMETER_NUMBER:
		text_add_format(text, "%" PRIu64, argument->number);
		break;
	default:
		text_add_format(text, "%zu", argument->size);
	}
}

const char *picture_scalars(const struct frame *frame, struct arena *arena)
{
	TEXT_SCOPED struct text text = {0};
	for (size_t p = 0; p < frame->operation->n_parameters; p++)
		if (!parameter_is_buffer(&frame->operation->parameters[p]))
			add_scalar(&text, &frame->operation->parameters[p], &frame->arguments[p]);
	return arena_string(arena, text_string(&text));
}

const char *picture_status(int status, struct arena *arena)
{
	const char *name = status_name(status);
	return name != NULL ? name : arena_format(arena, "%d", status);
}
