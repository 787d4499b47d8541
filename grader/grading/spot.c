#include "grading/spot.h"

#include <math.h>

#include "grading/picture.h"

static const char *exact_place(const struct judged *judged, struct arena *arena)
{
	const struct frame *frame = &judged->given->frame;
	size_t parameter = judged->comparison.parameter, element = judged->comparison.element;
	const char *name = frame->operation->parameters[parameter].name;
	struct grid grid = picture_grid(frame, parameter);
	if (grid.rows * grid.columns <= 1)
		return arena_string(arena, name);
	if (picture_is_vector(frame, parameter))
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
	const struct frame *frame = &judged->given->frame;
	const struct comparison *comparison = &judged->comparison;
	const struct answer_output *expected = &judged->answer->outputs[comparison->parameter];
	const char *name = frame->operation->parameters[comparison->parameter].name;
	struct grid grid = picture_grid(frame, comparison->parameter);
	bool real = expected->real != NULL && comparison->element < expected->count;
	struct spot spot = {frame,
			    comparison->parameter,
			    grid.columns == 0 ? 0 : comparison->element / grid.columns,
			    grid.columns == 0 ? 0 : comparison->element % grid.columns,
			    grid.rows,
			    real ? expected->real[comparison->element] : 0};
	if (picture_is_vector(frame, comparison->parameter))
		spot = (struct spot){frame, comparison->parameter, comparison->element, 0, grid.columns, spot.want};
	if (spot.rows * (grid.columns == 0 ? 1 : grid.columns) > 1 || reference_row_empty(frame, spot.parameter, 0))
		for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
			if (kinds[i].fits(&spot))
				return arena_format(arena, "%s, in %s", kinds[i].name, name);
	return arena_string(arena, name);
}

const char *spot_describe(const struct judged *judged, bool is_public, struct arena *arena)
{
	bool somewhere = judged->comparison.difference > DIFFERENCE_STATUS &&
			 (judged->verdict == VERDICT_WRONG || judged->verdict == VERDICT_UNWRITTEN ||
			  judged->verdict == VERDICT_INCONSISTENT);
	if (!somewhere)
		return "";
	return is_public ? exact_place(judged, arena) : kind_of_place(judged, arena);
}
