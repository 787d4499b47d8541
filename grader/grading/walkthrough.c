#include "grading/walkthrough.h"

#include <math.h>

#include "grading/ask.h"

enum { TOKENS = 4, CELLS = TOKENS * TOKENS, D_K = 2, D_V = 2, SAT = 2, DOWN = 3 };

static const char *const tokens[TOKENS] = {"the", "cat", "sat", "down"};
static const float q[TOKENS * D_K] = {1, 0, 0, 1, 1, 1, 0, 1};
static const float k[TOKENS * D_K] = {1, 0, 0, 1, 1, 0, 1, 1};
static const float v[TOKENS * D_V] = {3, 0, 0, 3, 3, 9, 9, 3};

static struct matrix_record show(const char *name, const double *values, size_t columns)
{
	return (struct matrix_record){.name = name, .rows = TOKENS, .columns = columns, .values = values};
}

static struct matrix_record show_given(const char *name, const float *values, size_t columns, struct arena *arena)
{
	double *copy = arena_array(arena, TOKENS * columns, sizeof(double));
	for (size_t i = 0; i < TOKENS * columns; i++)
		copy[i] = (double)values[i];
	return show(name, copy, columns);
}

static const double *add(const double *scores, const double *mask, struct arena *arena)
{
	double *sum = arena_array(arena, CELLS, sizeof(double));
	for (size_t i = 0; i < CELLS; i++)
		sum[i] = idea_add_mask(scores[i], mask[i]);
	return sum;
}

static const unsigned char *hide(const double *mask, struct arena *arena)
{
	unsigned char *hidden = arena_array(arena, CELLS, 1);
	for (size_t i = 0; i < CELLS; i++)
		hidden[i] = idea_hides(mask[i]);
	return hidden;
}

struct walkthrough_record walkthrough_make(struct arena *arena)
{
	const union argument size = {.size = TOKENS};
	const union argument masking[] = {size, size, {.offset = 0}, {.buffer = NULL}};
	const union argument attending[] = {size,	   {.size = D_K}, {.size = D_V},    ask_buffer(q),
					    ask_buffer(k), ask_buffer(v), {.buffer = NULL}, {.buffer = NULL}};
	const double *scaled = ask_scores(TOKENS, TOKENS, D_K, q, k, arena);
	const double *mask = ask(OP_attn_causal_mask, masking, "mask", &ideas_right, arena);
	const double *open = ask_weights(TOKENS, TOKENS, ask_floats(scaled, CELLS, arena), NULL, arena);
	const double *dots = ask_dots(TOKENS, TOKENS, D_K, q, k, arena);
	struct walkthrough_record made = {
		.n = TOKENS,
		.tokens = tokens,
		.row = SAT,
		.leak = DOWN,
		.q = show_given("q", q, D_K, arena),
		.k = show_given("k", k, D_K, arena),
		.v = show_given("v", v, D_V, arena),
		.dots = show("dot products", dots, TOKENS),
		.scaled = show("scores", scaled, TOKENS),
		.open_weights = show("weights", open, TOKENS),
		.mask = show("mask", mask, TOKENS),
		.masked = show("masked scores", add(scaled, mask, arena), TOKENS),
		.weights = show("weights", ask(OP_attn_causal, attending, "weights", &ideas_right, arena), TOKENS),
		.out = show("out", ask(OP_attn_causal, attending, "out", &ideas_right, arena), D_V),
	};
	made.mask.hidden = made.masked.hidden = made.weights.hidden = hide(mask, arena);
	return made;
}
