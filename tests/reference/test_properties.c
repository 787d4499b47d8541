/*
 * What must hold between answers, whatever the numbers: ways of computing the same thing agree, what is
 * hidden has no influence, gradients are slopes.
 */
#include <check.h>
#include <math.h>
#include <string.h>

#include "attention.h"
#include "reference.h"
#include "reference/draw.h"
#include "reference/implementation.h"

enum { REPETITIONS = 200 };

static struct arena *arena;
static int repetition; /* of the property at hand, from which its numbers are drawn */

static void set_up(void)
{
	arena = arena_create();
}

static void tear_down(void)
{
	arena_destroy(arena);
}

/* ---- Asking ---- */

static struct frame frame_of(enum operation_id operation)
{
	return (struct frame){.operation = &operations[operation]};
}

static void set_size(struct frame *frame, const char *name, size_t size)
{
	frame_argument(frame, name)->size = size;
}

static float *floats_of(struct frame *frame, const char *name)
{
	return frame_argument(frame, name)->buffer;
}

static void share(struct frame *frame, const char *name, const float *buffer)
{
	frame_argument(frame, name)->buffer = (void *)(uintptr_t)buffer;
}

static const double *ask(const struct frame *frame, const char *output)
{
	struct answer answer;
	reference_answer(frame, arena, &answer);
	if (answer.status != ATTN_OK)
		ck_abort_msg("%s returns %d", frame->operation->name, answer.status);
	return answer.outputs[operation_parameter(frame->operation, output, strlen(output))].real;
}

static const double *ask_gauge(const struct frame *frame, const char *output)
{
	struct answer answer;
	reference_answer(frame, arena, &answer);
	return answer.outputs[operation_parameter(frame->operation, output, strlen(output))].gauge;
}

static void check_near(const double *a, const double *b, size_t count, double tolerance)
{
	for (size_t i = 0; i < count; i++)
		if (!(fabs(a[i] - b[i]) <= tolerance * (1 + fabs(b[i]))))
			ck_abort_msg("repetition %d: element %zu is %.17g here and %.17g there", repetition, i, a[i],
				     b[i]);
}

static float *draw_normals(struct draw *draw, size_t count)
{
	float *values = arena_array(arena, count, sizeof(float));
	for (size_t i = 0; i < count; i++)
		values[i] = (float)draw_normal(draw);
	return values;
}

/* Sizes and inputs of a causal call. */
struct causal {
	size_t n, d_k, d_v;
	float *q, *k, *v;
};

static struct causal draw_causal(struct draw *draw)
{
	struct causal c = {draw_size(draw, 1, 12), draw_size(draw, 1, 6), draw_size(draw, 1, 6), NULL, NULL, NULL};
	c.q = draw_normals(draw, c.n * c.d_k);
	c.k = draw_normals(draw, c.n * c.d_k);
	c.v = draw_normals(draw, c.n * c.d_v);
	return c;
}

/* A frame over those inputs for a function that takes n or n_q and n_k. */
static struct frame frame_over(enum operation_id operation, const struct causal *c)
{
	struct frame frame = frame_of(operation);
	bool square = operation_parameter(frame.operation, "n", 1) < frame.operation->n_parameters;
	set_size(&frame, square ? "n" : "n_q", c->n);
	if (!square)
		set_size(&frame, "n_k", c->n);
	set_size(&frame, "d_k", c->d_k);
	set_size(&frame, "d_v", c->d_v);
	share(&frame, "q", c->q);
	share(&frame, "k", c->k);
	share(&frame, "v", c->v);
	return frame;
}

/* ---- Other ways to the same answer ---- */

START_TEST(step_by_step_decoding_equals_the_parallel_form)
{
	struct draw draw = {(uint64_t)_i};
	struct causal c = draw_causal(&draw);
	struct frame parallel = frame_over(OP_attn_causal, &c), step = frame_of(OP_attn_decode);
	const double *whole = ask(&parallel, "out");
	set_size(&step, "capacity", c.n + draw_size(&draw, 0, 2));
	set_size(&step, "d_k", c.d_k);
	set_size(&step, "d_v", c.d_v);
	frame_allocate(&step, arena);
	uint64_t *length = frame_argument(&step, "length")->buffer;
	for (size_t i = 0; i < c.n; i++) {
		share(&step, "query", c.q + i * c.d_k);
		share(&step, "key", c.k + i * c.d_k);
		share(&step, "value", c.v + i * c.d_v);
		check_near(ask(&step, "out"), whole + i * c.d_v, c.d_v, 1e-13);
		memcpy(floats_of(&step, "keys") + i * c.d_k, c.k + i * c.d_k, c.d_k * sizeof(float));
		memcpy(floats_of(&step, "values") + i * c.d_v, c.v + i * c.d_v, c.d_v * sizeof(float));
		*length = i + 1;
	}
}
END_TEST

