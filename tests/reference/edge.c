#include "reference/edge.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct buffer {
	const struct parameter *parameter;
	float *floats; /* NULL unless it is a float input */
	struct shape shape;
};

static struct buffer get_buffer(const struct frame *frame, size_t p)
{
	struct buffer buffer = {.parameter = &frame->operation->parameters[p]};
	if (!parameter_is_buffer(buffer.parameter) || !parameter_is_read(buffer.parameter) ||
	    buffer.parameter->element != ELEMENT_F32)
		return buffer;
	if (!frame_shape(frame, p, &buffer.shape))
		ck_abort_msg("the shape of an edge frame overflows");
	buffer.floats = frame->arguments[p].buffer;
	return buffer;
}

static bool is_one_of(const struct parameter *parameter, const char *names)
{
	char padded[32];
	snprintf(padded, sizeof(padded), " %s ", parameter->name);
	return strstr(names, padded) != NULL;
}

typedef void edge(struct draw *draw, const struct buffer *buffer);

/* Nothing special. */
static void leave(struct draw *draw, const struct buffer *buffer)
{
	(void)draw, (void)buffer;
}

/* Here and there something that is not finite. */
static void sprinkle(struct draw *draw, const struct buffer *buffer)
{
	static const float specials[] = {NAN, INFINITY, -INFINITY, 0, 1};
	for (size_t i = 0; i < buffer->shape.count; i++)
		if (draw_size(draw, 0, 4) == 0)
			buffer->floats[i] = specials[draw_size(draw, 0, 4)];
}

/* Only the last row of values, or what belongs to it, is not finite. */
static void poison_end(struct draw *draw, const struct buffer *buffer)
{
	if (!is_one_of(buffer->parameter, " v x k ") || buffer->shape.count == 0)
		return;
	buffer->floats[buffer->shape.count - 1] = draw_size(draw, 0, 1) == 0 ? NAN : INFINITY;
}

/* Infinities with ones around them: scores of -inf. */
static void stretch_to_infinity(struct draw *draw, const struct buffer *buffer)
{
	for (size_t i = 0; i < buffer->shape.count; i++) {
		float sign = draw_size(draw, 0, 1) == 0 ? 1.0F : -1.0F;
		bool infinite = is_one_of(buffer->parameter, " scores lse_a lse_b ") ||
				(is_one_of(buffer->parameter, " q query x ") && draw_size(draw, 0, 1) == 0);
		buffer->floats[i] = infinite ? sign * INFINITY : sign;
		if (is_one_of(buffer->parameter, " scores lse_a lse_b ") && draw_size(draw, 0, 1) == 0)
			buffer->floats[i] = -INFINITY;
	}
}

/* Scores around -1e5 or -1e10, or as high. */
static void lower(struct draw *draw, const struct buffer *buffer)
{
	bool score = is_one_of(buffer->parameter, " scores lse_a lse_b ");
	bool query = is_one_of(buffer->parameter, " q query w_q "),
	     key = is_one_of(buffer->parameter, " k key keys w_k ");
	float size = draw_size(draw, 0, 1) == 0 ? 1e5F : 1e10F;
	float factor = score ? -size : query ? sqrtf(size) : -sqrtf(size);
	for (size_t i = 0; i < buffer->shape.count && (score || query || key); i++)
		buffer->floats[i] = factor * (float)(1 + 0.1 * draw_unit(draw));
	for (size_t i = 0; i < buffer->shape.count && is_one_of(buffer->parameter, " x "); i++)
		buffer->floats[i] = (float)(1 + 0.1 * draw_unit(draw));
}

