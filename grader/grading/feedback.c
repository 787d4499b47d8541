#include "grading/feedback.h"

#include <inttypes.h>
#include <math.h>

#include "contract/status.h"
#include "core/text.h"

enum { MATRIX_ELEMENTS_MAX = 1024 };

static const struct frame *frame_of(const struct judged *judged)
{
	return &judged->exercise->batch_cases[judged->index].frame;
}

static const struct answer *answer_of(const struct judged *judged)
{
	return &judged->exercise->cases[judged->index].answer;
}

/* A buffer as people see it: leading extents become rows. */
struct grid {
	size_t rows, columns;
};

static struct grid grid_of(const struct frame *frame, size_t parameter)
{
	struct shape shape;
	if (!frame_shape(frame, parameter, &shape) || shape.count == 0)
		return (struct grid){0, 0};
	size_t columns = shape.n_extents == 0 ? 1 : shape.extents[shape.n_extents - 1];
	return (struct grid){shape.count / columns, columns};
}

/* The last extent of a matrix is its columns; a vector of one entry per row has only rows. */
static bool is_vector(const struct frame *frame, size_t parameter)
{
	struct shape shape;
	return frame_shape(frame, parameter, &shape) && shape.n_extents < 2;
}

double feedback_ratio(const struct comparison *comparison)
{
	if (comparison->difference != DIFFERENCE_NUMBER || !(comparison->ratio > 0))
		return 0;
	if (isinf(comparison->ratio))
		return INFINITY;
	return exp2(round(log2(comparison->ratio)));
}

/* ---- places ---- */

static const char *exact_place(const struct judged *judged, struct arena *arena)
{
	const struct frame *frame = frame_of(judged);
	size_t parameter = judged->comparison.parameter, element = judged->comparison.element;
	const char *name = frame->operation->parameters[parameter].name;
	struct grid grid = grid_of(frame, parameter);
	if (grid.rows * grid.columns <= 1)
		return arena_string(arena, name);
	if (is_vector(frame, parameter))
		return arena_format(arena, "element %zu of %s", element, name);
	return arena_format(arena, "row %zu, column %zu of %s", element / grid.columns, element % grid.columns, name);
}

/* What one element is, as far as kinds of places go. */
struct spot {
	const struct frame *frame;
	size_t parameter, row, column, rows;
	double want; /* NaN too; 0 for integers */
};

static bool is_empty_row(const struct spot *spot)
{
	return reference_row_empty(spot->frame, spot->parameter, spot->row);
}

static bool is_hidden(const struct spot *spot)
{
	return !reference_visible(spot->frame, spot->parameter, spot->row, spot->column);
}

static bool wants_nan(const struct spot *spot)
{
	return isnan(spot->want);
}

static bool is_only_row(const struct spot *spot)
{
	return spot->rows == 1;
}

static bool is_first_row(const struct spot *spot)
{
	return spot->row == 0;
}

static bool is_last_row(const struct spot *spot)
{
	return spot->row + 1 == spot->rows;
}

/* The first kind that fits is named. */
static const struct {
	bool (*fits)(const struct spot *spot);
	const char *name;
} kinds[] = {
	{is_empty_row, "a row that sees no key"},
	{is_hidden, "a key that the row does not see"},
	{wants_nan, "a row that sees a NaN or an infinity"},
	{is_only_row, "the only row"},
	{is_first_row, "the first row"},
	{is_last_row, "the last row"},
};

static const char *kind_of_place(const struct judged *judged, struct arena *arena)
{
	const struct frame *frame = frame_of(judged);
	const struct comparison *comparison = &judged->comparison;
	const struct answer_output *expected = &answer_of(judged)->outputs[comparison->parameter];
	const char *name = frame->operation->parameters[comparison->parameter].name;
	struct grid grid = grid_of(frame, comparison->parameter);
	bool real = expected->real != NULL && comparison->element < expected->count;
	struct spot spot = {frame,
			    comparison->parameter,
			    grid.columns == 0 ? 0 : comparison->element / grid.columns,
			    grid.columns == 0 ? 0 : comparison->element % grid.columns,
			    grid.rows,
			    real ? expected->real[comparison->element] : 0};
	if (is_vector(frame, comparison->parameter))
		spot = (struct spot){frame, comparison->parameter, comparison->element, 0, grid.columns, spot.want};
	if (spot.rows * (grid.columns == 0 ? 1 : grid.columns) > 1 || reference_row_empty(frame, spot.parameter, 0))
		for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
			if (kinds[i].fits(&spot))
				return arena_format(arena, "%s, in %s", kinds[i].name, name);
	return arena_string(arena, name);
}