/* The given keys of a causal call as a part of its own. */
static struct frame part_of(const struct causal *c, size_t first, size_t count)
{
	struct frame part = frame_over(OP_attn_causal_offset, c);
	set_size(&part, "n_k", count);
	frame_argument(&part, "offset")->offset = -(ptrdiff_t)first;
	share(&part, "k", c->k + first * c->d_k);
	share(&part, "v", c->v + first * c->d_v);
	return part;
}

/* An output rounded to float into an input of another frame. */
static void hand_over(const struct frame *from, const char *output, struct frame *to, const char *input, size_t count)
{
	const double *values = ask(from, output);
	float *rounded = arena_array(arena, count, sizeof(float));
	for (size_t i = 0; i < count; i++)
		rounded[i] = (float)values[i];
	share(to, input, rounded);
}

/* The parts were rounded to float, so that the merged whole is as good as float code's. */
static void check_merged(const struct frame *merged, const struct frame *whole, const char *output, size_t count)
{
	const double *a = ask(merged, output), *b = ask(whole, output), *gauge = ask_gauge(whole, output);
	for (size_t i = 0; i < count; i++)
		if (a[i] != b[i] && !(fabs(a[i] - b[i]) <= 4 * gauge[i] + 0x1p-24 * fabs(b[i])))
			ck_abort_msg("repetition %d: element %zu of %s is %.9g merged and %.9g whole", repetition, i,
				     output, a[i], b[i]);
}

START_TEST(any_split_merged_equals_the_whole)
{
	struct draw draw = {(uint64_t)_i};
	struct causal c = draw_causal(&draw);
	struct frame whole = part_of(&c, 0, c.n), merged = frame_of(OP_attn_merge);
	set_size(&merged, "n", c.n);
	set_size(&merged, "d_v", c.d_v);
	for (size_t split = 0; split <= c.n; split++) {
		struct frame left = part_of(&c, 0, split), right = part_of(&c, split, c.n - split);
		hand_over(&left, "out", &merged, "out_a", c.n * c.d_v);
		hand_over(&left, "lse", &merged, "lse_a", c.n);
		hand_over(&right, "out", &merged, "out_b", c.n * c.d_v);
		hand_over(&right, "lse", &merged, "lse_b", c.n);
		check_merged(&merged, &whole, "out", c.n * c.d_v);
		check_merged(&merged, &whole, "lse", c.n);
	}
}
END_TEST

START_TEST(a_window_as_wide_as_the_sequence_equals_causal)
{
	struct draw draw = {(uint64_t)_i};
	struct causal c = draw_causal(&draw);
	struct frame causal = frame_over(OP_attn_causal, &c), window = frame_over(OP_attn_window, &c);
	set_size(&window, "window", c.n + draw_size(&draw, 0, 3));
	check_near(ask(&window, "out"), ask(&causal, "out"), c.n * c.d_v, 0);
	set_size(&window, "window", SIZE_MAX);
	check_near(ask(&window, "out"), ask(&causal, "out"), c.n * c.d_v, 0);
}
END_TEST

START_TEST(offset_zero_equals_the_square_form)
{
	struct draw draw = {(uint64_t)_i};
	struct causal c = draw_causal(&draw);
	struct frame causal = frame_over(OP_attn_causal, &c), offset = part_of(&c, 0, c.n);
	check_near(ask(&offset, "out"), ask(&causal, "out"), c.n * c.d_v, 0);
}
END_TEST

