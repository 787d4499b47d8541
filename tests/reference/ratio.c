#include "reference/ratio.h"

#include <check.h>
#include <math.h>

#include "attention.h"
#include "reference/draw.h"

static double compare(double want, double gauge, double got)
{
	if (isnan(want) || isnan(got))
		return isnan(want) && isnan(got) ? 0 : INFINITY;
	if (want == got)
		return 0;
	return isinf(want) || isinf(got) || gauge == 0 ? INFINITY : fabs(got - want) / gauge;
}

/* What is in an output: of a frame, or of an answer if `buffer` is NULL. */
struct content {
	enum element element;
	const void *buffer;
	const struct answer_output *output;
};

static double real_at(const struct content *content, size_t i)
{
	return (double)(content->buffer != NULL ? ((const float *)content->buffer)[i]
						: (float)content->output->real[i]);
}

static uint64_t integer_at(const struct content *content, size_t i)
{
	if (content->buffer == NULL)
		return content->output->integer[i];
	return content->element == ELEMENT_U8	 ? ((const uint8_t *)content->buffer)[i]
	       : content->element == ELEMENT_I32 ? (uint64_t)(int64_t)((const int32_t *)content->buffer)[i]
						 : ((const uint64_t *)content->buffer)[i];
}

static double compare_element(const struct answer_output *right, const struct content *content, size_t i)
{
	if (right->real == NULL)
		return integer_at(content, i) == right->integer[i] ? 0 : INFINITY;
	if (isfinite(right->real[i]) && !(right->gauge[i] >= 0 && isfinite(right->gauge[i])))
		ck_abort_msg("a gauge of %g", right->gauge[i]);
	return compare(right->real[i], right->gauge[i], real_at(content, i));
}

static void take(struct ratio *ratio, size_t parameter, double element)
{
	if (element > ratio->worst) {
		ratio->worst = element;
		ratio->parameter = parameter;
	}
	if (isfinite(element) && element > ratio->worst_finite)
		ratio->worst_finite = element;
}

/* Of the buffers of `got`, or of the outputs of `other` if `got` is NULL. */
static struct ratio compare_outputs(const struct operation *operation, const struct answer *right,
				    const struct frame *got, const struct answer *other)
{
	struct ratio ratio = {0};
	for (size_t p = 0; p < operation->n_parameters; p++) {
		struct content content = {operation->parameters[p].element,
					  got != NULL ? got->arguments[p].buffer : NULL, &other->outputs[p]};
		for (size_t i = 0; i < right->outputs[p].count; i++)
			take(&ratio, p, compare_element(&right->outputs[p], &content, i));
	}
	return ratio;
}

struct ratio ratio_of_call(const struct implementation *implementation, const struct frame *frame,
			   const struct answer *answer, struct arena *arena)
{
	struct frame mine = frame_copy(frame, arena);
	int status = implementation_call(implementation, &mine);
	if (status != answer->status) /* not ck_assert, which writes down every assertion that holds */
		ck_abort_msg("%s: %s returns %d, not %d", implementation->name, frame->operation->name, status,
			     answer->status);
	return status == ATTN_OK ? compare_outputs(frame->operation, answer, &mine, answer) : (struct ratio){0};
}

struct ratio ratio_of_answer(const struct frame *frame, const struct answer *right, const struct answer *other)
{
	if (right->status != other->status)
		return (struct ratio){.worst = INFINITY};
	return right->status == ATTN_OK ? compare_outputs(frame->operation, right, NULL, other) : (struct ratio){0};
}

bool ratio_is_continuous(const struct operation *operation)
{
	bool reads = false, writes = false;
	for (size_t p = 0; p < operation->n_parameters; p++) {
		bool real = parameter_is_buffer(&operation->parameters[p]) &&
			    operation->parameters[p].element == ELEMENT_F32;
		reads |= real && parameter_is_read(&operation->parameters[p]);
		writes |= real && parameter_is_written(&operation->parameters[p]);
	}
	return reads && writes;
}

static void round_to_half(float *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int exponent;
		float fraction = frexpf(values[i], &exponent);
		values[i] = isfinite(values[i]) ? ldexpf(rintf(fraction * 2048), exponent - 11) : values[i];
	}
}

void ratio_store_in_half(struct frame *frame)
{
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		const struct parameter *parameter = &frame->operation->parameters[p];
		struct shape shape;
		if (!parameter_is_read(parameter) || parameter->element != ELEMENT_F32 ||
		    !frame_shape(frame, p, &shape))
			continue;
		round_to_half(frame->arguments[p].buffer, shape.count);
	}
}
