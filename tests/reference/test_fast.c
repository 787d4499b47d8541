/*
 * The fast kernels agree with the reference, on every set of instructions that this machine has: in shapes around their
 * tiles, vectors and blocks, at the edges of the contract, with NaN and infinities where they are seen and where they
 * are hidden. They use the memory they say. GYM_FAST_CASES=10000 tries as many cases of each function.
 */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/fast.h"
#include "fast/kernels.h"
#include "reference/draw.h"
#include "reference/edge.h"
#include "reference/ratio.h"

/* The functions under the types of the contract, as `setting` says. */
static struct fast_setting setting;

static int causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float *out,
		  float *weights)
{
	return fast_causal(&setting, n, d_k, d_v, q, k, v, out, weights);
}

static int causal_offset(size_t n_q, size_t n_k, size_t d_k, size_t d_v, ptrdiff_t offset, const float *q,
			 const float *k, const float *v, float *out, float *lse)
{
	return fast_causal_offset(&setting, n_q, n_k, d_k, d_v, offset, q, k, v, out, lse);
}

static int window(size_t n, size_t d_k, size_t d_v, size_t keys, const float *q, const float *k, const float *v,
		  float *out)
{
	return fast_window(&setting, n, d_k, d_v, keys, q, k, v, out);
}

static int decode(struct attn_cache *cache, const float *query, const float *key, const float *value, float *out)
{
	return fast_decode(&setting, cache, query, key, value, out);
}

static int multi_head(size_t n, size_t d_model, size_t n_heads, size_t n_kv_heads, size_t d_head, const float *x,
		      const float *w_q, const float *w_k, const float *w_v, const float *w_o, float *out)
{
	return fast_multi_head(&setting, n, d_model, n_heads, n_kv_heads, d_head, x, w_q, w_k, w_v, w_o, out);
}

static int causal_backward(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v,
			   const float *d_out, float *dq, float *dk, float *dv)
{
	return fast_causal_backward(&setting, n, d_k, d_v, q, k, v, d_out, dq, dk, dv);
}

static const struct implementation fast = {
	.name = "fast",
	.symbols =
		{
			[OP_attn_causal] = (attn_symbol)causal,
			[OP_attn_causal_offset] = (attn_symbol)causal_offset,
			[OP_attn_window] = (attn_symbol)window,
			[OP_attn_decode] = (attn_symbol)decode,
			[OP_attn_multi_head] = (attn_symbol)multi_head,
			[OP_attn_causal_backward] = (attn_symbol)causal_backward,
		},
};

static const enum operation_id functions[] = {OP_attn_causal, OP_attn_causal_offset, OP_attn_window,
					      OP_attn_decode, OP_attn_multi_head,    OP_attn_causal_backward};
enum { FUNCTIONS = sizeof(functions) / sizeof(functions[0]) };

static const char *const set_names[FAST_SETS] = {"best", "portable", "avx2", "avx512"};

/* Tries a case on all sets. What the contract leaves open is not asked. */
static void check_frame(const struct frame *frame, const char *what, size_t index, struct arena *arena)
{
	struct answer answer;
	reference_answer(frame, arena, &answer);
	if (reference_is_open(frame, NULL, &answer))
		return;
	enum operation_id operation = (enum operation_id)(frame->operation - operations);
	for (enum fast_set set = FAST_PORTABLE; set < FAST_SETS; set++) {
		if (!fast_has(set))
			continue;
		/* Threads wait busily, which takes time where others want the processor. */
		setting = (struct fast_setting){set, index % 16 == 0 ? 3 : 1};
		struct ratio ratio = ratio_of_call(&fast, frame, &answer, arena);
		if (ratio.worst > reference_tolerance(operation))
			ck_abort_msg("%s, %s case %zu, %s: %s is off by %g", frame->operation->name, what, index,
				     set_names[set], frame->operation->parameters[ratio.parameter].name, ratio.worst);
	}
}

/* ---- Shapes ---- */