START_TEST(scores_then_softmax_equal_the_weights)
{
	struct draw draw = {(uint64_t)_i};
	struct causal c = draw_causal(&draw);
	struct frame causal = frame_over(OP_attn_causal, &c), scores = frame_of(OP_attn_scores);
	struct frame mask = frame_of(OP_attn_causal_mask), softmax = frame_of(OP_attn_masked_softmax);
	struct frame *square[] = {&scores, &mask, &softmax};
	for (size_t f = 0; f < 3; f++) {
		set_size(square[f], "n_q", c.n);
		set_size(square[f], "n_k", c.n);
	}
	set_size(&scores, "d_k", c.d_k);
	share(&scores, "q", c.q);
	share(&scores, "k", c.k);
	hand_over(&scores, "scores", &softmax, "scores", c.n * c.n);
	hand_over(&mask, "mask", &softmax, "mask", c.n * c.n);
	check_merged(&softmax, &causal, "weights", c.n * c.n);
}
END_TEST

START_TEST(weights_of_a_row_sum_to_one)
{
	struct draw draw = {(uint64_t)_i};
	struct causal c = draw_causal(&draw);
	struct frame causal = frame_over(OP_attn_causal, &c);
	const double *weights = ask(&causal, "weights"), *gauge = ask_gauge(&causal, "weights");
	for (size_t i = 0; i < c.n; i++) {
		double sum = 0;
		for (size_t j = 0; j < c.n; j++) {
			sum += weights[i * c.n + j];
			ck_assert_msg(j <= i || (weights[i * c.n + j] == 0 && gauge[i * c.n + j] == 0), "repetition %d",
				      repetition);
		}
		ck_assert_double_eq_tol(sum, 1, 1e-14);
	}
}
END_TEST

START_TEST(the_order_of_visible_keys_does_not_matter)
{
	struct draw draw = {(uint64_t)_i};
	struct causal c = draw_causal(&draw), permuted = c;
	permuted.k = draw_normals(&draw, c.n * c.d_k);
	permuted.v = draw_normals(&draw, c.n * c.d_v);
	size_t turn = draw_size(&draw, 0, c.n - 1);
	for (size_t j = 0; j < c.n; j++) {
		size_t to = (c.n - 1 - j + turn) % c.n; /* backwards, then turned */
		memcpy(permuted.k + to * c.d_k, c.k + j * c.d_k, c.d_k * sizeof(float));
		memcpy(permuted.v + to * c.d_v, c.v + j * c.d_v, c.d_v * sizeof(float));
	}
	struct frame a = frame_over(OP_attn_causal_offset, &c), b = frame_over(OP_attn_causal_offset, &permuted);
	frame_argument(&a, "offset")->offset = frame_argument(&b, "offset")->offset = (ptrdiff_t)c.n;
	check_near(ask(&a, "out"), ask(&b, "out"), c.n * c.d_v, 1e-13);
	check_near(ask(&a, "lse"), ask(&b, "lse"), c.n, 1e-13);
	struct frame cross_a = frame_over(OP_attn_cross, &c), cross_b = frame_over(OP_attn_cross, &permuted);
	set_size(&cross_a, "length", c.n);
	set_size(&cross_b, "length", c.n);
	check_near(ask(&cross_a, "out"), ask(&cross_b, "out"), c.n * c.d_v, 1e-13);
	check_near(ask(&cross_a, "out"), ask(&a, "out"), c.n * c.d_v, 0);
}
END_TEST

/* ---- Heads ---- */

/* Columns first .. first + count - 1 of a matrix, as a matrix of their own. */
static float *columns_of(const float *matrix, size_t rows, size_t columns, size_t first, size_t count)
{
	float *part = arena_array(arena, rows * count, sizeof(float));
	for (size_t i = 0; i < rows; i++)
		memcpy(part + i * count, matrix + i * columns + first, count * sizeof(float));
	return part;
}

/* Query head h alone, with its share of the output projection. */
static struct frame head_alone(struct frame *all, size_t h)
{
	size_t d = frame_argument(all, "d_head")->size, d_model = frame_argument(all, "d_model")->size;
	size_t n_heads = frame_argument(all, "n_heads")->size, n_kv_heads = frame_argument(all, "n_kv_heads")->size;
	size_t kv = h / (n_heads / n_kv_heads);
	struct frame one = *all;
	set_size(&one, "n_heads", 1);
	set_size(&one, "n_kv_heads", 1);
	share(&one, "w_q", columns_of(floats_of(all, "w_q"), d_model, n_heads * d, h * d, d));
	share(&one, "w_k", columns_of(floats_of(all, "w_k"), d_model, n_kv_heads * d, kv * d, d));
	share(&one, "w_v", columns_of(floats_of(all, "w_v"), d_model, n_kv_heads * d, kv * d, d));
	share(&one, "w_o", floats_of(all, "w_o") + h * d * d_model);
	return one;
}