const char *feedback_place(const struct judged *judged, bool is_public, struct arena *arena)
{
	bool somewhere = judged->comparison.difference > DIFFERENCE_STATUS &&
			 (judged->verdict == VERDICT_WRONG || judged->verdict == VERDICT_UNWRITTEN ||
			  judged->verdict == VERDICT_INCONSISTENT);
	if (!somewhere)
		return "";
	return is_public ? exact_place(judged, arena) : kind_of_place(judged, arena);
}

/* ---- messages ---- */

static const char *status_words(int status, struct arena *arena)
{
	const char *name = status_name(status);
	return name != NULL ? name : arena_format(arena, "%d", status);
}

static const char *number_words(const struct frame *frame, const struct judged *judged, bool got, struct arena *arena)
{
	size_t parameter = judged->comparison.parameter, element = judged->comparison.element;
	const struct answer_output *expected = &answer_of(judged)->outputs[parameter];
	enum element type = frame->operation->parameters[parameter].element;
	const void *output = judged->outcome->outputs[parameter];
	if (!got)
		return expected->real != NULL ? arena_format(arena, "%.9g", expected->real[element])
					      : arena_format(arena, "%" PRId64, (int64_t)expected->integer[element]);
	if (type == ELEMENT_U64)
		return arena_format(arena, "%" PRIu64, ((const uint64_t *)output)[element]);
	return arena_format(arena, "%.9g", element_value(type, output, element));
}

/* In words for a hidden case; a public one adds the two numbers. */
static const char *const difference_words[DIFFERENCE_COUNT] = {
	[DIFFERENCE_NONE] = "right",
	[DIFFERENCE_STATUS] = "another status than the right one was returned",
	[DIFFERENCE_TOUCHED] = "the right error was returned, but an output was written all the same",
	[DIFFERENCE_UNWRITTEN] = "an element was never written",
	[DIFFERENCE_NOT_NAN] = "NaN is right here, something else was written",
	[DIFFERENCE_NOT_INF] = "an infinity is right here, something else was written",
	[DIFFERENCE_NOT_FINITE] = "NaN or an infinity was written where a finite number is right",
	[DIFFERENCE_NUMBER] = "a wrong number was written",
};

static const char *ratio_words(double ratio, struct arena *arena)
{
	if (isinf(ratio))
		return ", where only the exact value is right";
	return ratio > 0 ? arena_format(arena, ", about %g times the tolerance off", ratio) : "";
}

static const char *public_words(const struct judged *judged, struct arena *arena)
{
	const struct frame *frame = frame_of(judged);
	const struct comparison *comparison = &judged->comparison;
	switch (comparison->difference) {
	case DIFFERENCE_STATUS:
		return arena_format(arena, "returned %s, expected %s", status_words(judged->outcome->returned, arena),
				    status_words(answer_of(judged)->status, arena));
	case DIFFERENCE_NOT_NAN:
	case DIFFERENCE_NOT_INF:
	case DIFFERENCE_NOT_FINITE:
	case DIFFERENCE_NUMBER:
		return arena_format(arena, "got %s, expected %s%s", number_words(frame, judged, true, arena),
				    number_words(frame, judged, false, arena),
				    ratio_words(feedback_ratio(comparison), arena));
	default:
		return difference_words[comparison->difference];
	}
}

const char *feedback_message(const struct judged *judged, bool is_public, struct arena *arena)
{
	const struct comparison *comparison = &judged->comparison;
	switch (judged->verdict) {
	case VERDICT_PASSED:
		return "";
	case VERDICT_WRONG:
	case VERDICT_UNWRITTEN:
		if (is_public)
			return public_words(judged, arena);
		return arena_format(arena, "%s%s", difference_words[comparison->difference],
				    ratio_words(feedback_ratio(comparison), arena));
	case VERDICT_INCONSISTENT:
		return "the same input gave another answer the second time: keep no state between calls, read no "
		       "memory that nobody wrote";
	default:
		return judged->outcome->message != NULL ? judged->outcome->message : verdict_meaning(judged->verdict);
	}
}

/* ---- matrices ---- */

static const unsigned char *hatch(const struct frame *frame, size_t parameter, struct grid grid, struct arena *arena)
{
	unsigned char *hidden = arena_array(arena, grid.rows * grid.columns, 1);
	bool any = false;
	for (size_t i = 0; i < grid.rows * grid.columns; i++) {
		hidden[i] = !reference_visible(frame, parameter, i / grid.columns, i % grid.columns);
		any |= hidden[i];
	}
	return any ? hidden : NULL;
}