/* Sizes around what vectors, tiles and blocks hold, and any others up to `largest`. */
static size_t draw_around(struct draw *draw, size_t largest)
{
	static const size_t sizes[] = {1, 3, 4, 8, 12, 16, 24, 48, 64, 96, 128, 192, 256, 512, 1024};
	size_t size = draw_size(draw, 0, 2) == 0 ? draw_size(draw, 1, largest)
						 : sizes[draw_size(draw, 0, sizeof(sizes) / sizeof(sizes[0]) - 1)] +
							   draw_size(draw, 0, 2) - 1;
	return size <= largest ? size : draw_size(draw, 0, largest);
}

static void set_size(struct frame *frame, const char *name, size_t size)
{
	size_t index = operation_parameter(frame->operation, name, strlen(name));
	if (index < frame->operation->n_parameters)
		frame->arguments[index].size = size;
}

static struct frame draw_shaped(struct draw *draw, enum operation_id operation, size_t largest, struct arena *arena)
{
	struct frame frame = draw_frame(draw, operation, 4, arena); /* for what has no size */
	if (operation == OP_attn_decode)
		largest *= 5; /* a single row */
	size_t n_q = draw_around(draw, largest), n_k = draw_around(draw, largest);
	set_size(&frame, "n", n_k);
	set_size(&frame, "n_q", n_q);
	set_size(&frame, "n_k", n_k);
	set_size(&frame, "capacity", n_k + 1);
	set_size(&frame, "window", 1 + draw_around(draw, largest));
	set_size(&frame, "d_k", 1 + draw_around(draw, draw_size(draw, 0, 3) == 0 ? 129 : 23));
	set_size(&frame, "d_v", draw_around(draw, draw_size(draw, 0, 3) == 0 ? 130 : 24));
	set_size(&frame, "d_model", 1 + draw_around(draw, 60));
	set_size(&frame, "d_head", 1 + draw_around(draw, 16));
	if (operation == OP_attn_causal_offset)
		frame_argument(&frame, "offset")->offset =
			(ptrdiff_t)draw_size(draw, 0, 2 * (n_q + n_k)) - (ptrdiff_t)(n_q + n_k);
	frame_allocate(&frame, arena);
	draw_inputs(draw, &frame);
	return frame;
}

/* Now and then rows of an input, or numbers of it, that are no numbers. */
static void poison(struct draw *draw, struct frame *frame)
{
	static const float specials[] = {NAN, INFINITY, -INFINITY};
	/* Infinity times a projection near 0 may be anything. */
	size_t kinds = frame->operation == &operations[OP_attn_multi_head] ? 1 : 3;
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		const struct parameter *parameter = &frame->operation->parameters[p];
		struct shape shape;
		if (!parameter_is_buffer(parameter) || !parameter_is_read(parameter) ||
		    parameter->element != ELEMENT_F32 || !frame_shape(frame, p, &shape) || shape.count == 0 ||
		    draw_size(draw, 0, 1) == 0)
			continue;
		float *buffer = frame->arguments[p].buffer;
		for (size_t i = 0, count = draw_size(draw, 1, 3); i < count; i++)
			buffer[draw_size(draw, 0, shape.count - 1)] = specials[draw_size(draw, 0, kinds - 1)];
	}
}

/* ---- Tests ---- */

static size_t count_cases(size_t otherwise)
{
	const char *cases = getenv("GYM_FAST_CASES");
	return cases == NULL ? otherwise : strtoul(cases, NULL, 10);
}

/* `kind` tells the series apart. */
static void check_shapes(enum operation_id operation, const char *what, size_t kind, size_t largest, size_t count,
			 bool poisoned)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	for (size_t i = 0; i < count; i++) {
		struct draw draw = {(i * 8 + kind) * OPERATION_COUNT + operation};
		arena_reset(arena);
		struct frame frame = draw_shaped(&draw, operation, largest, arena);
		if (poisoned)
			poison(&draw, &frame);
		check_frame(&frame, what, i, arena);
	}
}

START_TEST(it_agrees_in_small_shapes)
{
	check_shapes(functions[_i], "small", 0, 30, count_cases(100), false);
}
END_TEST

START_TEST(it_agrees_in_large_shapes)
{
	size_t count = count_cases(160) / 16;
	check_shapes(functions[_i], "large", 1, 300, functions[_i] == OP_attn_decode ? 8 * count : count, false);
}
END_TEST

