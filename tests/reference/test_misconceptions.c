/*
 * The catalogue of misconceptions: each changes the answers of the functions that it says it breaks and of no
 * other; its answers are those that public reports show, and those of the sample submissions that make the
 * same mistake; its words are fit for a student. And what looks like a mistake but is none must pass.
 */
#include <check.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attention.h"
#include "ideas.h"
#include "misconceptions.h"
#include "omissions.h"
#include "reference/call.h"
#include "reference/draw.h"
#include "reference/edge.h"
#include "reference/implementation.h"
#include "suite.h"

enum { RANDOM_FRAMES = 200, EDGE_FRAMES = 400, LARGEST = 8 };

static struct frame draw_any_frame(size_t index, enum operation_id operation, struct arena *arena)
{
	struct draw draw = {index * OPERATION_COUNT + operation};
	return index < RANDOM_FRAMES ? draw_frame(&draw, operation, LARGEST, arena)
				     : draw_edge_frame(&draw, operation, arena);
}

/* ---- Comparing answers ---- */

static bool same_real(double a, double b, double allowed)
{
	if (isnan(a) || isnan(b))
		return isnan(a) && isnan(b);
	return a == b || (isfinite(a) && isfinite(b) && fabs(a - b) <= allowed);
}

static bool same_output(const struct answer_output *a, const struct answer_output *b, double tolerance)
{
	for (size_t i = 0; i < a->count; i++) {
		if (a->real != NULL && !same_real(a->real[i], b->real[i], tolerance * a->gauge[i]))
			return false;
		if (a->real == NULL && a->integer[i] != b->integer[i])
			return false;
	}
	return true;
}

/* Would `b` pass for `a`? */
static bool same_answer(const struct answer *a, const struct answer *b, double tolerance)
{
	bool same = a->status == b->status;
	for (size_t p = 0; p < OPERATION_PARAMETERS_MAX && same && a->status == ATTN_OK; p++)
		same = same_output(&a->outputs[p], &b->outputs[p], tolerance);
	return same;
}

static double element_of(enum element element, const void *buffer, size_t i)
{
	return element == ELEMENT_F32	? (double)((const float *)buffer)[i]
	       : element == ELEMENT_U8	? (double)((const uint8_t *)buffer)[i]
	       : element == ELEMENT_I32 ? (double)((const int32_t *)buffer)[i]
					: (double)((const uint64_t *)buffer)[i];
}

/* Does what an implementation returns and writes pass for the answer? */
static bool call_passes(const struct implementation *implementation, const struct frame *frame,
			const struct answer *answer, struct arena *arena)
{
	struct frame mine = frame_copy(frame, arena);
	if (implementation_call(implementation, &mine) != answer->status)
		return false;
	double tolerance = reference_tolerance((enum operation_id)(frame->operation - operations));
	for (size_t p = 0; p < frame->operation->n_parameters && answer->status == ATTN_OK; p++) {
		const struct answer_output *output = &answer->outputs[p];
		enum element element = frame->operation->parameters[p].element;
		for (size_t i = 0; i < output->count; i++) {
			double got = element_of(element, mine.arguments[p].buffer, i);
			double want = output->real != NULL ? output->real[i] : (double)output->integer[i];
			if (!same_real(want, got, output->real != NULL ? tolerance * output->gauge[i] : 0))
				return false;
		}
	}
	return true;
}

/* ---- What breaks ---- */

static void check_gauges(const struct misconception *misconception, const struct frame *frame,
			 const struct answer *answer)
{
	for (size_t p = 0; p < frame->operation->n_parameters && answer->status == ATTN_OK; p++) {
		const struct answer_output *output = &answer->outputs[p];
		for (size_t i = 0; i < output->count && output->real != NULL; i++)
			if (isfinite(output->real[i]) && !(output->gauge[i] >= 0 && isfinite(output->gauge[i])))
				ck_abort_msg("%s: %s has %g with a gauge of %g", misconception->name,
					     frame->operation->name, output->real[i], output->gauge[i]);
	}
}

/* Counts the frames on which each misconception is beyond the tolerance, with an answer like it at all. */
static void count_wrong(enum operation_id operation, size_t *wrong)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	for (size_t f = 0; f < RANDOM_FRAMES + EDGE_FRAMES; f++) {
		arena_reset(arena);
		struct frame frame = draw_any_frame(f, operation, arena);
		struct answer right, mistaken;
		reference_answer(&frame, arena, &right);
		for (size_t m = 0; m < misconception_count(); m++) {
			const struct misconception *misconception = misconception_at(m);
			bool breaks = misconception_breaks(misconception, operation);
			misconception_answer(misconception, &frame, NULL, arena, &mistaken);
			check_gauges(misconception, &frame, &mistaken);
			wrong[m] += !same_answer(&right, &mistaken, breaks ? reference_tolerance(operation) : 1);
		}
	}
}

