#include "grading/cost.h"

#include <string.h>

/* The shape of the first of the buffers of these names that the function has; or one without extents. */
static struct shape find(const struct frame *frame, const char *const *names)
{
	struct shape shape;
	for (; *names != NULL; names++) {
		const size_t p = operation_parameter(frame->operation, *names, strlen(*names));
		if (p < frame->operation->n_parameters && parameter_is_buffer(&frame->operation->parameters[p]) &&
		    frame_shape(frame, p, &shape))
			return shape;
	}
	return (struct shape){0};
}

/* Counted from the innermost; 1 if there is no such extent. */
static double extent(const struct shape *shape, size_t from_end)
{
	return shape->n_extents > from_end ? (double)shape->extents[shape->n_extents - 1 - from_end] : 1;
}

/* Every query meets every key, and the value behind it. */
static double count_attention(const struct frame *frame)
{
	static const char *const queries[] = {"q", "query", "x", NULL}, *const keys[] = {"k", "keys", "x", NULL},
				 *const values[] = {"v", "values", "w_v", NULL}, *const w_q[] = {"w_q", NULL},
				 *const w_k[] = {"w_k", NULL};
	const struct shape q = find(frame, queries), k = find(frame, keys), v = find(frame, values);
	const struct shape projection = find(frame, w_q), other = find(frame, w_k);
	if (q.n_extents == 0)
		return 0;
	const double width = extent(&q, 0) > 0 ? extent(&q, 0) : 1, rows = (double)q.count / width;
	const double projections = rows * ((double)projection.count + (double)other.count);
	return rows * extent(&k, 1) * (width + extent(&v, 0)) + projections;
}

/* Equations are solved: that is cubic. */
static double count_inverse(const struct frame *frame)
{
	static const char *const v[] = {"v", NULL};
	const struct shape shape = find(frame, v);
	return frame->operation == &operations[OP_attn_recover_weights] ? (double)shape.count * extent(&shape, 0) : 0;
}

double cost_of(const struct frame *frame)
{
	double elements = 0;
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		struct shape shape;
		if (parameter_is_buffer(&frame->operation->parameters[p]) && frame_shape(frame, p, &shape))
			elements += (double)shape.count;
	}
	return elements + count_attention(frame) + count_inverse(frame);
}

size_t cost_longest_side(const struct frame *frame)
{
	size_t longest = 0;
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		struct shape shape;
		if (!parameter_is_buffer(&frame->operation->parameters[p]) || !frame_shape(frame, p, &shape))
			continue;
		for (size_t e = 0; e < shape.n_extents; e++)
			longest = shape.extents[e] > longest ? shape.extents[e] : longest;
	}
	return longest;
}

double cost_ms(double cost)
{
	static const double ns = 1.5; /* an addition waits for the one before */
	return cost * ns / 1e6;
}