START_TEST(it_keeps_what_is_hidden_hidden)
{
	check_shapes(functions[_i], "small poisoned", 2, 30, count_cases(200), true);
	check_shapes(functions[_i], "large poisoned", 3, 300, count_cases(160) / 16, true);
}
END_TEST

START_TEST(it_agrees_at_the_edges)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	for (size_t i = 0; i < count_cases(300); i++) {
		struct draw draw = {i * OPERATION_COUNT + functions[_i]};
		arena_reset(arena);
		struct frame frame = draw_edge_frame(&draw, functions[_i], arena);
		check_frame(&frame, "edge", i, arena);
	}
}
END_TEST

/* Work for several threads, which must not be in each other's way: rows are as long as what is kept of a key. */
static struct frame draw_large(struct draw *draw, enum operation_id operation, struct arena *arena)
{
	struct frame frame = draw_frame(draw, operation, 4, arena);
	static const char *const lengths[] = {"n", "n_q", "n_k", "capacity"};
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
		set_size(&frame, lengths[i], 500);
	set_size(&frame, "d_k", 66);
	set_size(&frame, "d_v", 50);
	frame_allocate(&frame, arena);
	draw_inputs(draw, &frame);
	return frame;
}

static void check_threads(const struct frame *frame, enum fast_set set, struct arena *arena)
{
	struct frame alone = frame_copy(frame, arena);
	setting = (struct fast_setting){set, 1};
	ck_assert_int_eq(implementation_call(&fast, &alone), ATTN_OK);
	for (size_t threads = 2; threads < 5; threads++) {
		struct frame shared = frame_copy(frame, arena);
		setting.threads = threads;
		ck_assert_int_eq(implementation_call(&fast, &shared), ATTN_OK);
		for (size_t p = 0; p < frame->operation->n_parameters; p++) {
			struct shape shape;
			if (parameter_is_written(&frame->operation->parameters[p]) && frame_shape(frame, p, &shape))
				ck_assert_mem_eq(shared.arguments[p].buffer, alone.arguments[p].buffer,
						 shape.count * element_bytes(frame->operation->parameters[p].element));
		}
	}
}

/* To the bit: exercises are run twice, and must agree. */
START_TEST(threads_change_nothing)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct draw draw = {(uint64_t)_i};
	struct frame frame = draw_large(&draw, functions[_i], arena);
	for (enum fast_set set = FAST_PORTABLE; set < FAST_SETS; set++)
		if (fast_has(set))
			check_threads(&frame, set, arena);
}
END_TEST

/* Long rows take no more room than short ones, nor much: it is what a thread has for itself. */
START_TEST(rooms_do_not_grow)
{
	static const struct fast_kernels *const kernels[] = {
		&fast_portable,
#if defined(FAST_X86)
		&fast_avx2,
		&fast_avx512,
#endif
	};
	for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++)
		for (size_t d = 64; d <= 128; d += 64)
			for (size_t n = 64; n <= 65536; n *= 4) {
				struct fast_attention attention = {.n_q = n, .n_k = n, .d_k = d, .d_v = d};
				struct fast_gradient gradient = {.n = n, .d_k = d, .d_v = d, .alone = true};
				ck_assert_uint_le(kernels[i]->attend(&attention).room_bytes, 128000);
				ck_assert_uint_le(kernels[i]->derive(&gradient).room_bytes, 128000);
				ck_assert_uint_le(kernels[i]->decode(&attention).room_bytes, 128000);
			}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("reference: fast");
	TCase *tcase = tcase_create("fast");
	tcase_set_timeout(tcase, 600); /* against hanging only */
	tcase_add_loop_test(tcase, it_agrees_in_small_shapes, 0, FUNCTIONS);
	tcase_add_loop_test(tcase, it_agrees_in_large_shapes, 0, FUNCTIONS);
	tcase_add_loop_test(tcase, it_keeps_what_is_hidden_hidden, 0, FUNCTIONS);
	tcase_add_loop_test(tcase, it_agrees_at_the_edges, 0, FUNCTIONS);
	tcase_add_loop_test(tcase, threads_change_nothing, 0, FUNCTIONS);
	tcase_add_test(tcase, rooms_do_not_grow);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
