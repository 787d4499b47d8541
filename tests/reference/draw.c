#include "reference/draw.h"

#include <check.h>
#include <math.h>
#include <string.h>

/* SplitMix64. */
uint64_t draw_word(struct draw *draw)
{
	uint64_t z = draw->state += 0x9e3779b97f4a7c15;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

size_t draw_size(struct draw *draw, size_t low, size_t high)
{
	return low + (size_t)(draw_word(draw) % (high - low + 1));
}

double draw_unit(struct draw *draw)
{
	return (double)(draw_word(draw) >> 11) * 0x1p-53;
}

double draw_normal(struct draw *draw)
{
	return sqrt(-2 * log(1 - draw_unit(draw))) * cos(6.283185307179586 * draw_unit(draw));
}

/* Mostly small, now and then up to `largest`. */
static size_t draw_extent(struct draw *draw, size_t largest)
{
	size_t small = largest < 10 ? largest : 10;
	return draw_size(draw, 1, draw_size(draw, 0, 11) == 0 ? largest : small);
}

/* How elements of a buffer are drawn. */
enum kind {
	NORMAL,	     /* standard */
	WIDE,	     /* five times as wide */
	NARROW,	     /* a thousandth */
	SHIFTED,     /* a large common offset */
	TAILED,	     /* a cube: long tails */
	WHOLE,	     /* small whole numbers: ties */
	EQUAL,	     /* all alike */
	TINY,	     /* near the smallest float */
	HUGE,	     /* far from the largest, but far */
	HIGH,	     /* scores around a thousand */
	LOW,	     /* scores around minus a hundred thousand */
	SPIKED,	     /* scores a hundred apart */
	SCALED_DOWN, /* entries of a projection */
	KINDS
};

static const struct {
	double shift, width;
} normals[KINDS] = {
	[NORMAL] = {0, 1},   [WIDE] = {0, 5},	 [NARROW] = {0, 1e-3},	   [SHIFTED] = {20, 1},
	[TINY] = {0, 1e-38}, [HUGE] = {0, 1e15}, [HIGH] = {1e3, 3},	   [LOW] = {-1e5, 2},
	[SPIKED] = {0, 100}, [EQUAL] = {0.1, 0}, [SCALED_DOWN] = {0, 0.3},
};

static float draw_element(struct draw *draw, enum kind kind)
{
	if (kind == WHOLE)
		return (float)draw_size(draw, 0, 6) - 3;
	double normal = draw_normal(draw);
	if (kind == TAILED)
		return (float)(normal * normal * normal);
	return (float)(normals[kind].shift + normals[kind].width * normal);
}

/* What is fit for which buffer; the rest are WHOLE. */
static const struct {
	const char *names;
	enum kind kinds[10];
} fit[] = {
	{" q k query key keys x ", {NORMAL, NORMAL, WIDE, NARROW, SHIFTED, TAILED, WHOLE, EQUAL, TINY, NORMAL}},
	{" v value values d_out ", {NORMAL, NORMAL, WIDE, NARROW, SHIFTED, TAILED, WHOLE, EQUAL, TINY, HUGE}},
	{" out_a out_b out ", {NORMAL, NORMAL, WIDE, NARROW, SHIFTED, TAILED, WHOLE, EQUAL, TINY, HUGE}},
	{" w_q w_k w_v w_o ",
	 {SCALED_DOWN, SCALED_DOWN, SCALED_DOWN, SCALED_DOWN, NORMAL, NARROW, WHOLE, EQUAL, TAILED, SHIFTED}},
	{" scores lse_a lse_b ", {NORMAL, NORMAL, WIDE, WIDE, HIGH, LOW, TAILED, SPIKED, WHOLE, EQUAL}},
};

/* A matrix to be solved must not be singular, nor its solution too large for a float. */
static const enum kind solvable[] = {NORMAL, WIDE, SHIFTED, TAILED};

static enum kind draw_kind(struct draw *draw, const struct frame *frame, const char *name)
{
	if (frame->operation == &operations[OP_attn_recover_weights])
		return solvable[draw_size(draw, 0, 3)];
	char padded[32] = " ";
	strcat(strncat(padded, name, sizeof(padded) - 3), " ");
	size_t choice = draw_size(draw, 0, 9);
	for (size_t f = 0; f < sizeof(fit) / sizeof(fit[0]); f++)
		if (strstr(fit[f].names, padded) != NULL)
			return fit[f].kinds[choice];
	return WHOLE;
}

/* Hidden keys, biases and fills that hide almost; whole rows of -inf now and then. */
static void draw_mask(struct draw *draw, float *mask, size_t rows, size_t columns)
{
	static const float fills[] = {-INFINITY, -INFINITY, -INFINITY, -1e9f, -1e4f};
	for (size_t i = 0; i < rows; i++) {
		bool empty = draw_size(draw, 0, 7) == 0, biased = draw_size(draw, 0, 1) == 0;
		float fill = fills[draw_size(draw, 0, 4)];
		for (size_t j = 0; j < columns; j++) {
			float bias = biased ? draw_element(draw, WIDE) : 0;
			bool hidden = empty || draw_size(draw, 0, 2) == 0;
			mask[i * columns + j] = hidden ? fill : bias;
		}
	}
}

/* Check writes down every assertion that holds; here that would be millions. */
static struct shape shape_of(const struct frame *frame, size_t index)
{
	struct shape shape;
	if (!frame_shape(frame, index, &shape))
		ck_abort_msg("the shape of a random frame overflows");
	return shape;
}

static bool is(const struct parameter *parameter, const char *name)
{
	return strcmp(parameter->name, name) == 0;
}

union argument *frame_argument(struct frame *frame, const char *name)
{
	size_t index = operation_parameter(frame->operation, name, strlen(name));
	if (index == frame->operation->n_parameters)
		ck_abort_msg("%s has no \"%s\"", frame->operation->name, name);
	return &frame->arguments[index];
}

/* A bound that another scalar of the same function sets: its value, or `otherwise`. */
static size_t bound(struct frame *frame, const char *name, size_t otherwise)
{
	size_t index = operation_parameter(frame->operation, name, strlen(name));
	return index < frame->operation->n_parameters ? frame->arguments[index].size : otherwise;
}

static size_t draw_divisor(struct draw *draw, size_t n)
{
	size_t divisor = draw_size(draw, 1, n);
	while (n % divisor != 0)
		divisor--;
	return divisor;
}

static void draw_scalar(struct draw *draw, struct frame *frame, size_t index, size_t largest)
{
	const struct parameter *parameter = &frame->operation->parameters[index];
	union argument *argument = &frame->arguments[index];
	size_t n_k = bound(frame, "n_k", bound(frame, "n", 1)), n_q = bound(frame, "n_q", n_k);
	if (parameter->kind == PARAMETER_CHOICE)
		argument->choice = (int32_t)draw_size(draw, 0, 2);
	else if (parameter->kind == PARAMETER_OFFSET)
		argument->offset = (ptrdiff_t)draw_size(draw, 0, n_q + n_k) - (ptrdiff_t)n_q;
	else if (parameter->kind == PARAMETER_NUMBER)
		argument->number = draw_word(draw) >> draw_size(draw, 0, 63);
	else if (is(parameter, "length"))
		argument->size = draw_size(draw, 0, n_k);
	else if (is(parameter, "window"))
		argument->size = draw_size(draw, 1, n_k + 2);
	else if (is(parameter, "n_heads"))
		argument->size = draw_size(draw, 1, 6);
	else if (is(parameter, "n_kv_heads"))
		argument->size = draw_divisor(draw, bound(frame, "n_heads", 1));
	else if (is(parameter, "batch"))
		argument->size = draw_size(draw, 1, 3);
	else if (is(parameter, "d_k") && draw_size(draw, 0, 39) == 0)
		argument->size = 4 * largest;
	else
		argument->size = draw_extent(draw, is(parameter, "d_head") ? largest / 4 + 1 : largest);
}

static void draw_floats(struct draw *draw, const struct frame *frame, size_t index, const struct shape *shape)
{
	const struct parameter *parameter = &frame->operation->parameters[index];
	float *buffer = frame->arguments[index].buffer;
	if (is(parameter, "mask")) {
		draw_mask(draw, buffer, shape->extents[0], shape->extents[1]);
		return;
	}
	enum kind kind = draw_kind(draw, frame, parameter->name);
	for (size_t i = 0; i < shape->count; i++)
		buffer[i] = draw_element(draw, kind);
	/* A part without keys now and then. */
	for (size_t i = 0; strncmp(parameter->name, "lse_", 4) == 0 && i < shape->count; i++)
		if (draw_size(draw, 0, 5) == 0)
			buffer[i] = -INFINITY;
}

static void draw_buffer(struct draw *draw, struct frame *frame, size_t index)
{
	const struct parameter *parameter = &frame->operation->parameters[index];
	struct shape shape = shape_of(frame, index);
	void *buffer = frame->arguments[index].buffer;
	if (!parameter_is_read(parameter))
		memset(buffer, 0x5a, shape.count * element_bytes(parameter->element));
	else if (parameter->element == ELEMENT_F32)
		draw_floats(draw, frame, index, &shape);
	else
		for (size_t i = 0; i < shape.count; i++) /* lengths: of the sequences, or of the cache */
			((uint64_t *)buffer)[i] = is(parameter, "length")
							  ? draw_size(draw, 0, bound(frame, "capacity", 1) - 1)
							  : draw_size(draw, 0, bound(frame, "n", 0));
}

void frame_allocate(struct frame *frame, struct arena *arena)
{
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		const struct parameter *parameter = &frame->operation->parameters[p];
		if (!parameter_is_buffer(parameter))
			continue;
		struct shape shape = shape_of(frame, p);
		frame->arguments[p].buffer = arena_array(arena, shape.count, element_bytes(parameter->element));
	}
}

