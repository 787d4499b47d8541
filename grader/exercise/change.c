#include "exercise/change.h"

#include <math.h>
#include <string.h>

/* ---- lists of parameters -------------------------------------------------------------------------- */

enum { NAME_MAX_BYTES = 32 };

/* Takes the next name off a list. False at its end, and for no list at all. */
static bool take(const char **list, char name[NAME_MAX_BYTES])
{
	if (*list == NULL || **list == '\0')
		return false;
	const size_t length = strcspn(*list, " ");
	snprintf(name, NAME_MAX_BYTES, "%.*s", (int)length, *list);
	*list += length + ((*list)[length] == ' ');
	return true;
}

/* A buffer of an echo as batches of rows. */
struct grid {
	size_t batches, rows, columns;
};

static struct grid grid_of(const struct frame *frame, const char *name)
{
	struct shape shape = {0};
	const size_t index = operation_parameter(frame->operation, name, strlen(name));
	if (!frame_shape(frame, index, &shape) || shape.n_extents == 0)
		return (struct grid){0, 0, 0};
	if (shape.n_extents == 1)
		return (struct grid){1, shape.extents[0], 1};
	if (shape.n_extents == 2)
		return (struct grid){1, shape.extents[0], shape.extents[1]};
	return (struct grid){shape.extents[0], shape.extents[1], shape.extents[2]};
}

/* Rows `first` to `end`, the end not included, of every batch are the same in the outputs of the list. */
static void keep(struct echoes *echoes, struct echo *echo, const char *list, size_t first, size_t end)
{
	char name[NAME_MAX_BYTES];
	while (take(&list, name)) {
		const struct grid grid = grid_of(echoes->frame, name);
		for (size_t b = 0; b < grid.batches; b++) {
			const size_t element = (b * grid.rows + first) * grid.columns;
			echo_link(echoes, echo, name, element, name, element, (end - first) * grid.columns);
		}
	}
}

static void keep_all(struct echoes *echoes, struct echo *echo, const char *list)
{
	char name[NAME_MAX_BYTES];
	const char *rest = list;
	if (take(&rest, name))
		keep(echoes, echo, list, 0, grid_of(echoes->frame, name).rows);
}

/* ---- other numbers -------------------------------------------------------------------------------- */

/* Ordinary ones, large ones, or very large ones: what must not matter must not matter at any size. */
static float draw_scale(struct echoes *echoes)
{
	static const float scales[] = {1, 32, 1024};
	return scales[stream_below(echoes->stream, sizeof(scales) / sizeof(scales[0]))];
}

static void replace(struct echoes *echoes, float *numbers, size_t count, float scale)
{
	for (size_t i = 0; i < count; i++)
		numbers[i] = (float)stream_normal(echoes->stream, 0, scale);
}

/* Replaces rows `first` to `end` of every batch in the buffers of the list. */
static void replace_rows(struct echoes *echoes, struct echo *echo, const char *list, size_t first, size_t end)
{
	char name[NAME_MAX_BYTES];
	const float scale = draw_scale(echoes);
	while (take(&list, name)) {
		const struct grid grid = grid_of(echoes->frame, name);
		float *numbers = echo_own(echoes, echo, name);
		const size_t stop = end < grid.rows ? end : grid.rows;
		for (size_t b = 0; b < grid.batches && first < stop; b++)
			replace(echoes, numbers + (b * grid.rows + first) * grid.columns, (stop - first) * grid.columns,
				scale);
	}
}

/* How many rows the first buffer of a list has, in a batch. */
static size_t count_rows(const struct echoes *echoes, const char *list)
{
	char name[NAME_MAX_BYTES];
	return take(&list, name) ? grid_of(echoes->frame, name).rows : 0;
}

/* How many of `keys` keys row `row` sees. */
static size_t count_seen(const struct frame *frame, size_t row, size_t keys)
{
	const ptrdiff_t offset = echo_offset(frame);
	ptrdiff_t last;
	if (__builtin_add_overflow(offset, (ptrdiff_t)row, &last))
		return keys;
	return last < 0 ? 0 : (size_t)last >= keys ? keys : (size_t)last + 1;
}

/* ---- causal --------------------------------------------------------------------------------------- */

void change_future(struct echoes *echoes, const struct property *property)
{
	const size_t rows = count_rows(echoes, property->rows), keys = count_rows(echoes, property->keys);
	if (rows < 2)
		return;
	const size_t row = stream_below(echoes->stream, rows - 1);
	struct echo *echo = echo_repeat(echoes, RELATION_BITS);
	replace_rows(echoes, echo, property->rows, row + 1, rows);
	replace_rows(echoes, echo, property->keys, count_seen(echoes->frame, row, keys), keys);
	keep(echoes, echo, property->kept, 0, row + 1);
}

