#include "grading/filling.h"

#include <math.h>
#include <string.h>

#include "reference.h"

/* What to do to small integers so that scores become large, very negative, tiny, or -inf here and there. */
struct temper {
	const char *name;
	float tens, large;  /* FILLING_TENS, FILLING_LARGE: times this */
	float cold, frozen; /* FILLING_COLD, FILLING_FROZEN: plus this */
	float tiny;	    /* FILLING_TINY: times this */
	bool barred;	    /* FILLING_BARRED: some are -inf */
};

static const struct temper tempers[] = {
	{"q", 10, 40, 100, 1e5F, 1e-20F, true},
	{"k", 10, 40, -100, -1e5F, 1e-20F, false},
	{"query", 10, 40, 100, 1e5F, 1e-20F, true},
	{"key", 10, 40, -100, -1e5F, 1e-20F, false},
	{"keys", 10, 40, -100, -1e5F, 1e-20F, false},
	{"v", 1, 1, 0, 0, 1e-20F, false},
	{"out", 1, 1, 0, 0, 1e-20F, false},
	{"scores", 45, 1000, -20000, -1e10F, 1, true},
	{"lse_a", 45, 500, -20000, -1e10F, 1, true},
	{"lse_b", 45, 500, -20000, -1e10F, 1, true},
	{"w_q", 10, 10, 20, 1e5F, 1, true},
	{"w_k", 10, 10, -20, -1e5F, 1, false},
	{"x", 1, 1, 2, 2, 1, false},
};

/* Integers in a buffer count rows of something: those of this size. */
static const struct {
	const char *name, *counts;
} counters[] = {{"lengths", "n"}, {"length", "capacity"}};