static struct matrix_record blank(const struct judged *judged, size_t parameter, enum matrix_role role,
				  double **values, struct arena *arena)
{
	const struct frame *frame = frame_of(judged);
	struct grid grid = grid_of(frame, parameter);
	*values = arena_array(arena, grid.rows * grid.columns, sizeof(double));
	return (struct matrix_record){
		.role = role,
		.name = frame->operation->parameters[parameter].name,
		.rows = grid.rows,
		.columns = grid.columns,
		.values = *values,
		.hidden = hatch(frame, parameter, grid, arena),
	};
}

static struct matrix_record given_matrix(const struct judged *judged, size_t parameter, struct arena *arena)
{
	double *values;
	struct matrix_record matrix = blank(judged, parameter, MATRIX_GIVEN, &values, arena);
	const struct frame *frame = frame_of(judged);
	enum element type = frame->operation->parameters[parameter].element;
	for (size_t i = 0; i < matrix.rows * matrix.columns; i++)
		values[i] = element_value(type, frame->arguments[parameter].buffer, i);
	return matrix;
}

static struct matrix_record expected_matrix(const struct judged *judged, size_t parameter, struct arena *arena)
{
	double *values;
	struct matrix_record matrix = blank(judged, parameter, MATRIX_EXPECTED, &values, arena);
	const struct answer_output *expected = &answer_of(judged)->outputs[parameter];
	for (size_t i = 0; i < matrix.rows * matrix.columns; i++)
		values[i] = expected->real != NULL ? expected->real[i] : (double)(int64_t)expected->integer[i];
	return matrix;
}

static struct matrix_record got_matrix(const struct judged *judged, size_t parameter, struct arena *arena)
{
	double *values;
	struct matrix_record matrix = blank(judged, parameter, MATRIX_GOT, &values, arena);
	const struct parameter *described = &frame_of(judged)->operation->parameters[parameter];
	const void *output = judged->outcome->outputs[parameter], *junk = judged->outcome->junk[parameter];
	unsigned char *unwritten = arena_array(arena, matrix.rows * matrix.columns, 1);
	for (size_t i = 0; i < matrix.rows * matrix.columns; i++) {
		unwritten[i] = described->kind != PARAMETER_INOUT && element_same(described->element, output, junk, i);
		values[i] = unwritten[i] ? 0 : element_value(described->element, output, i);
	}
	matrix.unwritten = unwritten;
	return matrix;
}

static const struct matrix_record *matrices_of(const struct judged *judged, size_t *count, struct arena *arena)
{
	const struct frame *frame = frame_of(judged);
	const struct operation *operation = frame->operation;
	struct matrix_record *list = arena_array(arena, 3 * operation->n_parameters, sizeof(*list));
	*count = 0;
	for (size_t p = 0; p < operation->n_parameters; p++) {
		struct grid grid = grid_of(frame, p);
		bool absent = judged->exercise->batch_cases[judged->index].absent[p];
		if (!parameter_is_buffer(&operation->parameters[p]) || absent || grid.rows * grid.columns == 0 ||
		    grid.rows * grid.columns > MATRIX_ELEMENTS_MAX)
			continue;
		if (parameter_is_read(&operation->parameters[p]))
			list[(*count)++] = given_matrix(judged, p, arena);
		if (!parameter_is_written(&operation->parameters[p]) || answer_of(judged)->status != 0)
			continue;
		list[(*count)++] = expected_matrix(judged, p, arena);
		if (judged->outcome->outputs[p] != NULL)
			list[(*count)++] = got_matrix(judged, p, arena);
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

static const char *scalars_of(const struct frame *frame, struct arena *arena)
{
	TEXT_SCOPED struct text text = {0};
	for (size_t p = 0; p < frame->operation->n_parameters; p++)
		if (!parameter_is_buffer(&frame->operation->parameters[p]))
			add_scalar(&text, &frame->operation->parameters[p], &frame->arguments[p]);
	return arena_string(arena, text_string(&text));
}

static bool returned(enum verdict verdict)
{
	return verdict == VERDICT_PASSED || verdict == VERDICT_WRONG || verdict == VERDICT_UNWRITTEN ||
	       verdict == VERDICT_INCONSISTENT;
}

const struct case_record *feedback_case(const struct judged *judged, struct arena *arena)
{
	struct case_record *record = arena_alloc(arena, sizeof(*record));
	record->verdict = judged->verdict;
	record->scalars = scalars_of(frame_of(judged), arena);
	record->returned = returned(judged->verdict) ? status_words(judged->outcome->returned, arena) : "";
	record->expected_return = status_words(answer_of(judged)->status, arena);
	record->matrices = matrices_of(judged, &record->n_matrices, arena);
	return record;
}