START_TEST(each_breaks_what_it_says_and_nothing_else)
{
	size_t wrong[256] = {0}, surprises = 0;
	ck_assert_uint_le(misconception_count(), 256);
	count_wrong((enum operation_id)_i, wrong);
	for (size_t m = 0; m < misconception_count(); m++) {
		const struct misconception *misconception = misconception_at(m);
		if ((wrong[m] > 0) == misconception_breaks(misconception, (enum operation_id)_i))
			continue;
		printf("%s %s: %s is wrong on %zu frames\n", misconception->id, misconception->name,
		       operations[_i].name, wrong[m]);
		surprises++;
	}
	fflush(stdout);
	ck_assert_uint_eq(surprises, 0);
}
END_TEST

/* ---- Codings ---- */

enum { CODINGS_MAX = 16, EVERY_NTH_FRAME = 3 };

struct codings {
	bool differs[256][CODINGS_MAX]; /* from the first, somewhere */
};

/* Does each coding answer otherwise than the first, with gauges that are numbers? */
static void compare_codings(const struct frame *frame, enum operation_id operation, struct codings *codings,
			    struct arena *arena)
{
	struct answer first, other;
	for (size_t m = 0; m < misconception_count(); m++) {
		const struct misconception *misconception = misconception_at(m);
		if (misconception_codings(misconception) == 1 || !misconception_breaks(misconception, operation))
			continue;
		misconception_answer(misconception, frame, NULL, arena, &first);
		for (size_t c = 1; c < misconception_codings(misconception); c++) {
			misconception_answer_coded(misconception, c, frame, NULL, arena, &other);
			check_gauges(misconception, frame, &other);
			codings->differs[m][c] |= !same_answer(&first, &other, reference_tolerance(operation));
		}
	}
}

/* Those that differ where a mask or a pivot falls between two thresholds: few drawn ones do. */
static bool is_threshold(const char *name)
{
	return strcmp(name, "mask_judged_low") == 0 || strcmp(name, "singular_by_threshold") == 0;
}

START_TEST(codings_differ)
{
	static struct codings codings;
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		for (size_t f = 0; f < RANDOM_FRAMES + EDGE_FRAMES; f += EVERY_NTH_FRAME) {
			arena_reset(arena);
			struct frame frame = draw_any_frame(f, o, arena);
			compare_codings(&frame, o, &codings, arena);
		}
	}
	for (size_t m = 0; m < misconception_count(); m++)
		for (size_t c = 1; c < misconception_codings(misconception_at(m)); c++) {
			ck_assert_uint_lt(c, CODINGS_MAX);
			const char *name = misconception_at(m)->name;
			ck_assert_msg(codings.differs[m][c] || is_threshold(name), "%s: coding %zu is the first", name,
				      c);
		}
}
END_TEST

static const struct answer_output *find_output(const struct frame *frame, const struct answer *answer, const char *name)
{
	return &answer->outputs[operation_parameter(frame->operation, name, strlen(name))];
}

/* Whatever a sum is carried into, the logarithm of none is none. */
START_TEST(a_carried_sum_leaves_empty_rows_alone)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct misconception *carrying = misconception_find("M42");
	size_t empty = 0;
	for (size_t f = 0; f < EDGE_FRAMES; f++) {
		arena_reset(arena);
		struct frame frame = draw_any_frame(RANDOM_FRAMES + f, OP_attn_causal_offset, arena);
		for (size_t c = 1; c < misconception_codings(carrying); c++) {
			struct answer right, mistaken;
			reference_answer(&frame, arena, &right);
			misconception_answer_coded(carrying, c, &frame, NULL, arena, &mistaken);
			const struct answer_output *lse = find_output(&frame, &right, "lse");
			for (size_t i = 0; i < lse->count && right.status == ATTN_OK; i++) {
				if (lse->real[i] != -INFINITY)
					continue;
				ck_assert_double_eq(find_output(&frame, &mistaken, "lse")->real[i], -INFINITY);
				empty++;
			}
		}
	}
	ck_assert_uint_gt(empty, 0);
}
END_TEST

/* ---- Rows written twice ---- */

/* Those that cannot be told apart: the same mistake made in two ways. */
static const char *const twins[] = {"scale_dk", "scale_twice"};

static bool is_twin(const struct misconception *misconception)
{
	for (size_t t = 0; t < sizeof(twins) / sizeof(twins[0]); t++)
		if (strcmp(misconception->name, twins[t]) == 0)
			return true;
	return false;
}

/* FNV-1a. */
static void hash(uint64_t *state, const void *data, size_t length)
{
	for (size_t i = 0; i < length; i++)
		*state = (*state ^ ((const unsigned char *)data)[i]) * 0x100000001b3;
}

