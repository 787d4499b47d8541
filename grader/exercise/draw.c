#include "exercise/draw.h"

#include <stdint.h>
#include <string.h>

#include "exercise/given.h"
#include "exercise/scalar.h"

/* The values that a kind of scalar may have; an offset may be anything that ptrdiff_t holds. */
static const struct {
	__int128 lo, hi;
} ranges[] = {
	[PARAMETER_SIZE] = {0, SIZE_MAX_DRAWN},
	[PARAMETER_OFFSET] = {PTRDIFF_MIN, PTRDIFF_MAX},
	[PARAMETER_NUMBER] = {0, UINT64_MAX},
	[PARAMETER_CHOICE] = {INT32_MIN, INT32_MAX},
};

static void store(enum parameter_kind kind, __int128 value, union argument *argument)
{
	if (kind == PARAMETER_SIZE)
		argument->size = (size_t)value;
	else if (kind == PARAMETER_OFFSET)
		argument->offset = (ptrdiff_t)value;
	else if (kind == PARAMETER_NUMBER)
		argument->number = (uint64_t)value;
	else
		argument->choice = (int32_t)value;
}

static bool evaluate(struct draw *draw, size_t index)
{
	const struct parameter *parameter = &draw->given->operation->parameters[index];
	const struct scalar *scalar = draw->given->scalars[index];
	__int128 *value = &draw->scalars[index];
	struct stream stream;
	stream_open(&stream, &draw->source, parameter->name);
	if (scalar == NULL || !scalar_evaluate(scalar, draw, &stream, value))
		return false;
	__int128 lo = ranges[parameter->kind].lo, hi = ranges[parameter->kind].hi;
	store(parameter->kind, *value, &draw->frame->arguments[index]);
	if (*value >= lo && *value <= hi)
		return true;
	char digits[3][NUMBER_DIGITS];
	reader_error(draw->reader, scalar->place, "\"%s\" must be %s to %s, not \"%s\"", parameter->name,
		     number_print(lo, digits[0]), number_print(hi, digits[1]), number_print(*value, digits[2]));
	return false;
}

bool draw_scalar(struct draw *draw, size_t index, __int128 *value)
{
	if (draw->states[index] == DRAW_NOT_YET)
		draw->states[index] = evaluate(draw, index) ? DRAW_DONE : DRAW_FAILED;
	*value = draw->scalars[index];
	return draw->states[index] == DRAW_DONE;
}

/*
 * Asks `test` about every scalar that extent `axis` of a shape names, or that any extent does (`axis`
 * ALL_AXES). Are all of them so?
 */
enum { ALL_AXES = SHAPE_EXTENTS_MAX };

static bool test_names(const struct operation *operation, size_t index, size_t axis,
		       bool (*test)(struct draw *draw, const struct given *given, size_t scalar), struct draw *draw,
		       const struct given *given)
{
	const char *text = operation->parameters[index].shape;
	bool all = true;
	for (size_t at = 0; *text != '\0';) {
		size_t length = strcspn(text, ",*");
		if (axis == ALL_AXES || axis == at)
			all = test(draw, given, operation_parameter(operation, text, length)) && all;
		text += length;
		at += *text == ',';
		text += strspn(text, ",* ");
	}
	return all;
}

static bool is_known(struct draw *draw, const struct given *given, size_t scalar)
{
	(void)given;
	__int128 ignored;
	return draw_scalar(draw, scalar, &ignored);
}

bool draw_shape(struct draw *draw, size_t index, struct shape *shape)
{
	if (!test_names(draw->given->operation, index, ALL_AXES, is_known, draw, draw->given))
		return false;
	if (!frame_shape(draw->frame, index, shape))
		shape->count = SIZE_MAX; /* over every limit */
	return true;
}

static bool is_constant(struct draw *draw, const struct given *given, size_t scalar)
{
	(void)draw;
	return given->scalars[scalar] != NULL && scalar_constant(given->scalars[scalar], given);
}

__int128 draw_extent_most(const struct given *given, size_t index, size_t axis)
{
	const char *text = given->operation->parameters[index].shape;
	__int128 most = 1;
	for (size_t at = 0; *text != '\0' && at <= axis;) {
		size_t length = strcspn(text, ",*");
		size_t scalar = operation_parameter(given->operation, text, length);
		if (at == axis) {
			__int128 hi = given->ranges[scalar].hi;
			most *= hi < SIZE_MAX_DRAWN ? hi : SIZE_MAX_DRAWN;
		}
		text += length;
		at += *text == ',';
		text += strspn(text, ",* ");
	}
	return most;
}

bool draw_extent_constant(const struct given *given, size_t index, size_t axis)
{
	return test_names(given->operation, index, axis, is_constant, NULL, given);
}

const struct scalar *draw_extent_drawn(const struct given *given, size_t index, size_t axis)
{
	const char *text = given->operation->parameters[index].shape;
	const struct scalar *drawn = NULL;
	for (size_t at = 0; *text != '\0' && at <= axis && drawn == NULL;) {
		size_t length = strcspn(text, ",*");
		if (at == axis)
			drawn = scalar_drawn(given->scalars[operation_parameter(given->operation, text, length)],
					     given);
		text += length;
		at += *text == ',';
		text += strspn(text, ",* ");
	}
	return drawn;
}
