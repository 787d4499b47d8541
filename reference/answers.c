/*
 * The answers table, row for row with the operation table, and the reference's public face.
 */
#include "answers.h"

#include <assert.h>

/* Changes with every change of an answer or a gauge. */
const char reference_version[] = "attention.h 1, reference 5";

/* Changes with the speed of reference/fast. */
const char fast_version[] = "fast 2";

enum { TOLERANCE = 8 };

struct answer_row {
	answer_function *function;
	double tolerance;
};

static const struct answer_row answers[] = {
	[OP_attn_is_causal_mask] = {answer_is_causal_mask, TOLERANCE},
	[OP_attn_visible_keys] = {answer_visible_keys, TOLERANCE},
	[OP_attn_causal_mask] = {answer_causal_mask, TOLERANCE},
	[OP_attn_scores] = {answer_scores, TOLERANCE},
	[OP_attn_softmax] = {answer_softmax, TOLERANCE},
	[OP_attn_masked_softmax] = {answer_masked_softmax, TOLERANCE},
	[OP_attn_causal] = {answer_causal, TOLERANCE},
	[OP_attn_edges] = {answer_edges, TOLERANCE},
	[OP_attn_late_mask_mass] = {answer_late_mask_mass, TOLERANCE},
	[OP_attn_empty_rows] = {answer_empty_rows, TOLERANCE},
	[OP_attn_masked_softmax_policy] = {answer_masked_softmax_policy, TOLERANCE},
	[OP_attn_decode] = {answer_decode, TOLERANCE},
	[OP_attn_self] = {answer_self, TOLERANCE},
	[OP_attn_multi_head] = {answer_multi_head, TOLERANCE},
	[OP_attn_cross] = {answer_cross, TOLERANCE},
	[OP_attn_padded] = {answer_padded, TOLERANCE},
	[OP_attn_recover_weights] = {answer_recover_weights, TOLERANCE},
	[OP_attn_causal_offset] = {answer_causal_offset, TOLERANCE},
	[OP_attn_window] = {answer_window, TOLERANCE},
	[OP_attn_merge] = {answer_merge, TOLERANCE},
	[OP_attn_causal_backward] = {answer_causal_backward, TOLERANCE},
};
_Static_assert(sizeof(answers) / sizeof(answers[0]) == OPERATION_COUNT, "one answer for each operation");

void answer_compute(const struct question *question)
{
	size_t operation = (size_t)(question->frame->operation - operations);
	answer_function *function = question->ideas->whole[operation];
	if (function == NULL)
		function = answers[operation].function;
	assert(function != NULL);
	*question->answer = (struct answer){.status = ATTN_OK};
	question->answer->status = function(question);
}

void reference_answer_with(const struct ideas *ideas, const struct frame *frame, const bool *absent,
			   struct arena *arena, struct answer *answer)
{
	ARENA_SCOPED struct arena *scratch = arena_create();
	answer_compute(&(struct question){
		.ideas = ideas,
		.frame = frame,
		.absent = absent,
		.gauged = true,
		.arena = arena,
		.scratch = scratch,
		.answer = answer,
	});
}

void reference_answer(const struct frame *frame, struct arena *arena, struct answer *answer)
{
	reference_answer_with(&ideas_right, frame, NULL, arena, answer);
}

double reference_tolerance(enum operation_id operation)
{
	return answers[operation].tolerance;
}