static void hash_answer(uint64_t *state, const struct answer *answer)
{
	hash(state, &answer->status, sizeof(answer->status));
	for (size_t p = 0; p < OPERATION_PARAMETERS_MAX && answer->status == ATTN_OK; p++) {
		const struct answer_output *output = &answer->outputs[p];
		for (size_t i = 0; i < output->count; i++) {
			float real = output->real == NULL || isnan(output->real[i]) ? 1e38F : (float)output->real[i];
			hash(state, &real, sizeof(real));
			if (output->integer != NULL)
				hash(state, &output->integer[i], sizeof(uint64_t));
		}
	}
}

static void hash_answers(enum operation_id operation, uint64_t *hashes)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	for (size_t f = RANDOM_FRAMES - 50; f < RANDOM_FRAMES + 150; f++) {
		arena_reset(arena);
		struct frame frame = draw_any_frame(f, operation, arena);
		struct answer answer;
		for (size_t m = 0; m < misconception_count(); m++) {
			misconception_answer(misconception_at(m), &frame, NULL, arena, &answer);
			hash_answer(&hashes[m], &answer);
		}
	}
}

START_TEST(no_row_is_written_twice)
{
	uint64_t hashes[256] = {0};
	ck_assert_uint_le(misconception_count(), 256);
	for (enum operation_id operation = 0; operation < OPERATION_COUNT; operation++)
		hash_answers(operation, hashes);
	for (size_t a = 0; a < misconception_count(); a++) {
		const struct misconception *one = misconception_at(a);
		for (size_t b = 0; b < a; b++) {
			const struct misconception *other = misconception_at(b);
			ck_assert_str_ne(one->id, other->id);
			ck_assert_str_ne(one->name, other->name);
			ck_assert_str_ne(one->title, other->title);
			ck_assert_str_ne(one->explanation, other->explanation);
			ck_assert_msg(hashes[a] != hashes[b] || (is_twin(one) && is_twin(other)),
				      "%s and %s answer alike", one->name, other->name);
		}
	}
}
END_TEST

/* ---- Answers that public reports show ---- */