void draw_inputs(struct draw *draw, struct frame *frame)
{
	for (size_t p = 0; p < frame->operation->n_parameters; p++)
		if (parameter_is_buffer(&frame->operation->parameters[p]))
			draw_buffer(draw, frame, p);
}

struct frame draw_frame(struct draw *draw, enum operation_id operation, size_t largest, struct arena *arena)
{
	struct frame frame = {.operation = &operations[operation]};
	for (size_t p = 0; p < frame.operation->n_parameters; p++)
		if (!parameter_is_buffer(&frame.operation->parameters[p]))
			draw_scalar(draw, &frame, p, largest);
	frame_allocate(&frame, arena);
	draw_inputs(draw, &frame);
	return frame;
}

struct frame draw_sized_frame(struct draw *draw, enum operation_id operation, size_t n, struct arena *arena)
{
	struct frame frame = {.operation = &operations[operation]};
	for (size_t p = 0; p < frame.operation->n_parameters; p++) {
		const struct parameter *parameter = &frame.operation->parameters[p];
		bool keys = is(parameter, "n") || is(parameter, "n_k") || is(parameter, "capacity");
		if (keys && parameter->kind == PARAMETER_SIZE)
			frame.arguments[p].size = n;
		else if (is(parameter, "n_q"))
			frame.arguments[p].size = draw_size(draw, 1, n < 8 ? n : 4);
		else if (is(parameter, "batch"))
			frame.arguments[p].size = n > 64 ? 1 : draw_size(draw, 1, 3);
		else if (!parameter_is_buffer(parameter))
			draw_scalar(draw, &frame, p, 16);
	}
	frame_allocate(&frame, arena);
	draw_inputs(draw, &frame);
	return frame;
}