uint64_t filling_mix(uint64_t seed, uint64_t number)
{
	/* splitmix64 */
	uint64_t z = seed + (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static float pick(const float *values, size_t count, uint64_t noise)
{
	return values[noise % count];
}

static float draw_integer(uint64_t noise)
{
	static const float integers[] = {0, 1, -1, 2, 3, 1, 2, -2};
	return pick(integers, sizeof(integers) / sizeof(integers[0]), noise);
}

/* The rows of a buffer: its last extent but one; a vector has as many rows as elements. */
struct rows {
	size_t count, columns; /* element i is in row i / columns % count */
};

static struct rows rows_of(const struct shape *shape)
{
	if (shape->n_extents < 2)
		return (struct rows){shape->count, 1};
	return (struct rows){shape->extents[shape->n_extents - 2], shape->extents[shape->n_extents - 1]};
}

/* ---- ordinary numbers ---- */

static float temper(const char *name, enum filling filling, float value, uint64_t noise)
{
	const struct temper *temper = NULL;
	for (size_t i = 0; i < sizeof(tempers) / sizeof(tempers[0]); i++)
		if (strcmp(tempers[i].name, name) == 0)
			temper = &tempers[i];
	if (temper == NULL)
		return value;
	switch (filling) {
	case FILLING_TENS:
		return temper->tens * value;
	case FILLING_LARGE:
		return temper->large * value;
	case FILLING_COLD:
		return temper->cold + value;
	case FILLING_FROZEN:
		return temper->frozen + value;
	case FILLING_TINY:
		return temper->tiny * value;
	case FILLING_BARRED:
		return temper->barred && noise % 2 == 0 ? -INFINITY : value;
	default:
		return value;
	}
}

/* A square matrix may have to be inverted: elimination is exact for these, so that singular means singular. */
static float draw_invertible(const struct rows *rows, size_t element, uint64_t noise)
{
	bool diagonal = element / rows->columns == element % rows->columns;
	static const float entries[] = {0, 1, 0, -1, 1};
	return diagonal && noise % 3 != 0 ? 1 : pick(entries, sizeof(entries) / sizeof(entries[0]), noise >> 8);
}

static void fill_floats(const struct batch_case *given, size_t parameter, const struct shape *shape,
			enum filling filling, uint64_t seed)
{
	const struct parameter *described = &given->frame.operation->parameters[parameter];
	float *values = given->frame.arguments[parameter].buffer;
	struct rows rows = rows_of(shape);
	bool square = strcmp(described->shape, "n, n") == 0;
	for (size_t i = 0; i < shape->count; i++) {
		uint64_t noise = filling_mix(seed, i);
		values[i] = square ? draw_invertible(&rows, i, noise) : draw_integer(noise);
		if (filling == FILLING_QUARTERS && !square)
			values[i] = (float)((int)(noise % 17) - 8) / 4;
		values[i] = temper(described->name, filling, values[i], noise >> 16);
	}
}

/* ---- masks ---- */

/* Each says whether entry (row, column) is hidden. */
static bool hide_future(size_t row, size_t column, uint64_t noise)
{
	(void)noise;
	return column > row;
}

static bool hide_past(size_t row, size_t column, uint64_t noise)
{
	(void)noise;
	return column < row;
}

static bool hide_own(size_t row, size_t column, uint64_t noise)
{
	(void)noise;
	return column >= row;
}

static bool hide_late(size_t row, size_t column, uint64_t noise)
{
	(void)noise;
	return column > row + 1;
}

static bool hide_some(size_t row, size_t column, uint64_t noise)
{
	(void)row, (void)column;
	return noise % 2 == 0;
}

static bool hide_first_row(size_t row, size_t column, uint64_t noise)
{
	(void)column, (void)noise;
	return row == 0;
}

static bool (*const hides[])(size_t row, size_t column, uint64_t noise) = {
	hide_future, hide_some, hide_future, hide_past, hide_first_row, hide_own, hide_future, hide_late};

enum { MASKS = sizeof(hides) / sizeof(hides[0]) };

static void fill_mask(float *values, const struct shape *shape, uint64_t seed)
{
	static const float others[] = {0, -INFINITY, 1, -1e9f, -1, 0.5f, INFINITY, NAN};
	struct rows rows = rows_of(shape);
	size_t kind = seed % MASKS;
	for (size_t i = 0; i < shape->count; i++)
		values[i] = hides[kind](i / rows.columns, i % rows.columns, filling_mix(seed, i)) ? -INFINITY : 0;
	/* every other one has an entry that does not fit */
	if (shape->count > 0 && (seed / MASKS) % 2 == 1)
		values[filling_mix(seed, shape->count) % shape->count] =
			pick(others, sizeof(others) / sizeof(others[0]), filling_mix(seed, shape->count + 1));
}

/* ---- counts ---- */

static void fill_counts(const struct batch_case *given, size_t parameter, const struct shape *shape, uint64_t seed)
{
	const struct operation *operation = given->frame.operation;
	uint64_t *values = given->frame.arguments[parameter].buffer;
	size_t size = operation->n_parameters;
	for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++)
		if (strcmp(counters[i].name, operation->parameters[parameter].name) == 0)
			size = operation_parameter(operation, counters[i].counts, strlen(counters[i].counts));
	uint64_t limit = size < operation->n_parameters ? given->frame.arguments[size].size + 1 : 4;
	for (size_t i = 0; i < shape->count; i++)
		values[i] = filling_mix(seed, i) % (limit + 1);
}

/* ---- what rows look at last, or not at all ---- */

static const float poisons[FILLING_COUNT] = {
	[FILLING_LOUD] = 3e9f,	       [FILLING_NAN] = NAN,
	[FILLING_INFINITE] = INFINITY, [FILLING_MINUS_INFINITE] = -INFINITY,
	[FILLING_BARRED] = NAN,
};

/* Poisons the elements that their rows do not see; if all are seen, the last row. */
static void poison(const struct batch_case *given, size_t parameter, const struct shape *shape, float value)
{
	float *values = given->frame.arguments[parameter].buffer;
	struct rows rows = rows_of(shape);
	bool any = false;
	for (size_t i = 0; i < shape->count; i++)
		if (!reference_visible(&given->frame, parameter, i / rows.columns, i % rows.columns))
			values[i] = value, any = true;
	for (size_t i = 0; i < shape->count && !any; i++)
		if (i / rows.columns % rows.count == rows.count - 1)
			values[i] = value;
}

static float poison_for(const char *name, enum filling filling)
{
	/* a log-sum-exp of -inf makes its part empty: then the part may hold anything */
	if (strncmp(name, "lse", 3) == 0)
		return -INFINITY;
	/* what is multiplied twice would leave nothing but rounding */
	if (filling == FILLING_LOUD && (name[0] == 'x' || name[0] == 'w'))
		return NAN;
	return poisons[filling];
}

/* Beside barred scores the values alone: what is left of a gradient must not all be NaN. */
static bool may_poison(const struct parameter *parameter, enum filling filling)
{
	if (filling == FILLING_BARRED && strcmp(parameter->name, "v") != 0)
		return false;
	return parameter_is_read(parameter) && parameter->element == ELEMENT_F32 &&
	       strcmp(parameter->name, "mask") != 0 && strcmp(parameter->shape, "n, n") != 0;
}

/* One buffer of floats, or two that stand side by side, as keys and values do. */
static void poison_some(const struct batch_case *given, enum filling filling, uint64_t seed)
{
	const struct operation *operation = given->frame.operation;
	size_t floats[OPERATION_PARAMETERS_MAX], count = 0;
	for (size_t p = 0; p < operation->n_parameters; p++)
		if (may_poison(&operation->parameters[p], filling))
			floats[count++] = p;
	size_t first = count == 0 ? 0 : seed % count, several = 1 + seed / OPERATION_PARAMETERS_MAX % 2;
	for (size_t i = first; i < count && i < first + several; i++) {
		const char *name = operation->parameters[floats[i]].name;
		struct shape shape;
		float value = poison_for(name, filling);
		if (frame_shape(&given->frame, floats[i], &shape))
			poison(given, floats[i], &shape, value);
	}
}

void filling_make(struct batch_case *given, enum filling filling, uint64_t seed, struct arena *arena)
{
	const struct operation *operation = given->frame.operation;
	for (size_t p = 0; p < operation->n_parameters; p++) {
		const struct parameter *parameter = &operation->parameters[p];
		struct shape shape;
		if (!parameter_is_read(parameter) || !frame_shape(&given->frame, p, &shape))
			continue;
		uint64_t own = filling_mix(seed, p);
		void *buffer = arena_array(arena, shape.count + 1, element_bytes(parameter->element));
		given->frame.arguments[p].buffer = buffer;
		if (parameter->element == ELEMENT_U64)
			fill_counts(given, p, &shape, own);
		else if (strcmp(parameter->name, "mask") == 0)
			fill_mask(buffer, &shape, own);
		else
			fill_floats(given, p, &shape, filling, own);
	}
	bool poisoned = poisons[filling] != 0 && (filling != FILLING_BARRED || seed >> 32 & 1);
	if (poisoned)
		poison_some(given, filling, seed);
}
