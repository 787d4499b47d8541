/*
 * Do the gauges fit? Honest float code, written in two ways, must stay within half of the default tolerance
 * on thousands of random cases of every function; and what is worse than rounding must not: inputs stored in
 * half precision, weights off by a thousandth.
 */
#include <check.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "attention.h"
#include "reference.h"
#include "reference/draw.h"
#include "reference/implementation.h"
#include "suite.h"

enum { CASES = 10000, LARGEST = 64 };

/* Error of one element in gauges: INFINITY where only exact or special values would do. */
static double ratio(double want, double gauge, double got)
{
	if (isnan(want) || isnan(got))
		return isnan(want) && isnan(got) ? 0 : INFINITY;
	if (want == got)
		return 0;
	return isinf(want) || isinf(got) || gauge == 0 ? INFINITY : fabs(got - want) / gauge;
}

static double output_ratio(const struct answer_output *output, const float *got)
{
	double worst = 0;
	for (size_t i = 0; i < output->count; i++) {
		if (isfinite(output->real[i]) && !(output->gauge[i] >= 0 && isfinite(output->gauge[i])))
			ck_abort_msg("a gauge of %g", output->gauge[i]);
		worst = fmax(worst, ratio(output->real[i], output->gauge[i], (double)got[i]));
	}
	return worst;
}

static bool output_exact(const struct answer_output *output, enum element element, const void *got)
{
	for (size_t i = 0; i < output->count; i++) {
		uint64_t value = element == ELEMENT_U8	  ? ((const uint8_t *)got)[i]
				 : element == ELEMENT_I32 ? (uint64_t)(int64_t)((const int32_t *)got)[i]
							  : ((const uint64_t *)got)[i];
		if (value != output->integer[i])
			return false;
	}
	return true;
}

/* The worst ratio over the outputs of a frame; INFINITY if an integer differs. */
static double frame_ratio(const struct answer *answer, const struct frame *frame)
{
	double worst = 0;
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		const struct parameter *parameter = &frame->operation->parameters[p];
		const struct answer_output *output = &answer->outputs[p];
		const void *got = frame->arguments[p].buffer;
		if (output->real != NULL)
			worst = fmax(worst, output_ratio(output, got));
		else if (output->count > 0 && !output_exact(output, parameter->element, got))
			worst = INFINITY;
	}
	return worst;
}

/* The error of an implementation, in gauges. */
static double call_ratio(const struct implementation *implementation, const struct frame *frame,
			 const struct answer *answer, struct arena *arena)
{
	struct frame mine = frame_copy(frame, arena);
	int status = implementation_call(implementation, &mine);
	if (status != answer->status) /* not ck_assert, which writes down every assertion that holds */
		ck_abort_msg("%s: %s returns %d, not %d", implementation->name, frame->operation->name, status,
			     answer->status);
	return status == ATTN_OK ? frame_ratio(answer, &mine) : 0;
}

/* The worst errors of both implementations over all cases of a function. */
static void try_cases(const struct implementation honest[2], enum operation_id operation, double worst[2])
{
	ARENA_SCOPED struct arena *arena = arena_create();
	for (size_t i = 0; i < CASES; i++) {
		struct draw draw = {i * OPERATION_COUNT + operation};
		arena_reset(arena);
		struct frame frame = draw_frame(&draw, operation, LARGEST, arena);
		struct answer answer;
		reference_answer(&frame, arena, &answer);
		for (size_t h = 0; h < 2; h++)
			worst[h] = fmax(worst[h], call_ratio(&honest[h], &frame, &answer, arena));
	}
}

START_TEST(honest_code_stays_within_half_the_tolerance)
{
	const struct implementation honest[] = {implementation_load("plain"), implementation_load("blocked")};
	bool within = true;
	printf("%-28s %8s %8s\n", "worst error in gauges", honest[0].name, honest[1].name);
	for (enum operation_id operation = 0; operation < OPERATION_COUNT; operation++) {
		double worst[2] = {0, 0}, allowed = reference_tolerance(operation) / 2;
		try_cases(honest, operation, worst);
		bool good = worst[0] <= allowed && worst[1] <= allowed;
		printf("%-28s %8.2f %8.2f%s\n", operations[operation].name, worst[0], worst[1],
		       good ? "" : "  <- over half the tolerance");
		within &= good;
	}
	fflush(stdout);
	ck_assert_msg(within, "see the table");
}
END_TEST