START_TEST(heads_one_by_one_equal_the_heads_together)
{
	struct draw draw = {(uint64_t)_i};
	struct frame all = draw_ordinary_frame(&draw, OP_attn_multi_head, 8, arena);
	static const size_t heads[][2] = {{1, 1}, {2, 2}, {4, 2}, {6, 3}, {3, 1}};
	set_size(&all, "n_heads", heads[_i % 5][0]);
	set_size(&all, "n_kv_heads", heads[_i % 5][1]);
	frame_allocate(&all, arena);
	draw_inputs(&draw, &all);
	size_t count = frame_argument(&all, "n")->size * frame_argument(&all, "d_model")->size;
	double *sum = arena_array(arena, count, sizeof(double)), *size = arena_array(arena, count, sizeof(double));
	for (size_t h = 0; h < heads[_i % 5][0]; h++) {
		struct frame one = head_alone(&all, h);
		const double *out = ask(&one, "out");
		for (size_t i = 0; i < count; i++) {
			sum[i] += out[i];
			size[i] += fabs(out[i]);
		}
	}
	const double *together = ask(&all, "out");
	for (size_t i = 0; i < count; i++)
		if (!(fabs(sum[i] - together[i]) <= 1e-12 * size[i] + 1e-300))
			ck_abort_msg("repetition %d: element %zu: %.17g one by one, %.17g together", repetition, i,
				     sum[i], together[i]);
}
END_TEST

/* ---- Gradients ---- */

static double loss(const struct frame *causal, const float *d_out, size_t count)
{
	const double *out = ask(causal, "out");
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += (double)d_out[i] * out[i];
	return sum;
}

/* Slopes of the loss along each element of an input, which is put back. */
static void check_slopes(const struct frame *causal, float *input, size_t count, const float *d_out, size_t n_out,
			 const double *gradient)
{
	for (size_t i = 0; i < count; i++) {
		float held = input[i], up = held + 0x1p-9f, down = held - 0x1p-9f;
		input[i] = up;
		double above = loss(causal, d_out, n_out);
		input[i] = down;
		double below = loss(causal, d_out, n_out);
		input[i] = held;
		double slope = (above - below) / ((double)up - (double)down);
		if (!(fabs(slope - gradient[i]) <= 1e-4 * (1 + fabs(gradient[i]))))
			ck_abort_msg("repetition %d: element %zu: slope %g, gradient %g", repetition, i, slope,
				     gradient[i]);
	}
}

START_TEST(gradients_are_slopes)
{
	struct draw draw = {(uint64_t)_i};
	struct causal c = draw_causal(&draw);
	struct frame causal = frame_over(OP_attn_causal, &c), backward = frame_over(OP_attn_causal_backward, &c);
	float *d_out = draw_normals(&draw, c.n * c.d_v);
	share(&backward, "d_out", d_out);
	const double *dq = ask(&backward, "dq"), *dk = ask(&backward, "dk"), *dv = ask(&backward, "dv");
	check_slopes(&causal, c.q, c.n * c.d_k, d_out, c.n * c.d_v, dq);
	check_slopes(&causal, c.k, c.n * c.d_k, d_out, c.n * c.d_v, dk);
	check_slopes(&causal, c.v, c.n * c.d_v, d_out, c.n * c.d_v, dv);
}
END_TEST

/* ---- What is hidden has no influence ---- */

static bool sees_causal(struct frame *frame, size_t i, size_t j)
{
	(void)frame;
	return j <= i;
}

static bool sees_offset(struct frame *frame, size_t i, size_t j)
{
	return (ptrdiff_t)j <= (ptrdiff_t)i + frame_argument(frame, "offset")->offset;
}

static bool sees_window(struct frame *frame, size_t i, size_t j)
{
	return j <= i && i - j < frame_argument(frame, "window")->size;
}

