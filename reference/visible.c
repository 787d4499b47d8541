/*
 * Who sees whom, for people who look at matrices: which entries of a buffer are hidden from their row,
 * and which rows see nothing. A table says of each such buffer how it is to be asked; what is not in the
 * table has no future.
 */
#include "question.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* How a buffer's rows and columns stand to queries and keys. */
enum view {
	VIEW_CAUSAL,  /* rows are queries; plain causal, or with the frame's offset, window, length or lengths */
	VIEW_MASK,    /* rows are those of the frame's mask */
	VIEW_SCORES,  /* rows are those of the frame's scores, nothing masked */
	VIEW_PARTIAL, /* rows are those of two partial results */
};

struct view_row {
	enum operation_id operation;
	const char *parameter;
	enum view view;
	bool keys_across; /* are its columns keys? */
};

static const struct view_row views[] = {
	{OP_attn_is_causal_mask, "mask", VIEW_CAUSAL, true},
	{OP_attn_causal_mask, "mask", VIEW_CAUSAL, true},
	{OP_attn_softmax, "scores", VIEW_SCORES, false},
	{OP_attn_softmax, "weights", VIEW_SCORES, false},
	{OP_attn_masked_softmax, "scores", VIEW_MASK, true},
	{OP_attn_masked_softmax, "mask", VIEW_MASK, true},
	{OP_attn_masked_softmax, "weights", VIEW_MASK, true},
	{OP_attn_masked_softmax_policy, "scores", VIEW_MASK, true},
	{OP_attn_masked_softmax_policy, "mask", VIEW_MASK, true},
	{OP_attn_masked_softmax_policy, "weights", VIEW_MASK, true},
	{OP_attn_empty_rows, "mask", VIEW_MASK, true},
	{OP_attn_empty_rows, "empty", VIEW_MASK, false},
	{OP_attn_causal, "weights", VIEW_CAUSAL, true},
	{OP_attn_late_mask_mass, "scores", VIEW_CAUSAL, true},
	{OP_attn_late_mask_mass, "mass", VIEW_CAUSAL, false},
	{OP_attn_cross, "q", VIEW_CAUSAL, false},
	{OP_attn_cross, "out", VIEW_CAUSAL, false},
	{OP_attn_padded, "q", VIEW_CAUSAL, false},
	{OP_attn_padded, "out", VIEW_CAUSAL, false},
	{OP_attn_causal_offset, "q", VIEW_CAUSAL, false},
	{OP_attn_causal_offset, "out", VIEW_CAUSAL, false},
	{OP_attn_causal_offset, "lse", VIEW_CAUSAL, false},
	{OP_attn_merge, "out", VIEW_PARTIAL, false},
	{OP_attn_merge, "lse", VIEW_PARTIAL, false},
};

static const struct view_row *find_view(const struct frame *frame, size_t parameter)
{
	const char *name = frame->operation->parameters[parameter].name;
	for (size_t i = 0; i < sizeof(views) / sizeof(views[0]); i++)
		if (frame->operation == &operations[views[i].operation] && strcmp(views[i].parameter, name) == 0)
			return &views[i];
	return NULL;
}

/* The argument of that name, or NULL if the function has none. */
static const union argument *get(const struct frame *frame, const char *name)
{
	size_t index = operation_parameter(frame->operation, name, strlen(name));
	return index == frame->operation->n_parameters ? NULL : &frame->arguments[index];
}

/* The argument of that name, which the function must have. */
static const union argument *need(const struct frame *frame, const char *name)
{
	const union argument *argument = get(frame, name);
	assert(argument != NULL);
	return argument;
}

/* What the frame's row `*row` may look at. In a batch the row becomes that of its own sequence. */
static struct sight get_sight(const struct frame *frame, size_t *row)
{
	const union argument *offset = get(frame, "offset"), *length = get(frame, "length");
	const union argument *lengths = get(frame, "lengths");
	struct sight sight = sight_causal(offset == NULL ? 0 : offset->offset);
	sight.causal = frame->operation != &operations[OP_attn_cross];
	if (length != NULL)
		sight.length = length->size;
	if (lengths != NULL) {
		size_t n = need(frame, "n")->size;
		sight.length = (size_t)((const uint64_t *)lengths->buffer)[*row / n];
		*row %= n;
	}
	return sight;
}

static size_t get_keys(const struct frame *frame)
{
	const union argument *n_k = get(frame, "n_k");
	return n_k == NULL ? need(frame, "n")->size : n_k->size;
}

static double get_float(const struct frame *frame, const char *name, size_t index)
{
	return (double)((const float *)need(frame, name)->buffer)[index];
}

static bool sees(const struct frame *frame, enum view view, size_t row, size_t column)
{
	if (view == VIEW_MASK)
		return !idea_hides(get_float(frame, "mask", row * get_keys(frame) + column));
	if (view == VIEW_SCORES)
		return true;
	struct sight sight = get_sight(frame, &row);
	return idea_sees(&sight, row, column);
}

bool reference_visible(const struct frame *frame, size_t parameter, size_t row, size_t column)
{
	const struct view_row *view = find_view(frame, parameter);
	return view == NULL || !view->keys_across || sees(frame, view->view, row, column);
}

/* A score of -inf that is seen is as good as none. */
static bool scores_nothing(const struct frame *frame, size_t index)
{
	return get(frame, "scores") != NULL && get_float(frame, "scores", index) == -INFINITY;
}

bool reference_row_empty(const struct frame *frame, size_t parameter, size_t row)
{
	const struct view_row *view = find_view(frame, parameter);
	if (view == NULL)
		return false;
	if (view->view == VIEW_PARTIAL)
		return get_float(frame, "lse_a", row) == -INFINITY && get_float(frame, "lse_b", row) == -INFINITY;
	size_t n_k = get_keys(frame);
	for (size_t j = 0; j < n_k; j++)
		if (sees(frame, view->view, row, j) && !scores_nothing(frame, row * n_k + j))
			return false;
	return true;
}