void change_future_of_gradient(struct echoes *echoes, const struct property *property)
{
	change_future(echoes, property);
	const size_t rows = count_rows(echoes, property->rows);
	if (rows < 2)
		return;
	const size_t row = stream_below(echoes->stream, rows - 1);
	struct echo *echo = echo_repeat(echoes, RELATION_BITS);
	replace_rows(echoes, echo, property->rows, 0, row + 1);
	keep(echoes, echo, "dk dv", row + 1, rows);
}

void change_masked(struct echoes *echoes, const struct property *property)
{
	struct echo *echo = echo_repeat(echoes, RELATION_BITS);
	const struct grid grid = grid_of(echoes->frame, "mask");
	const float *mask = echo_floats(echoes->frame, "mask");
	float *scores = echo_own(echoes, echo, "scores");
	const float scale = draw_scale(echoes);
	for (size_t i = 0; i < grid.rows * grid.columns; i++)
		if (mask[i] == -INFINITY)
			replace(echoes, &scores[i], 1, scale);
	keep_all(echoes, echo, property->kept);
}

/* ---- padding -------------------------------------------------------------------------------------- */

/* `length` is a size, or a buffer with one element. */
static size_t length_of(const struct frame *frame, const char *length, size_t keys)
{
	if (length == NULL)
		return keys;
	const size_t index = operation_parameter(frame->operation, length, strlen(length));
	const bool is_buffer = parameter_is_buffer(&frame->operation->parameters[index]);
	const uint64_t count = is_buffer ? echo_whole(frame, length, 0) : frame->arguments[index].size;
	return count < keys ? (size_t)count : keys;
}

void change_padding(struct echoes *echoes, const struct property *property)
{
	struct echo *echo = echo_repeat(echoes, RELATION_BITS);
	const size_t keys = count_rows(echoes, property->keys);
	replace_rows(echoes, echo, property->keys, length_of(echoes->frame, property->length, keys), keys);
	keep_all(echoes, echo, property->kept);
}

void change_padding_of_batch(struct echoes *echoes, const struct property *property)
{
	struct echo *echo = echo_repeat(echoes, RELATION_BITS);
	const char *list = property->keys;
	char name[NAME_MAX_BYTES];
	const float scale = draw_scale(echoes);
	while (take(&list, name)) {
		const struct grid grid = grid_of(echoes->frame, name);
		float *numbers = echo_own(echoes, echo, name);
		for (size_t b = 0; b < grid.batches; b++) {
			const uint64_t length = echo_whole(echoes->frame, property->length, b);
			for (size_t row = length < grid.rows ? (size_t)length : grid.rows; row < grid.rows; row++)
				replace(echoes, numbers + (b * grid.rows + row) * grid.columns, grid.columns, scale);
		}
	}
	keep_all(echoes, echo, property->kept);
}

/* ---- shift ---------------------------------------------------------------------------------------- */

enum { SCORE_SHIFT_MAX = 64, KEY_SHIFT_MAX = 4 };

/* A whole number from -max to max. */
static float draw_shift(struct echoes *echoes, int max)
{
	return (float)((int)stream_below(echoes->stream, 2 * (uint64_t)max + 1) - max);
}

void change_scores(struct echoes *echoes, const struct property *property)
{
	struct echo *echo = echo_repeat(echoes, RELATION_TOLERANCE);
	const struct grid grid = grid_of(echoes->frame, "scores");
	float *scores = echo_own(echoes, echo, "scores");
	for (size_t i = 0; i < grid.rows; i++) {
		const float shift = draw_shift(echoes, SCORE_SHIFT_MAX);
		for (size_t j = 0; j < grid.columns; j++)
			scores[i * grid.columns + j] += shift;
	}
	keep_all(echoes, echo, property->kept);
}

void change_keys(struct echoes *echoes, const struct property *property)
{
	const size_t d_k = echo_size(echoes->frame, "d_k");
	if (d_k == 0)
		return; /* no scores to shift, and an error to return */
	struct echo *echo = echo_repeat(echoes, RELATION_TOLERANCE);
	float *shift = arena_array(echoes->arena, d_k, sizeof(*shift));
	for (size_t t = 0; t < d_k; t++)
		shift[t] = draw_shift(echoes, KEY_SHIFT_MAX);
	const char *list = property->keys;
	char name[NAME_MAX_BYTES];
	while (take(&list, name)) {
		struct shape shape = {0};
		float *keys = echo_own(echoes, echo, name);
		frame_shape(echoes->frame, operation_parameter(echoes->frame->operation, name, strlen(name)), &shape);
		for (size_t i = 0; i < shape.count; i++)
			keys[i] += shift[i % d_k];
	}
	keep_all(echoes, echo, property->kept);
}

