#include "grading/spot.h"

#include <math.h>

#include "grading/picture.h"

/* Where it is wrong: of an echo, where the case itself and the echo part. */
struct where {
	const struct frame *frame;
	const struct answer *answer;
	size_t parameter, element;
};

static struct where find(const struct judged *judged)
{
	const struct judged *itself = judged->asked != NULL ? judged->asked : judged;
	const bool broken = judged->breach.kind != BREACH_NONE;
	return (struct where){&itself->given->frame, itself->answer,
			      broken ? judged->breach.parameter : judged->comparison.parameter,
			      broken ? judged->breach.element : judged->comparison.element};
}

static const char *exact_place(const struct judged *judged, struct arena *arena)
{
	const struct where where = find(judged);
	const struct frame *frame = where.frame;
	size_t parameter = where.parameter, element = where.element;
	const char *name = frame->operation->parameters[parameter].name;
	struct grid grid = picture_grid(frame, parameter);
	if (grid.rows * grid.columns <= 1)
		return arena_string(arena, name);
	if (judged->breach.kind == BREACH_SUM)
		return arena_format(arena, "row %zu of %s", element / grid.columns, name);
	if (picture_is_vector(frame, parameter))
		return arena_format(arena, "element %zu of %s", element, name);
	return arena_format(arena, "row %zu, column %zu of %s", element / grid.columns, element % grid.columns, name);
}

/* What one element is, as far as kinds of places go. */
struct spot {
	const struct frame *frame;
	size_t parameter, row, column, rows;
	double want; /* NaN too; 0 for integers */
	bool whole;  /* it is about the row as a whole: no column of it is meant */
};

static bool is_empty_row(const struct spot *spot)
{
	return reference_row_empty(spot->frame, spot->parameter, spot->row);
}

static bool is_hidden(const struct spot *spot)
{
	return !spot->whole && !reference_visible(spot->frame, spot->parameter, spot->row, spot->column);
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

static struct spot look_at(const struct where *where)
{
	const struct answer_output *expected = &where->answer->outputs[where->parameter];
	const struct grid grid = picture_grid(where->frame, where->parameter);
	const size_t columns = grid.columns == 0 ? 1 : grid.columns;
	const bool real = expected->real != NULL && where->element < expected->count;
	const double want = real ? expected->real[where->element] : 0;
	if (picture_is_vector(where->frame, where->parameter))
		return (struct spot){where->frame, where->parameter, where->element, 0, grid.columns, want, false};
	return (struct spot){
		where->frame, where->parameter, where->element / columns, where->element % columns, grid.rows, want,
		false};
}

static const char *kind_of_place(const struct judged *judged, struct arena *arena)
{
	const struct where where = find(judged);
	const char *name = where.frame->operation->parameters[where.parameter].name;
	const struct grid grid = picture_grid(where.frame, where.parameter);
	struct spot spot = look_at(&where);
	spot.whole = judged->breach.kind == BREACH_SUM;
	if (spot.rows * (grid.columns == 0 ? 1 : grid.columns) > 1 ||
	    reference_row_empty(where.frame, spot.parameter, 0))
		for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
			if (kinds[i].fits(&spot))
				return arena_format(arena, "%s, in %s", kinds[i].name, name);
	return arena_string(arena, name);
}

const char *spot_describe(const struct judged *judged, bool is_public, struct arena *arena)
{
	const enum breach_kind broken = judged->breach.kind;
	const bool somewhere = broken == BREACH_NONE
				       ? judged->comparison.difference > DIFFERENCE_STATUS
				       : broken == BREACH_SUM || broken == BREACH_ECHO || broken == BREACH_UNWRITTEN;
	const bool answered = judged->verdict == VERDICT_WRONG || judged->verdict == VERDICT_UNWRITTEN ||
			      judged->verdict == VERDICT_INCONSISTENT;
	if (!somewhere || !answered)
		return "";
	return is_public ? exact_place(judged, arena) : kind_of_place(judged, arena);
}