static const struct {
	const char *name, *function, *given, *output, *expect;
} reported[] = {
	{"mask_after_softmax", "attn_masked_softmax", "n_q 1  n_k 3  scores 2 3 4  mask 0 0 -inf", "weights",
	 "0.09003057 0.2447285 0"},
	{"fill_1e9_typo", "attn_masked_softmax", "n_q 1  n_k 3  scores 2 3 4  mask 0 0 -inf", "weights",
	 "0.2594965 0.7053845 0.03511903"},
	{"add_1e9_typo", "attn_masked_softmax", "n_q 1  n_k 3  scores 2 3 4  mask 0 0 -inf", "weights",
	 "0.09003057 0.2447285 0.665241"},
	{"add_1e9", "attn_masked_softmax", "n_q 1  n_k 2  scores 0 1  mask -inf -inf", "weights", "0.5 0.5"},
	{"add_1e9", "attn_causal", "n 2  d_k 1  d_v 1  q 1 1  k 0 nan  v 3 5", "out", "nan nan"},
	{"fill_1e9", "attn_causal", "n 2  d_k 1  d_v 1  q 1 1  k -2e9 5  v 1 2", "out", "2 2"},
	{"fill_1e4", "attn_causal", "n 2  d_k 1  d_v 1  q 1 1  k -20000 -20001  v 1 2", "out", "2 1.268941"},
	{"max_clamp_1e4", "attn_causal", "n 2  d_k 1  d_v 1  q 1 1  k -20000 -20001  v 1 2", "out", "nan nan"},
	{"max_clamp_1e4_zero", "attn_causal", "n 2  d_k 1  d_v 1  q 1 1  k -20000 -20001  v 1 2", "out", "0 0"},
	{"no_max_sub", "attn_causal", "n 2  d_k 1  d_v 1  q 1 1  k 100 101  v 1 2", "out", "nan nan"},
	{"softmax_cols", "attn_causal", "n 2  d_k 2  d_v 2  q 1 0  0 1  k 1 1  2 0  v 10 0  0 10", "out", "5 0 5 10"},
	{"no_scale", "attn_causal", "n 2  d_k 4  d_v 2  q 1 1 0 2  2 0 1 1  k 1 0 1 1  0 2 1 0  v 10 7  0 7", "out",
	 "10 7 9.525742 7"},
	{"scale_dk", "attn_causal", "n 2  d_k 4  d_v 2  q 1 1 0 2  2 0 1 1  k 1 0 1 1  0 2 1 0  v 10 7  0 7", "out",
	 "10 7 6.791787 7"},
	{"scale_mul_sqrt", "attn_causal", "n 2  d_k 4  d_v 2  q 1 1 0 2  2 0 1 1  k 1 0 1 1  0 2 1 0  v 10 7  0 7",
	 "out", "10 7 9.975274 7"},
	{"transposed_mask", "attn_causal", "n 3  d_k 1  d_v 3  q 1 1 1  k 2 3 4  v 10 0 0  0 10 0  0 0 10", "out",
	 "_ _ _  _ _ _  0 0 10"},
	{"causal_forgotten", "attn_causal", "n 3  d_k 1  d_v 3  q 1 1 1  k 2 3 4  v 10 0 0  0 10 0  0 0 10", "out",
	 "0.9003057 2.447285 6.65241  _ _ _  _ _ _"},
	{"causal_forgotten", "attn_causal_backward", "n 2  d_k 1  d_v 1  q 1 1  k 0 1  v 1 10  d_out 1 1", "dk",
	 "-3.539015 3.539015"},
	{"read_masked_v", "attn_causal", "n 2  d_k 1  d_v 1  q 1 1  k 0 0  v 3 nan", "out", "nan nan"},
	{"nan_to_num", "attn_causal", "n 3  d_k 1  d_v 1  q 1 1 1  k 0 nan 1  v 1 2 4", "out", "1 0 0"},
	{"naive_empty_row", "attn_masked_softmax", "n_q 2  n_k 2  scores 0 1 0 1  mask -inf -inf 0 0", "weights",
	 "nan nan 0.2689414 0.7310586"},
	{"empty_row_uniform", "attn_cross", "n_q 1  n_k 2  d_k 1  d_v 1  length 0  q 1  k 0 1  v 3 5", "out", "4"},
	{"empty_row_attend_all", "attn_cross", "n_q 1  n_k 3  d_k 1  d_v 1  length 0  q 1  k 0 1 2  v 100 1 4", "out",
	 "11.90875"},
	{"polarity", "attn_masked_softmax", "n_q 2  n_k 2  scores 0 1 0 1  mask 0 -inf  0 0", "weights", "0 1 0 0"},
	{"pad_replaces_causal", "attn_padded", "batch 1  n 3  d_k 1  d_v 1  lengths 2  q 1 1 1  k 0 1 2  v 1 10 100",
	 "out", "7.579527 _ _"},
	{"pad_or_causal", "attn_padded", "batch 1  n 3  d_k 1  d_v 1  lengths 2  q 1 1 1  k 0 1 2  v 1 10 100", "out",
	 "_ _ 69.06141"},
	{"pad_on_queries", "attn_padded", "batch 1  n 3  d_k 1  d_v 1  lengths 2  q 1 1 1  k 0 1 2  v 1 10 100", "out",
	 "1 7.579527 0"},
	{"top_left", "attn_causal_offset", "n_q 1  n_k 3  d_k 1  d_v 1  offset 2  q 1  k 0 1 0  v 1 2 4", "out", "1"},
	{"bottom_right", "attn_causal_offset", "n_q 2  n_k 3  d_k 1  d_v 1  offset 0  q 1 2  k 0 1 2  v 1 10 100",
	 "out", "7.579527 87.87032"},
	{"prefill_with_cache_unmasked", "attn_causal_offset",
	 "n_q 2  n_k 4  d_k 1  d_v 2  offset 2  q 1 2  k 0 1 2 1  v 1 0  0 1  5 2  -3 7", "out",
	 "2.154727 2.641789 _ _"},
	{"window_plus1", "attn_window", "n 4  d_k 1  d_v 1  window 2  q 0 0 0 0  k 0 0 0 0  v 1 10 100 1000", "out",
	 "1 5.5 37 370"},
	{"window_symmetric", "attn_window", "n 4  d_k 1  d_v 1  window 2  q 0 0 0 0  k 0 0 0 0  v 1 10 100 1000", "out",
	 "5.5 37 370 550"},
};

static const char *next_number(const char *text, double *number)
{
	text += strspn(text, " ");
	if (*text == '_') {
		*number = -INFINITY;
		return text + 1;
	}
	char *end;
	*number = strtod(text, &end);
	return end;
}

static void check_reported(const struct misconception *misconception, const struct answer_output *output,
			   const char *expect)
{
	for (size_t i = 0; i < output->count; i++) {
		double want;
		expect = next_number(expect, &want);
		if (want == -INFINITY)
			continue;
		if (!same_real(want, output->real[i], 1e-6 * fabs(want)))
			ck_abort_msg("%s: element %zu is %.9g, not %.9g", misconception->name, i, output->real[i],
				     want);
	}
}

START_TEST(answers_are_those_that_were_reported)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct misconception *misconception = misconception_find(reported[_i].name);
	ck_assert_ptr_nonnull(misconception);
	struct call call = call_reference(arena, reported[_i].function, reported[_i].given);
	struct answer answer;
	misconception_answer(misconception, &call.frame, NULL, arena, &answer);
	ck_assert_int_eq(answer.status, ATTN_OK);
	size_t p = operation_parameter(call.frame.operation, reported[_i].output, strlen(reported[_i].output));
	ck_assert_uint_lt(p, call.frame.operation->n_parameters);
	check_reported(misconception, &answer.outputs[p], reported[_i].expect);
	ck_assert(!same_answer(&call.answer, &answer, call.tolerance));
}
END_TEST

