#include "grading/ask.h"

#include <assert.h>
#include <string.h>

const double *ask(enum operation_id operation, const union argument *arguments, const char *output,
		  const struct ideas *ideas, struct arena *arena)
{
	struct frame frame = {.operation = &operations[operation]};
	struct answer answer;
	memcpy(frame.arguments, arguments, frame.operation->n_parameters * sizeof(*arguments));
	reference_answer_with(ideas, &frame, NULL, arena, &answer);
	assert(answer.status == ATTN_OK);
	return answer.outputs[operation_parameter(frame.operation, output, strlen(output))].real;
}

union argument ask_buffer(const void *buffer)
{
	union {
		const void *given;
		void *taken;
	} address = {buffer};
	return (union argument){.buffer = address.taken};
}

static double scale_nothing(size_t d_k, size_t n_heads)
{
	(void)d_k;
	(void)n_heads;
	return 1;
}

static const double *score(size_t n_q, size_t n_k, size_t d_k, const float *q, const float *k,
			   const struct ideas *ideas, struct arena *arena)
{
	const union argument arguments[] = {{.size = n_q}, {.size = n_k}, {.size = d_k},
					    ask_buffer(q), ask_buffer(k), {.buffer = NULL}};
	return ask(OP_attn_scores, arguments, "scores", ideas, arena);
}

const double *ask_dots(size_t n_q, size_t n_k, size_t d_k, const float *q, const float *k, struct arena *arena)
{
	const struct ideas unscaled = ideas_with(&(struct ideas){.scale = scale_nothing});
	return score(n_q, n_k, d_k, q, k, &unscaled, arena);
}

const double *ask_scores(size_t n_q, size_t n_k, size_t d_k, const float *q, const float *k, struct arena *arena)
{
	return score(n_q, n_k, d_k, q, k, &ideas_right, arena);
}

const double *ask_weights(size_t n_q, size_t n_k, const float *scores, const float *mask, struct arena *arena)
{
	const union argument masked[] = {
		{.size = n_q}, {.size = n_k}, ask_buffer(scores), ask_buffer(mask), {.buffer = NULL}};
	const union argument open[] = {{.size = n_q}, {.size = n_k}, ask_buffer(scores), {.buffer = NULL}};
	return mask != NULL ? ask(OP_attn_masked_softmax, masked, "weights", &ideas_right, arena)
			    : ask(OP_attn_softmax, open, "weights", &ideas_right, arena);
}

const float *ask_floats(const double *values, size_t count, struct arena *arena)
{
	float *floats = arena_array(arena, count, sizeof(float));
	for (size_t i = 0; i < count; i++)
		floats[i] = (float)values[i];
	return floats;
}