/* ---- permutation ---------------------------------------------------------------------------------- */

/* Where each of `count` places gets its contents from. */
static const size_t *shuffle(struct echoes *echoes, size_t count)
{
	size_t *order = arena_array(echoes->arena, count, sizeof(*order));
	for (size_t i = 0; i < count; i++)
		order[i] = i;
	for (size_t i = count; i > 1; i--) {
		const size_t j = stream_below(echoes->stream, i), kept = order[i - 1];
		order[i - 1] = order[j];
		order[j] = kept;
	}
	return order;
}

void change_column_order(struct echoes *echoes, const struct property *property)
{
	struct echo *echo = echo_repeat(echoes, RELATION_TOLERANCE);
	const struct grid grid = grid_of(echoes->frame, property->kept);
	const size_t *order = shuffle(echoes, grid.columns);
	const char *list = property->keys;
	char name[NAME_MAX_BYTES];
	while (take(&list, name)) {
		const float *from = echo_floats(echoes->frame, name);
		float *to = echo_own(echoes, echo, name);
		for (size_t i = 0; i < grid.rows * grid.columns; i++)
			to[i] = from[i - i % grid.columns + order[i % grid.columns]];
	}
	for (size_t j = 0; j < grid.columns; j++)
		echo_link_column(echoes, echo, property->kept, order[j], j);
}

/* The first `count` rows of each batch in another order, the same for all buffers of the list. */
static void reorder(struct echoes *echoes, struct echo *echo, const char *list, size_t count)
{
	const size_t *order = shuffle(echoes, count);
	char name[NAME_MAX_BYTES];
	while (take(&list, name)) {
		const struct grid grid = grid_of(echoes->frame, name);
		const float *from = echo_floats(echoes->frame, name);
		float *to = echo_own(echoes, echo, name);
		for (size_t b = 0; b < grid.batches; b++)
			for (size_t i = 0; i < count && grid.columns > 0; i++)
				memcpy(to + (b * grid.rows + i) * grid.columns,
				       from + (b * grid.rows + order[i]) * grid.columns, grid.columns * sizeof(*to));
	}
}

/* Without `rows` all rows see the same keys; else the keys that one row sees are reordered, and it stays. */
void change_key_order(struct echoes *echoes, const struct property *property)
{
	const size_t keys = count_rows(echoes, property->keys), rows = count_rows(echoes, property->rows);
	if (keys == 0 || (property->rows != NULL && rows == 0))
		return;
	struct echo *echo = echo_repeat(echoes, RELATION_TOLERANCE);
	if (property->rows == NULL) {
		reorder(echoes, echo, property->keys, length_of(echoes->frame, property->length, keys));
		keep_all(echoes, echo, property->kept);
		return;
	}
	/* of the later half: it sees more */
	const size_t row = rows - 1 - stream_below(echoes->stream, (rows + 1) / 2);
	reorder(echoes, echo, property->keys, count_seen(echoes->frame, row, keys));
	keep(echoes, echo, property->kept, row, row + 1);
}

/* The tokens before a row; its own stays where it is, since its query does. */
void change_past_order(struct echoes *echoes, const struct property *property)
{
	const size_t rows = count_rows(echoes, property->rows);
	if (rows == 0)
		return;
	struct echo *echo = echo_repeat(echoes, RELATION_TOLERANCE);
	const size_t row = rows - 1 - stream_below(echoes->stream, (rows + 1) / 2);
	reorder(echoes, echo, property->rows, row);
	keep(echoes, echo, property->kept, row, row + 1);
}

static void swap(struct echo *echo, const char *a, const char *b)
{
	const struct operation *operation = echo->frame.operation;
	union argument *first = &echo->frame.arguments[operation_parameter(operation, a, strlen(a))];
	union argument *second = &echo->frame.arguments[operation_parameter(operation, b, strlen(b))];
	const union argument kept = *first;
	*first = *second;
	*second = kept;
}

void change_sides(struct echoes *echoes, const struct property *property)
{
	struct echo *echo = echo_repeat(echoes, RELATION_TOLERANCE);
	swap(echo, "out_a", "out_b");
	swap(echo, "lse_a", "lse_b");
	keep_all(echoes, echo, property->kept);
}