/* Heads, whose wrong answers depend on where each head lies. */
START_TEST(heads_are_confused_as_reported)
{
	static const char one_token[] =
		"n 1  d_model 6  n_heads 6  n_kv_heads 3  d_head 1  x 0 0 0 1 2 3 "
		"w_q 0 0 0 0 0 0  0 0 0 0 0 0  0 0 0 0 0 0  0 0 0 0 0 0  0 0 0 0 0 0  0 0 0 0 0 0 "
		"w_k 0 0 0  0 0 0  0 0 0  0 0 0  0 0 0  0 0 0  w_v 0 0 0  0 0 0  0 0 0  1 0 0  0 1 0  "
		"0 0 1  w_o 1 0 0 0 0 0  0 1 0 0 0 0  0 0 1 0 0 0  0 0 0 1 0 0  0 0 0 0 1 0  "
		"0 0 0 0 0 1";
	static const char two_tokens[] =
		"n 2  d_model 6  n_heads 2  n_kv_heads 2  d_head 1  x 1 2 1 -1 1 10  0 3 0 1 2 20  w_q 1 0  0 1  0 0  "
		"0 0  0 0  0 0  w_k 0 0  0 0  1 0  0 1  0 0  0 0  w_v 0 0  0 0  0 0  0 0  1 0  0 1  "
		"w_o 1 0 0 0 0 0  0 1 0 0 0 0";
	static const char wide_heads[] =
		"n 2  d_model 12  n_heads 2  n_kv_heads 2  d_head 2  x 1 2 0 1 1 0 2 1 1 0 5 0  2 1 1 0 0 1 1 2 0 1 0 "
		"5 "
		"w_q 1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0 "
		" "
		"0 0 0 0  w_k 0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1  0 0 0 0  0 0 0 0 "
		" "
		"0 0 0 0  0 0 0 0  w_v 0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  1 0 0 0 "
		" "
		"0 1 0 0  0 0 1 0  0 0 0 1  w_o 1 0 0 0 0 0 0 0 0 0 0 0  0 1 0 0 0 0 0 0 0 0 0 0  "
		"0 0 1 0 0 0 0 0 0 0 0 0  0 0 0 1 0 0 0 0 0 0 0 0";
	static const struct {
		const char *name, *given, *expect;
	} cases[] = {
		{"gqa_tile", one_token, "1 2 3 1 2 3"},
		{"gqa_div_hkv", one_token, "1 1 1 2 2 2"},
		{"gqa_zero", one_token, "1 1 1 1 1 1"},
		{"heads_no_transpose", two_tokens, "1 2 0 0 0 0  1.161876 19.14634 0 0 0 0"},
		{"scale_dmodel", wide_heads,
		 "1 0 5 0 _ _ _ _ _ _ _ _  0.6224594 0.3775407 3.112297 1.887703 _ _ _ _ _ _ _ _"},
	};
	for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		struct call call = call_reference(arena, "attn_multi_head", cases[c].given);
		struct answer answer;
		misconception_answer(misconception_find(cases[c].name), &call.frame, NULL, arena, &answer);
		check_reported(misconception_find(cases[c].name),
			       &answer.outputs[operation_parameter(call.frame.operation, "out", 3)], cases[c].expect);
	}
}
END_TEST

/* ---- Samples that make the mistake ---- */

#define FORGETFUL \
	" attn_causal attn_self attn_multi_head attn_padded attn_causal_offset attn_window attn_causal_backward "
#define BUILDING " attn_is_causal_mask attn_visible_keys attn_causal_mask attn_late_mask_mass attn_decode "
#define EVERYWHERE NULL

/* `lives`: the functions that a sample spoils; elsewhere it is right. */
static const struct {
	const char *sample, *name, *lives;
} samples[] = {
	{"no-mask", "causal_forgotten", FORGETFUL},	{"transposed-mask", "transposed_mask", EVERYWHERE},
	{"diagonal-masked", "diag_masked", EVERYWHERE}, {"mask-after-softmax", "mask_after_softmax", EVERYWHERE},
	{"no-scaling", "no_scale", EVERYWHERE},		{"no-maximum", "no_max_sub", EVERYWHERE},
};

/* How many of `count` random frames a sample answers as the misconception does. */
static size_t count_explained(const struct implementation *sample, const struct misconception *misconception,
			      enum operation_id operation, size_t count)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	size_t explained = 0;
	for (size_t f = 0; f < count; f++) {
		struct draw draw = {f * OPERATION_COUNT + operation};
		arena_reset(arena);
		struct frame frame = draw_frame(&draw, operation, 24, arena);
		struct answer answer;
		misconception_answer(misconception, &frame, NULL, arena, &answer);
		explained += call_passes(sample, &frame, &answer, arena);
	}
	return explained;
}