/* Sums of many terms, equal ones among them, whose errors do not cancel. */
START_TEST(long_rows_stay_within_half_the_tolerance)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct implementation honest[] = {implementation_load("plain"), implementation_load("blocked")};
	double worst[2] = {0, 0};
	for (size_t i = 0; i < 200; i++) {
		struct draw draw = {i};
		arena_reset(arena);
		struct frame frame = {.operation = &operations[OP_attn_causal_offset]};
		frame_argument(&frame, "n_q")->size = 1;
		frame_argument(&frame, "n_k")->size = i % 2 == 0 ? 16384 : 4096;
		frame_argument(&frame, "d_k")->size = 4;
		frame_argument(&frame, "d_v")->size = 2;
		frame_argument(&frame, "offset")->offset = 16383;
		frame_allocate(&frame, arena);
		draw_inputs(&draw, &frame);
		struct answer answer;
		reference_answer(&frame, arena, &answer);
		for (size_t h = 0; h < 2; h++)
			worst[h] = fmax(worst[h], call_ratio(&honest[h], &frame, &answer, arena));
	}
	printf("%-28s %8.2f %8.2f\n", "rows of up to 16384 keys", worst[0], worst[1]);
	fflush(stdout);
	ck_assert_double_le(fmax(worst[0], worst[1]), reference_tolerance(OP_attn_causal_offset) / 2);
}
END_TEST

/* 11 significant bits, as binary16 has; its range does not matter here. */
static void round_to_half(float *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int exponent;
		float fraction = frexpf(values[i], &exponent);
		values[i] = isfinite(values[i]) ? ldexpf(rintf(fraction * 2048), exponent - 11) : values[i];
	}
}

static void store_in_half(struct frame *frame)
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

/* The functions whose inputs are real and whose outputs depend on them continuously. */
static bool is_continuous(const struct operation *operation)
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

/* Of 1,000 ordinary cases with inputs stored in half precision, how many are beyond the tolerance? */
static size_t count_refused(const struct implementation *plain, enum operation_id operation)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	size_t refused = 0;
	for (size_t i = 0; i < 1000; i++) {
		struct draw draw = {i * OPERATION_COUNT + operation};
		arena_reset(arena);
		struct frame frame = draw_ordinary_frame(&draw, operation, 16, arena);
		struct answer answer;
		reference_answer(&frame, arena, &answer);
		store_in_half(&frame);
		refused += call_ratio(plain, &frame, &answer, arena) > reference_tolerance(operation);
	}
	return refused;
}

START_TEST(half_precision_is_refused)
{
	struct implementation plain = implementation_load("plain");
	for (enum operation_id operation = 0; operation < OPERATION_COUNT; operation++) {
		if (!is_continuous(&operations[operation]))
			continue;
		size_t refused = count_refused(&plain, operation);
		printf("%-28s %5zu of 1000 refused in half precision\n", operations[operation].name, refused);
		ck_assert_msg(refused >= 950, "%s in half precision is refused %zu times of 1000",
			      operations[operation].name, refused);
	}
}
END_TEST

/* Every single weight that is off by a thousandth must be seen, whatever the others are. */
START_TEST(a_thousandth_of_a_weight_is_refused)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	static const enum operation_id weighing[] = {OP_attn_softmax, OP_attn_masked_softmax, OP_attn_causal};
	for (size_t i = 0; i < 3000; i++) {
		struct draw draw = {i};
		arena_reset(arena);
		enum operation_id operation = weighing[i % 3];
		struct frame frame = draw_ordinary_frame(&draw, operation, 16, arena);
		struct answer answer;
		reference_answer(&frame, arena, &answer);
		size_t weights = operation_parameter(frame.operation, "weights", 7);
		const struct answer_output *output = &answer.outputs[weights];
		for (size_t e = 0; e < output->count; e++) {
			double off = output->real[e] * 1e-3;
			if (output->real[e] > 1e-30 && off <= reference_tolerance(operation) * output->gauge[e])
				ck_abort_msg("%s: a weight of %g may be off by a thousandth", frame.operation->name,
					     output->real[e]);
		}
	}
}
END_TEST

int main(void)
{
	/* Arenas come and go by the thousand: let their memory stay. */
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	const TTest *const tests[] = {
		honest_code_stays_within_half_the_tolerance,
		long_rows_stay_within_half_the_tolerance,
		half_precision_is_refused,
		a_thousandth_of_a_weight_is_refused,
	};
	return SUITE_RUN("reference: gauge", tests, NULL, NULL);
}