static bool sees_source(struct frame *frame, size_t i, size_t j)
{
	(void)i;
	return j < frame_argument(frame, "length")->size;
}

/* Rows of all sequences are numbered through. */
static bool sees_padded(struct frame *frame, size_t i, size_t j)
{
	size_t n = frame_argument(frame, "n")->size;
	const uint64_t *lengths = frame_argument(frame, "lengths")->buffer;
	return i / n == j / n && j <= i && j % n < lengths[j / n];
}

static bool sees_in_use(struct frame *frame, size_t i, size_t j)
{
	(void)i;
	return j <= *(const uint64_t *)frame_argument(frame, "length")->buffer; /* the new row is written over */
}

/* Functions in which something can be hidden: row i of the outputs sees row j of the inputs or it does not. */
static const struct hiding {
	enum operation_id operation;
	bool (*sees)(struct frame *frame, size_t i, size_t j);
	const char *inputs[4];
	const char *outputs[3];
} hidings[] = {
	{OP_attn_causal, sees_causal, {"k", "v"}, {"out", "weights"}},
	{OP_attn_self, sees_causal, {"x"}, {"out"}},
	{OP_attn_multi_head, sees_causal, {"x"}, {"out"}},
	{OP_attn_causal_offset, sees_offset, {"k", "v"}, {"out", "lse"}},
	{OP_attn_window, sees_window, {"k", "v"}, {"out"}},
	{OP_attn_cross, sees_source, {"k", "v"}, {"out"}},
	{OP_attn_padded, sees_padded, {"k", "v"}, {"out"}},
	{OP_attn_decode, sees_in_use, {"keys", "values"}, {"out"}},
	{OP_attn_causal_backward, sees_causal, {"k", "v"}, {"dq"}},
};

/* Rows of a buffer: all extents but the last, a vector's elements each being one if `each` is set. */
static size_t rows_of(struct frame *frame, const char *name, bool each, size_t *columns)
{
	struct shape shape;
	ck_assert(frame_shape(frame, operation_parameter(frame->operation, name, strlen(name)), &shape));
	*columns = each ? 1 : shape.extents[shape.n_extents - 1];
	return *columns == 0 ? 0 : shape.count / *columns;
}

/* Calls for the same thing: as given, and with one row of the inputs poisoned. */
struct trial {
	const struct hiding *hiding;
	struct frame given, clean, poisoned;
	size_t row;
};

/* Scalars that hide something in ordinary frames. */
static void set_sight(struct frame *frame, size_t rows, struct draw *draw)
{
	enum operation_id operation = (enum operation_id)(frame->operation - operations);
	if (operation == OP_attn_causal_offset)
		frame_argument(frame, "offset")->offset = (ptrdiff_t)draw_size(draw, 0, 4) - 2;
	if (operation == OP_attn_cross)
		set_size(frame, "length", draw_size(draw, 0, rows));
	if (operation == OP_attn_window)
		set_size(frame, "window", draw_size(draw, 1, 3));
	if (operation == OP_attn_decode)
		*(uint64_t *)frame_argument(frame, "length")->buffer = draw_size(draw, 0, rows - 1);
}

static void poison(struct trial *trial, struct draw *draw)
{
	static const float poisons[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f};
	for (size_t b = 0; b < 4 && trial->hiding->inputs[b] != NULL; b++) {
		size_t columns;
		rows_of(&trial->given, trial->hiding->inputs[b], false, &columns);
		float *buffer = floats_of(&trial->poisoned, trial->hiding->inputs[b]);
		for (size_t c = 0; c < columns; c++)
			buffer[trial->row * columns + c] = poisons[draw_size(draw, 0, 4)];
	}
}

static struct trial draw_trial(const struct hiding *hiding, struct draw *draw)
{
	struct trial trial = {.hiding = hiding, .given = draw_ordinary_frame(draw, hiding->operation, 8, arena)};
	size_t columns, rows = rows_of(&trial.given, hiding->inputs[0], false, &columns);
	set_sight(&trial.given, rows, draw);
	trial.row = draw_size(draw, 0, rows - 1);
	trial.clean = frame_copy(&trial.given, arena);
	trial.poisoned = frame_copy(&trial.given, arena);
	poison(&trial, draw);
	return trial;
}