START_TEST(samples_answer_like_their_misconceptions)
{
	enum { COUNT = 300 };
	const struct implementation sample = implementation_load(samples[_i].sample);
	const struct misconception *misconception = misconception_find(samples[_i].name);
	size_t unexplained = 0;
	ck_assert_ptr_nonnull(misconception);
	for (enum operation_id operation = 0; operation < OPERATION_COUNT; operation++) {
		char padded[64];
		snprintf(padded, sizeof(padded), " %s ", operations[operation].name);
		if (samples[_i].lives != EVERYWHERE && strstr(samples[_i].lives, padded) == NULL)
			continue;
		size_t explained = count_explained(&sample, misconception, operation, COUNT);
		if (explained == COUNT)
			continue;
		printf("%s: %zu of %d answers of %s are not those of %s\n", sample.name, COUNT - explained, COUNT,
		       operations[operation].name, misconception->name);
		unexplained++;
	}
	fflush(stdout);
	ck_assert_uint_eq(unexplained, 0);
}
END_TEST

/* A hidden score that cancels: what float code makes of it moves the weights that late masks keep. */
START_TEST(errors_of_hidden_scores_count)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct implementation sample = implementation_load("mask-after-softmax");
	const struct misconception *misconception = misconception_find("mask_after_softmax");
	struct call call = call_reference(arena, "attn_causal",
					  "n 2  d_k 2  d_v 1  q 1000 1000  0 0  k 0.1 0  1000.1 -1000  v 1 0");
	struct answer answer;
	frame_argument(&call.frame, "out")->buffer = arena_alloc(arena, 2 * sizeof(float));
	frame_argument(&call.frame, "weights")->buffer = arena_alloc(arena, 4 * sizeof(float));
	misconception_answer(misconception, &call.frame, NULL, arena, &answer);
	ck_assert(!same_answer(&call.answer, &answer, call.tolerance));
	ck_assert(call_passes(&sample, &call.frame, &answer, arena));
}
END_TEST

/* ---- What is no mistake ---- */

/* Does it differ from the plain sample in any bit of any answer? */
static bool differs_in_bits(const struct implementation *variant, const struct implementation *plain,
			    const struct frame *frame, struct arena *arena)
{
	struct frame one = frame_copy(frame, arena), other = frame_copy(frame, arena);
	bool same = implementation_call(variant, &one) == implementation_call(plain, &other);
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		struct shape shape;
		const struct parameter *parameter = &frame->operation->parameters[p];
		if (parameter_is_buffer(parameter) && frame_shape(frame, p, &shape))
			same &= memcmp(one.arguments[p].buffer, other.arguments[p].buffer,
				       shape.count * element_bytes(parameter->element)) == 0;
	}
	return !same;
}

START_TEST(harmless_variants_pass)
{
#ifdef SANITIZED
	const size_t frames = 60;
#else
	const size_t frames = 600;
#endif
	const struct implementation variant = implementation_of(honest_at((size_t)_i));
	const struct implementation plain = implementation_load("plain");
	if (honest_at((size_t)_i)->finite_only)
		return;
	size_t different = 0;
	ck_assert_msg(strlen(honest_at((size_t)_i)->why) > 10, "%s: why is it harmless?", variant.name);
	for (enum operation_id operation = 0; operation < OPERATION_COUNT; operation++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		for (size_t f = 0; f < frames; f++) {
			struct draw draw = {f * OPERATION_COUNT + operation};
			arena_reset(arena);
			struct frame frame = draw_frame(&draw, operation, 24, arena);
			struct answer answer;
			reference_answer(&frame, arena, &answer);
			if (!call_passes(&variant, &frame, &answer, arena))
				ck_abort_msg("%s fails %s on frame %zu", variant.name, operations[operation].name, f);
			different += differs_in_bits(&variant, &plain, &frame, arena);
		}
	}
	ck_assert(different > 20 || frames < 600 || strcmp(variant.name, "plain") == 0);
}
END_TEST

/* A small number added to a sum that is at least 1, as if that could be 0. */
static void weigh_guarded(const struct ideas *ideas, struct row *row)
{
	idea_weigh(ideas, row);
	if (row_maximum(row) == -INFINITY)
		return;
	double sum = exp(idea_log_sum(row) - row_maximum(row));
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] *= sum / (sum + 1e-6);
}

/* Weights too small for a normal float are dropped. */
static void weigh_flushing(const struct ideas *ideas, struct row *row)
{
	idea_weigh(ideas, row);
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] = row->weights[j] < 0x1p-126 ? 0 : row->weights[j];
}

/* The omission of that index among those that are no mistakes, or NULL. */
static const struct omission *passing(size_t index)
{
	for (size_t i = 0; i < omission_count(); i++)
		if (omission_at(i)->passes && index-- == 0)
			return omission_at(i);
	return NULL;
}