void draw_ordinary_inputs(struct draw *draw, struct frame *frame)
{
	size_t n = bound(frame, "n_k", bound(frame, "n", bound(frame, "capacity", 1)));
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		const struct parameter *parameter = &frame->operation->parameters[p];
		if (!parameter_is_buffer(parameter) || !parameter_is_read(parameter))
			continue;
		struct shape shape = shape_of(frame, p);
		void *buffer = frame->arguments[p].buffer;
		for (size_t i = 0; i < shape.count; i++)
			if (parameter->element == ELEMENT_F32)
				((float *)buffer)[i] = is(parameter, "mask") ? 0 : draw_element(draw, NORMAL);
			else
				((uint64_t *)buffer)[i] = n - 1;
	}
}

struct frame draw_ordinary_frame(struct draw *draw, enum operation_id operation, size_t largest, struct arena *arena)
{
	struct frame frame = {.operation = &operations[operation]};
	size_t n = draw_size(draw, 2, largest);
	for (size_t p = 0; p < frame.operation->n_parameters; p++) {
		const struct parameter *parameter = &frame.operation->parameters[p];
		if (parameter->kind == PARAMETER_SIZE)
			frame.arguments[p].size = is(parameter, "batch") || is(parameter, "n_heads") ? 2
						  : is(parameter, "n_kv_heads")			     ? 1
						  : parameter->name[0] == 'd' ? draw_size(draw, 2, largest)
									      : n;
	}
	frame_allocate(&frame, arena);
	draw_ordinary_inputs(draw, &frame);
	return frame;
}

struct frame frame_copy(const struct frame *frame, struct arena *arena)
{
	struct frame copy = *frame;
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		const struct parameter *parameter = &frame->operation->parameters[p];
		if (!parameter_is_buffer(parameter) || frame->arguments[p].buffer == NULL)
			continue;
		struct shape shape = shape_of(frame, p);
		copy.arguments[p].buffer =
			arena_copy(arena, frame->arguments[p].buffer, shape.count * element_bytes(parameter->element));
	}
	return copy;
}