/* Rows of the outputs that do not see the poisoned row must be the same to the bit; returns how many. */
static size_t check_unmoved(struct trial *trial, const char *who)
{
	size_t unmoved = 0;
	for (size_t o = 0; o < 3 && trial->hiding->outputs[o] != NULL; o++) {
		const char *name = trial->hiding->outputs[o];
		size_t columns, rows = rows_of(&trial->given, name, strcmp(name, "lse") == 0, &columns);
		const float *a = floats_of(&trial->clean, name), *b = floats_of(&trial->poisoned, name);
		for (size_t i = 0; i < rows; i++) {
			if (trial->hiding->sees(&trial->given, i, trial->row))
				continue;
			unmoved++;
			if (memcmp(a + i * columns, b + i * columns, columns * sizeof(float)) != 0)
				ck_abort_msg("%s: %s: row %zu of %s moves with row %zu", who,
					     trial->given.operation->name, i, name, trial->row);
		}
	}
	return unmoved;
}

START_TEST(what_is_hidden_moves_nothing)
{
	static const char *const names[] = {"reference", "plain", "blocked"};
	struct implementation implementation = implementation_load(names[_i]);
	for (size_t h = 0; h < sizeof(hidings) / sizeof(hidings[0]); h++) {
		size_t unmoved = 0;
		for (uint64_t r = 0; r < REPETITIONS; r++) {
			struct draw draw = {r};
			arena_reset(arena);
			struct trial trial = draw_trial(&hidings[h], &draw);
			ck_assert_int_eq(implementation_call(&implementation, &trial.clean), ATTN_OK);
			ck_assert_int_eq(implementation_call(&implementation, &trial.poisoned), ATTN_OK);
			unmoved += check_unmoved(&trial, implementation.name);
		}
		ck_assert_msg(unmoved >= REPETITIONS / 4, "%s hid %zu rows", operations[hidings[h].operation].name,
			      unmoved);
	}
}
END_TEST

/* Masks hide scores one by one. */
START_TEST(what_a_mask_hides_moves_nothing)
{
	static const float poisons[] = {NAN, INFINITY, -INFINITY, 3e38f};
	struct draw draw = {(uint64_t)_i};
	enum operation_id operation = _i % 2 == 0 ? OP_attn_masked_softmax : OP_attn_masked_softmax_policy;
	struct frame clean = draw_frame(&draw, operation, 12, arena), poisoned = frame_copy(&clean, arena);
	size_t columns, rows = rows_of(&clean, "mask", false, &columns);
	for (size_t i = 0; i < rows * columns; i++)
		if (floats_of(&clean, "mask")[i] == -INFINITY)
			floats_of(&poisoned, "scores")[i] = poisons[draw_size(&draw, 0, 3)];
	const double *a = ask(&clean, "weights"), *b = ask(&poisoned, "weights");
	ck_assert_msg(memcmp(a, b, rows * columns * sizeof(double)) == 0, "repetition %d", repetition);
}
END_TEST

static const struct property {
	const TTest *const *test;
	int repetitions;
} properties[] = {
	{&step_by_step_decoding_equals_the_parallel_form, REPETITIONS},
	{&any_split_merged_equals_the_whole, REPETITIONS},
	{&a_window_as_wide_as_the_sequence_equals_causal, REPETITIONS},
	{&offset_zero_equals_the_square_form, REPETITIONS},
	{&scores_then_softmax_equal_the_weights, REPETITIONS},
	{&weights_of_a_row_sum_to_one, REPETITIONS},
	{&the_order_of_visible_keys_does_not_matter, REPETITIONS},
	{&heads_one_by_one_equal_the_heads_together, 50},
	{&gradients_are_slopes, 50},
	{&what_a_mask_hides_moves_nothing, REPETITIONS},
	{&what_is_hidden_moves_nothing, 3},
};

/* All repetitions in one process: under sanitizers a process of its own takes each longer than its work. */
START_TEST(a_property_holds)
{
	for (repetition = 0; repetition < properties[_i].repetitions; repetition++) {
		arena_reset(arena);
		(*properties[_i].test)->fn(repetition);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("reference: properties");
	TCase *tcase = tcase_create("properties");
	tcase_add_checked_fixture(tcase, set_up, tear_down);
	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, a_property_holds, 0, sizeof(properties) / sizeof(properties[0]));
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