/* Scores that rise or fall steeply: the hidden ones are far above the visible ones, or far below. */
static void slope(struct draw *draw, const struct buffer *buffer)
{
	size_t columns = buffer->shape.n_extents == 0 ? 1 : buffer->shape.extents[buffer->shape.n_extents - 1];
	bool score = is_one_of(buffer->parameter, " scores "), key = is_one_of(buffer->parameter, " k keys key x ");
	bool other = is_one_of(buffer->parameter, " q query w_q w_k ");
	float steepness = draw_size(draw, 0, 1) == 0 ? 20.0F : 200.0F;
	for (size_t i = 0; i < buffer->shape.count; i++) {
		size_t row = i / columns, column = i % columns;
		if (score)
			buffer->floats[i] = steepness * (float)column;
		if (key)
			buffer->floats[i] = 1.0F + steepness * (float)row;
		if (other)
			buffer->floats[i] = 1;
	}
}

/* A causal mask but for one entry, or entirely; any matrix of 0 and what usually hides. */
static void build_mask(struct draw *draw, const struct buffer *buffer)
{
	static const float entries[] = {0, -INFINITY, -1e9F, -2e4F, NAN, 1};
	if (!is_one_of(buffer->parameter, " mask "))
		return;
	size_t columns = buffer->shape.extents[1], count = buffer->shape.count;
	for (size_t i = 0; i < count; i++)
		buffer->floats[i] = i % columns <= i / columns ? 0 : -INFINITY;
	if (count > 0 && draw_size(draw, 0, 3) > 0)
		buffer->floats[draw_size(draw, 0, count - 1)] = entries[draw_size(draw, 0, 5)];
	for (size_t i = 0; i < columns && draw_size(draw, 0, 1) == 0 && count > 0; i++)
		buffer->floats[i] = entries[draw_size(draw, 1, 4)];
}

/* Masks of other values: all future entries alike. */
static void cheapen_mask(struct draw *draw, const struct buffer *buffer)
{
	static const float hidden[] = {-1e9F, -2e4F, 1, 0};
	float entry = hidden[draw_size(draw, 0, 3)];
	for (size_t i = 0; i < buffer->shape.count && is_one_of(buffer->parameter, " mask "); i++)
		buffer->floats[i] = i % buffer->shape.extents[1] <= i / buffer->shape.extents[1] ? 0 : entry;
}

/* Few distinct values, or tiny ones: pivots that are zero, and such that look like it. */
static void degenerate(struct draw *draw, const struct buffer *buffer)
{
	bool tiny = draw_size(draw, 0, 2) == 0;
	for (size_t i = 0; i < buffer->shape.count; i++)
		buffer->floats[i] = tiny ? 1e-12F * (float)draw_normal(draw) : (float)draw_size(draw, 0, 2) - 1;
}

static edge *const edges[] = {leave, sprinkle,	 poison_end,   stretch_to_infinity, lower,
			      slope, build_mask, cheapen_mask, degenerate};

/* A scalar at an edge of its own. */
static void push_scalar(struct draw *draw, struct frame *frame, size_t p)
{
	const struct parameter *parameter = &frame->operation->parameters[p];
	union argument *argument = &frame->arguments[p];
	if (parameter->kind == PARAMETER_NUMBER) {
		static const uint64_t numbers[] = {0, 1, 65535, 65536, 94906267, UINT32_MAX, 1ULL << 32, UINT64_MAX};
		argument->number = numbers[draw_size(draw, 0, 7)];
	}
	if (is_one_of(parameter, " length ") && parameter->kind == PARAMETER_INOUT)
		*(uint64_t *)argument->buffer = frame_argument(frame, "capacity")->size - 1;
	if (is_one_of(parameter, " lengths "))
		*(uint64_t *)argument->buffer = 0;
}

struct frame draw_edge_frame(struct draw *draw, enum operation_id operation, struct arena *arena)
{
	struct frame frame = draw_frame(draw, operation, draw_size(draw, 1, 6), arena);
	edge *apply = edges[draw_size(draw, 0, sizeof(edges) / sizeof(edges[0]) - 1)];
	for (size_t p = 0; p < frame.operation->n_parameters; p++) {
		struct buffer buffer = get_buffer(&frame, p);
		if (buffer.floats != NULL)
			apply(draw, &buffer);
		if (draw_size(draw, 0, 2) == 0)
			push_scalar(draw, &frame, p);
	}
	return frame;
}
