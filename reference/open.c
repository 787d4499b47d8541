/*
 * What the contract leaves open: a visible key of weight 0 may be multiplied by 0 or skipped, which differs if
 * its value is not finite, and +inf has a log-sum-exp of NaN or of +inf. Instead of asking whether a frame is
 * of such a kind, it is answered both ways: by the right ideas, and by those of code that is as honest. Only
 * gradients are summed up in more ways than ideas can tell.
 */
#include "question.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "answers.h"

/* What float cannot tell from 0 is skipped. */
static void weigh_without_traces(const struct ideas *ideas, struct row *row)
{
	idea_weigh(ideas, row);
	for (size_t j = 0; j < row->n; j++)
		if (row->weights[j] < (double)FLT_MIN) {
			row->visible[j] = false;
			row->weights[j] = 0;
		}
}

/* Or it is 0, and multiplied. */
static void weigh_traces_as_nothing(const struct ideas *ideas, struct row *row)
{
	idea_weigh(ideas, row);
	for (size_t j = 0; j < row->n; j++)
		if (row->weights[j] < (double)FLT_MIN)
			row->weights[j] = 0;
}

static double log_sum_of_infinity(const struct row *row)
{
	return row_maximum(row) == INFINITY ? INFINITY : idea_log_sum(row);
}

/* Keys with a score of -inf are multiplied by their weight, even in a row of nothing else. */
static void keep_visible(struct row *row)
{
	if (row->policy != ATTN_EMPTY_ZERO)
		idea_fill_empty(row);
	for (size_t j = 0; j < row->n && row->policy == ATTN_EMPTY_ZERO; j++)
		row->weights[j] = 0;
}

static const struct ideas as_honest[] = {
	{.weigh = weigh_without_traces, .log_sum = log_sum_of_infinity},
	{.weigh = weigh_traces_as_nothing},
	{.fill_empty = keep_visible},
};

/* Finite numbers differ by traces at most. */
static bool same_kind(double a, double b)
{
	return isfinite(a) ? isfinite(b) : isnan(a) ? isnan(b) : a == b;
}

static bool same_kinds(const struct answer *a, const struct answer *b)
{
	if (a->status != b->status)
		return false;
	for (size_t p = 0; p < OPERATION_PARAMETERS_MAX; p++)
		for (size_t i = 0; i < a->outputs[p].count && a->outputs[p].real != NULL; i++)
			if (!same_kind(a->outputs[p].real[i], b->outputs[p].real[i]))
				return false;
	return true;
}

/* In a gradient the order of the sums is free, and with it whether +inf meets -inf. */
static bool is_contested(const struct frame *frame)
{
	bool infinite = false;
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		const struct parameter *parameter = &frame->operation->parameters[p];
		struct shape shape;
		bool summed = strcmp(parameter->name, "v") == 0 || strcmp(parameter->name, "d_out") == 0;
		for (size_t i = 0; summed && frame_shape(frame, p, &shape) && i < shape.count; i++)
			infinite |= isinf(((const float *)frame->arguments[p].buffer)[i]);
	}
	return infinite && frame->operation == &operations[OP_attn_causal_backward];
}

/* Of the functions that know two errors, only one can come to both. */
static bool is_twice_wrong(const struct frame *frame)
{
	size_t d_k = operation_parameter(frame->operation, "d_k", strlen("d_k"));
	size_t capacity = operation_parameter(frame->operation, "capacity", strlen("capacity"));
	size_t length = operation_parameter(frame->operation, "length", strlen("length"));
	return frame->operation == &operations[OP_attn_decode] && frame->arguments[d_k].size == 0 &&
	       *(const uint64_t *)frame->arguments[length].buffer == frame->arguments[capacity].size;
}

bool reference_is_open(const struct frame *frame, const bool *absent, const struct answer *right)
{
	bool open = is_contested(frame) || is_twice_wrong(frame);
	for (size_t i = 0; i < sizeof(as_honest) / sizeof(as_honest[0]) && !open; i++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		const struct ideas ideas = ideas_with(&as_honest[i]);
		struct answer answer;
		answer_compute(&(struct question){.ideas = &ideas,
						  .frame = frame,
						  .absent = absent,
						  .arena = arena,
						  .scratch = arena,
						  .answer = &answer});
		open = !same_kinds(right, &answer);
	}
	return open;
}
