#include "grading/compare.h"

#include <math.h>
#include <string.h>

double element_value(enum element type, const void *buffer, size_t element)
{
	switch (type) {
	case ELEMENT_F32:
		return ((const float *)buffer)[element];
	case ELEMENT_U8:
		return ((const uint8_t *)buffer)[element];
	case ELEMENT_I32:
		return ((const int32_t *)buffer)[element];
	case ELEMENT_U64:
		return (double)((const uint64_t *)buffer)[element];
	}
	return NAN;
}

bool element_same(enum element type, const void *a, const void *b, size_t element)
{
	size_t bytes = element_bytes(type);
	return memcmp((const char *)a + element * bytes, (const char *)b + element * bytes, bytes) == 0;
}

/* An integer element, widened as answers are: I32 by its sign. */
static uint64_t integer_value(enum element type, const void *buffer, size_t element)
{
	if (type == ELEMENT_U64)
		return ((const uint64_t *)buffer)[element];
	if (type == ELEMENT_I32)
		return (uint64_t)(int64_t)((const int32_t *)buffer)[element];
	return ((const uint8_t *)buffer)[element];
}

static enum difference differ_real(double want, double got, double allowed, double *ratio)
{
	*ratio = 0;
	if (isnan(want))
		return isnan(got) ? DIFFERENCE_NONE : DIFFERENCE_NOT_NAN;
	if (isinf(want))
		return got == want ? DIFFERENCE_NONE : DIFFERENCE_NOT_INF;
	if (!isfinite(got))
		return DIFFERENCE_NOT_FINITE;
	/* Without a sensible gauge nothing but the exact value is right: there are no wildcards. */
	double error = fabs(got - want), limit = isfinite(allowed) ? allowed : 0;
	if (error <= limit)
		return DIFFERENCE_NONE;
	*ratio = error / limit;
	return DIFFERENCE_NUMBER;
}

static enum difference differ(enum element type, const struct answer_output *expected, const void *output,
			      size_t element, double tolerance, double *ratio)
{
	*ratio = 0;
	if (expected->real != NULL)
		return differ_real(expected->real[element], element_value(type, output, element),
				   tolerance * expected->gauge[element], ratio);
	bool same = integer_value(type, output, element) == expected->integer[element];
	return same ? DIFFERENCE_NONE : DIFFERENCE_NUMBER;
}

bool compare_element(const struct frame *frame, const struct answer *answer, double tolerance, void *const *outputs,
		     size_t parameter, size_t element)
{
	double ratio;
	return answer->status == 0 &&
	       differ(frame->operation->parameters[parameter].element, &answer->outputs[parameter], outputs[parameter],
		      element, tolerance, &ratio) == DIFFERENCE_NONE;
}

/* The worse of two: what was written wrong says more than what was not written; then the larger error. */
static bool worse(const struct comparison *than, enum difference difference, double ratio)
{
	if (than->difference == DIFFERENCE_NONE)
		return true;
	if (than->difference != difference)
		return difference != DIFFERENCE_UNWRITTEN &&
		       (than->difference == DIFFERENCE_UNWRITTEN || difference < than->difference);
	return ratio > than->ratio;
}

static bool is_exempt(const struct comparison_exemption *exemption, size_t parameter, size_t element)
{
	return exemption != NULL && exemption->exempts(exemption->context, parameter, element);
}

static void compare_output(struct comparison *comparison, const struct frame *frame, size_t parameter,
			   const struct answer_output *expected, double tolerance, const void *output, const void *junk,
			   const struct comparison_exemption *exemption)
{
	enum element type = frame->operation->parameters[parameter].element;
	for (size_t i = 0; i < expected->count; i++) {
		double ratio;
		enum difference difference = differ(type, expected, output, i, tolerance, &ratio);
		if (difference == DIFFERENCE_NONE || is_exempt(exemption, parameter, i))
			continue;
		if (junk != NULL && element_same(type, output, junk, i))
			difference = DIFFERENCE_UNWRITTEN, ratio = 0;
		if (worse(comparison, difference, ratio))
			*comparison = (struct comparison){VERDICT_WRONG, difference, parameter, i, ratio};
	}
}

/* After an error, what was only to be written must be as it was. */
static void compare_untouched(struct comparison *comparison, const struct frame *frame, size_t parameter,
			      const void *output, const void *junk)
{
	struct shape shape;
	enum element type = frame->operation->parameters[parameter].element;
	if (!frame_shape(frame, parameter, &shape))
		return;
	for (size_t i = 0; i < shape.count; i++)
		if (comparison->difference == DIFFERENCE_NONE && !element_same(type, output, junk, i))
			*comparison = (struct comparison){VERDICT_WRONG, DIFFERENCE_TOUCHED, parameter, i, 0};
}

struct comparison compare_most(const struct frame *frame, const struct answer *answer, double tolerance, int returned,
			       void *const *outputs, const void *const *junk,
			       const struct comparison_exemption *exemption)
{
	struct comparison comparison = {.verdict = VERDICT_PASSED};
	if (returned != answer->status)
		return (struct comparison){.verdict = VERDICT_WRONG, .difference = DIFFERENCE_STATUS};
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		const struct parameter *parameter = &frame->operation->parameters[p];
		if (outputs[p] == NULL)
			continue;
		/* What an INOUT buffer held before is no junk: leaving a row as it was may be right. */
		bool inout = parameter->kind == PARAMETER_INOUT;
		if (answer->status != 0 && !inout)
			compare_untouched(&comparison, frame, p, outputs[p], junk[p]);
		else
			compare_output(&comparison, frame, p, &answer->outputs[p], tolerance, outputs[p],
				       inout ? NULL : junk[p], exemption);
	}
	if (comparison.difference == DIFFERENCE_UNWRITTEN)
		comparison.verdict = VERDICT_UNWRITTEN;
	return comparison;
}

struct comparison compare_outcome(const struct frame *frame, const struct answer *answer, double tolerance,
				  int returned, void *const *outputs, const void *const *junk)
{
	return compare_most(frame, answer, tolerance, returned, outputs, junk, NULL);
}

/* Does the output differ anywhere? The worst place is not looked for. */
static bool misfits(const struct frame *frame, size_t parameter, const struct answer *answer, double tolerance,
		    const void *output, const void *junk, const struct comparison_exemption *exemption)
{
	const struct parameter *row = &frame->operation->parameters[parameter];
	const struct answer_output *expected = &answer->outputs[parameter];
	struct comparison comparison = {.verdict = VERDICT_PASSED};
	if (answer->status != 0 && row->kind != PARAMETER_INOUT) {
		compare_untouched(&comparison, frame, parameter, output, junk);
		return comparison.difference != DIFFERENCE_NONE;
	}
	for (size_t i = 0; i < expected->count; i++) {
		double ratio;
		if (differ(row->element, expected, output, i, tolerance, &ratio) != DIFFERENCE_NONE &&
		    !is_exempt(exemption, parameter, i))
			return true;
	}
	return false;
}

uint64_t compare_misfits(const struct frame *frame, const struct answer *answer, double tolerance, int returned,
			 void *const *outputs, const void *const *junk, const struct comparison_exemption *exemption)
{
	uint64_t found = 0;
	if (returned != answer->status)
		return UINT64_MAX;
	for (size_t p = 0; p < frame->operation->n_parameters; p++)
		if (outputs[p] != NULL && misfits(frame, p, answer, tolerance, outputs[p], junk[p], exemption))
			found |= (uint64_t)1 << p;
	return found;
}
