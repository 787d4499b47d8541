/*
 * Do the gauges fit? Honest float code, written in two ways, must stay within half of the default tolerance
 * on thousands of random cases of every function; and what is worse than rounding must not: inputs stored in
 * half precision, ordinary weights off by a thousandth, any by a fiftieth.
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
#include "reference/ratio.h"
#include "suite.h"

/* Under sanitizers a tenth: the numbers are the same, and the code is walked through. */
#ifdef SANITIZED
enum { CASES = 1000, LARGEST = 64 };
#else
enum { CASES = 10000, LARGEST = 64 };
#endif

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
			worst[h] = fmax(worst[h], ratio_of_call(&honest[h], &frame, &answer, arena).worst);
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
			worst[h] = fmax(worst[h], ratio_of_call(&honest[h], &frame, &answer, arena).worst);
	}
	printf("%-28s %8.2f %8.2f\n", "rows of up to 16384 keys", worst[0], worst[1]);
	fflush(stdout);
	ck_assert_double_le(fmax(worst[0], worst[1]), reference_tolerance(OP_attn_causal_offset) / 2);
}
END_TEST

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
		ratio_store_in_half(&frame);
		refused += ratio_of_call(plain, &frame, &answer, arena).worst > reference_tolerance(operation);
	}
	return refused;
}

START_TEST(half_precision_is_refused)
{
	struct implementation plain = implementation_load("plain");
	for (enum operation_id operation = 0; operation < OPERATION_COUNT; operation++) {
		if (!ratio_is_continuous(&operations[operation]))
			continue;
		size_t refused = count_refused(&plain, operation);
		printf("%-28s %5zu of 1000 refused in half precision\n", operations[operation].name, refused);
		ck_assert_msg(refused >= 950, "%s in half precision is refused %zu times of 1000",
			      operations[operation].name, refused);
	}
}
END_TEST

/* Of ordinary scores every single weight that is off by a thousandth must be seen, whatever the others are. */
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

/* Where scores are so great that their rounding alone may be a third: of that no weight may be off. */
START_TEST(weights_whose_scores_fall_apart_are_refused)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct frame frame = {.operation = &operations[OP_attn_causal]};
	struct answer answer;
	frame_argument(&frame, "n")->size = 2;
	frame_argument(&frame, "d_k")->size = frame_argument(&frame, "d_v")->size = 1;
	frame_allocate(&frame, arena);
	for (size_t i = 0; i < 2; i++) {
		((float *)frame_argument(&frame, "q")->buffer)[i] = 1000;
		((float *)frame_argument(&frame, "k")->buffer)[i] = i == 0 ? 1000 : 1;
		((float *)frame_argument(&frame, "v")->buffer)[i] = 1;
	}
	reference_answer(&frame, arena, &answer);
	const struct answer_output *weights =
		&answer.outputs[operation_parameter(frame.operation, "weights", strlen("weights"))];
	for (size_t row = 0; row < 2; row++) {
		const double allowed = reference_tolerance(OP_attn_causal) * weights->gauge[2 * row];
		ck_assert_double_eq(weights->real[2 * row], 1);
		ck_assert_double_gt(allowed, 0.005); /* some of it may */
		ck_assert_double_lt(allowed, 0.02);
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
		weights_whose_scores_fall_apart_are_refused,
	};
	return SUITE_RUN("reference: gauge", tests, NULL, NULL);
}