START_TEST(harmless_ideas_pass)
{
	static const struct {
		const char *name;
		struct ideas changes;
	} harmless[] = {{"denom_eps", {.weigh = weigh_guarded}}, {"weights flushed to 0", {.weigh = weigh_flushing}}};
	const struct omission *omission = passing((size_t)_i);
	ck_assert_ptr_nonnull(omission);
	size_t h = 0;
	while (h < sizeof(harmless) / sizeof(harmless[0]) && strcmp(harmless[h].name, omission->name) != 0)
		h++;
	ck_assert_msg(h < sizeof(harmless) / sizeof(harmless[0]), "%s: who says that it passes?", omission->name);
	const struct ideas ideas = ideas_with(&harmless[h].changes);
	for (enum operation_id operation = 0; operation < OPERATION_COUNT; operation++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		for (size_t f = 0; f < RANDOM_FRAMES; f++) {
			arena_reset(arena);
			struct frame frame = draw_any_frame(f, operation, arena);
			struct answer right, other;
			reference_answer(&frame, arena, &right);
			reference_answer_with(&ideas, &frame, NULL, arena, &other);
			if (!same_answer(&right, &other, reference_tolerance(operation)))
				ck_abort_msg("%s, frame %zu", operations[operation].name, f);
		}
	}
}
END_TEST

/* ---- Words ---- */

/* A digit that is no part of a name such as d_k2, exp2 or uint64_t would be a number of some case. */
static bool has_number(const char *text)
{
	for (size_t i = 0; text[i] != '\0'; i++)
		if (isdigit((unsigned char)text[i]) && (i == 0 || !isalnum((unsigned char)text[i - 1])))
			return true;
	return false;
}

static size_t count_sentences(const char *text)
{
	size_t count = 0;
	for (size_t i = 0; text[i] != '\0'; i++)
		count += strchr(".?!", text[i]) != NULL && (text[i + 1] == ' ' || text[i + 1] == '\0');
	return count;
}

/* One of these words ("|you|your|") stands in the text, whatever its case. */
static const char *find_word(const char *text, const char *words)
{
	char word[64];
	for (size_t length; *text != '\0'; text += length + strcspn(text + length, "abcdefghijklmnopqrstuvwxyz"
										   "ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
		for (length = 0; isalpha((unsigned char)text[length]); length++)
			;
		snprintf(word, sizeof(word), "|%.*s|", (int)length, text);
		if (length > 0 && strcasestr(words, word) != NULL)
			return text;
	}
	return NULL;
}

/* The student is spoken to, before the second sentence begins. */
static bool addresses_student(const char *text)
{
	const char *word = find_word(text, "|you|your|yours|"), *stop = strstr(text, ". ");
	return word != NULL && stop != NULL && word < stop;
}

START_TEST(explanations_are_fit_for_a_student)
{
	const struct misconception *misconception = misconception_at((size_t)_i);
	const char *text = misconception->explanation;
	size_t length = strlen(text);
	ck_assert_msg(length >= 120 && length <= 420, "%s: %zu characters", misconception->name, length);
	ck_assert_msg(isupper((unsigned char)text[0]) && text[length - 1] == '.', "%s", misconception->name);
	ck_assert_msg(!has_number(text), "%s: a number", misconception->name);
	ck_assert_msg(count_sentences(text) >= 2 && count_sentences(text) <= 4, "%s: %zu sentences",
		      misconception->name, count_sentences(text));
	ck_assert_msg(addresses_student(text), "%s: whose mistake?", misconception->name);
	const char *scorn = find_word(text, "|simply|obviously|clearly|trivially|trivial|surely|merely|stupid|silly|");
	ck_assert_msg(scorn == NULL, "%s: %s", misconception->name, scorn);
	ck_assert_msg(strstr(text, "  ") == NULL && strstr(text, " .") == NULL, "%s", misconception->name);
}
END_TEST

/* Those that the catalogue began with. An id keeps its meaning for ever: gradebooks hold it. */
static const struct {
	const char *id, *name;
} first[] = {
	{"M01", "no_mask"},
	{"M02", "causal_forgotten"},
	{"M04", "transposed_mask"},
	{"M05", "diag_masked"},
	{"M06", "loose_by_one"},
	{"M07", "top_left"},
	{"M09", "row_shift"},
	{"M10", "pad_ignored"},
	{"M11", "pad_replaces_causal"},
	{"M12", "pad_or_causal"},
	{"M13", "pad_on_queries"},
	{"M14", "polarity"},
	{"M15", "window_plus1"},
	{"M17", "window_symmetric"},
	{"M18", "mask_after_softmax"},
	{"M19", "mask_after_softmax_renorm"},
	{"M20", "mul_mask_scores"},
	{"M21", "fill_zero"},
	{"M22", "fill_1e9_typo"},
	{"M23", "add_1e9_typo"},
	{"M25", "mask_times_neginf"},
	{"M26", "add_1e9"},
	{"M27", "fill_1e9"},
	{"M31", "zero_kv_rows"},
	{"M32", "no_scale"},
	{"M33", "scale_dk"},
	{"M34", "scale_twice"},
	{"M35", "scale_mul_sqrt"},
	{"M37", "scale_dmodel"},
	{"M40", "scale_fourthroot"},
	{"M41", "softmax_cols"},
	{"M42", "softmax_global"},
	{"M43", "no_max_sub"},
	{"M45", "max_clamp_1e4"},
	{"M48", "softmax_twice"},
	{"M49", "uniform_prefix_mean"},
	{"M51", "no_softmax"},
	{"M52", "argmax_only"},
	{"M56", "online_no_rescale"},
	{"M58", "kv_swapped"},
	{"M59", "qk_swapped"},
	{"M62", "read_masked_v"},
	{"M66", "ftz"},
	{"M68", "nan_to_num"},
	{"M69", "naive_empty_row"},
	{"M70", "empty_row_uniform"},
	{"M71", "empty_row_attend_all"},
	{"M73", "gqa_tile"},
	{"M74", "gqa_zero"},
	{"M76", "heads_no_transpose"},
	{"M78", "cache_skips_new"},
	{"M80", "v_not_cached"},
	{"M81", "reads_unwritten_slot"},
	{"M83", "prefill_with_cache_unmasked"},
};

START_TEST(what_is_not_in_the_catalogue_has_an_id_of_its_own)
{
	const struct omission *omission = omission_at((size_t)_i);
	ck_assert_msg(misconception_find(omission->id) == NULL && misconception_find(omission->name) == NULL,
		      "%s %s is in the catalogue", omission->id, omission->name);
	ck_assert_ptr_eq(omission_find(omission->name), omission);
}
END_TEST

START_TEST(the_first_are_still_there)
{
	const struct misconception *misconception = misconception_find(first[_i].id);
	ck_assert_msg(misconception != NULL, "%s %s is gone", first[_i].id, first[_i].name);
	ck_assert_str_eq(misconception->name, first[_i].name);
}
END_TEST

START_TEST(ids_names_and_titles_have_their_form)
{
	const struct misconception *misconception = misconception_at((size_t)_i);
	const char *title = misconception->title;
	size_t length = strlen(title);
	ck_assert_msg(misconception->id[0] == 'M' && strlen(misconception->id) >= 3 &&
			      strspn(misconception->id + 1, "0123456789") == strlen(misconception->id) - 1,
		      "%s", misconception->id);
	ck_assert_uint_eq(strspn(misconception->name, "abcdefghijklmnopqrstuvwxyz0123456789_"),
			  strlen(misconception->name));
	ck_assert_msg(length >= 15 && length <= 80 && title[length - 1] != '.', "%s", title);
	ck_assert_msg(islower((unsigned char)title[0]) || title[0] == '-' || strncmp(title, "NaN", 3) == 0, "%s",
		      title);
	ck_assert(misconception->breaks != 0 && misconception->breaks >> OPERATION_COUNT == 0);
	ck_assert_ptr_eq(misconception_find(misconception->id), misconception);
	ck_assert_ptr_eq(misconception_find(misconception->name), misconception);
	ck_assert_ptr_null(misconception_find(title));
	ck_assert_uint_gt(strlen(misconception_family((size_t)_i)), 5);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("reference: misconceptions");
	TCase *tcase = tcase_create("misconceptions");
	int count = (int)misconception_count();
	tcase_set_timeout(tcase, 600); /* against hanging only */
	tcase_add_loop_test(tcase, each_breaks_what_it_says_and_nothing_else, 0, SUITE_SHARE(OPERATION_COUNT));
	tcase_add_test(tcase, codings_differ);
	tcase_add_test(tcase, a_carried_sum_leaves_empty_rows_alone);
	tcase_add_test(tcase, no_row_is_written_twice);
	tcase_add_loop_test(tcase, answers_are_those_that_were_reported, 0, sizeof(reported) / sizeof(reported[0]));
	tcase_add_test(tcase, heads_are_confused_as_reported);
	tcase_add_loop_test(tcase, samples_answer_like_their_misconceptions, 0, sizeof(samples) / sizeof(samples[0]));
	tcase_add_test(tcase, errors_of_hidden_scores_count);
	tcase_add_loop_test(tcase, harmless_variants_pass, 0, (int)honest_count());
	int n_harmless = 0;
	while (passing((size_t)n_harmless) != NULL)
		n_harmless++;
	tcase_add_loop_test(tcase, harmless_ideas_pass, 0, n_harmless);
	tcase_add_loop_test(tcase, explanations_are_fit_for_a_student, 0, count);
	tcase_add_loop_test(tcase, what_is_not_in_the_catalogue_has_an_id_of_its_own, 0, (int)omission_count());
	tcase_add_loop_test(tcase, the_first_are_still_there, 0, sizeof(first) / sizeof(first[0]));
	tcase_add_loop_test(tcase, ids_names_and_titles_have_their_form, 0, count);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
