#include "exercise/agreement.h"

#include <math.h>
#include <string.h>

#include "attention.h"

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* ---- masks ---------------------------------------------------------------------------------------- */

/* Row by row. */
void agree_mask_visible(struct echoes *echoes, const struct property *property)
{
	const size_t n_q = echo_size(echoes->frame, "n_q"), n_k = echo_size(echoes->frame, "n_k");
	for (size_t row = 0; row < n_q; row++) {
		struct echo *echo = echo_add(echoes, property->partner, RELATION_SEEN);
		echo_set(echo, "row", (int64_t)row);
		echo_set(echo, "n_k", (int64_t)n_k);
		echo_set(echo, "offset", echo_offset(echoes->frame));
		echo_link(echoes, echo, "mask", row * n_k, "visible", 0, n_k);
	}
}

/* A mask of that one row: so far down, the offset has grown by what the row did. */
void agree_visible_mask(struct echoes *echoes, const struct property *property)
{
	const size_t row = echo_size(echoes->frame, "row"), n_k = echo_size(echoes->frame, "n_k");
	ptrdiff_t offset;
	if (__builtin_add_overflow(echo_offset(echoes->frame), (ptrdiff_t)row, &offset))
		return;
	struct echo *echo = echo_add(echoes, property->partner, RELATION_SEEN);
	echo_set(echo, "n_q", 1);
	echo_set(echo, "n_k", (int64_t)n_k);
	echo_set(echo, "offset", offset);
	echo_link(echoes, echo, "visible", 0, "mask", 0, n_k);
}

/* ---- softmax -------------------------------------------------------------------------------------- */

/* The visible scores of one row, their mask added, without those between. */
static void agree_row(struct echoes *echoes, const struct property *property, size_t row, size_t n_k)
{
	const float *scores = echo_floats(echoes->frame, "scores") + row * n_k;
	const float *mask = echo_floats(echoes->frame, "mask") + row * n_k;
	struct echo *echo = echo_add(echoes, property->partner, RELATION_TOLERANCE);
	size_t seen = 0;
	for (size_t j = 0; j < n_k; j++)
		seen += mask[j] != -INFINITY;
	echo_set(echo, "n_q", 1);
	echo_set(echo, "n_k", (int64_t)seen);
	float *visible = echo_make(echoes, echo, "scores");
	for (size_t j = 0, i = 0; j < n_k; j++) {
		if (mask[j] == -INFINITY)
			continue;
		echo_link(echoes, echo, "weights", row * n_k + j, "weights", i, 1);
		visible[i++] = scores[j] + mask[j];
	}
}

void agree_masked_plain(struct echoes *echoes, const struct property *property)
{
	const size_t n_q = echo_size(echoes->frame, "n_q"), n_k = echo_size(echoes->frame, "n_k");
	for (size_t row = 0; row < n_q; row++)
		agree_row(echoes, property, row, n_k);
}

/* Only an empty row asks for the policy. */
static bool speaks(const float *mask, size_t n_k, int32_t policy)
{
	for (size_t j = 0; j < n_k; j++)
		if (mask[j] != -INFINITY)
			return true;
	return policy == ATTN_EMPTY_ZERO;
}

void agree_policy_masked(struct echoes *echoes, const struct property *property)
{
	const size_t n_q = echo_size(echoes->frame, "n_q"), n_k = echo_size(echoes->frame, "n_k");
	const struct operation *operation = echoes->frame->operation;
	const int32_t policy = echoes->frame->arguments[operation_parameter(operation, "policy", 6)].choice;
	struct echo *echo = echo_add(echoes, property->partner, RELATION_TOLERANCE);
	echo_set(echo, "n_q", (int64_t)n_q);
	echo_set(echo, "n_k", (int64_t)n_k);
	echo_make(echoes, echo, "scores");
	echo_make(echoes, echo, "mask");
	echo_copy(echoes, echo, "scores", 0, "scores", 0, n_q * n_k);
	echo_copy(echoes, echo, "mask", 0, "mask", 0, n_q * n_k);
	for (size_t row = 0; row < n_q; row++)
		if (speaks(echo_floats(echoes->frame, "mask") + row * n_k, n_k, policy))
			echo_link(echoes, echo, "weights", row * n_k, "weights", row * n_k, n_k);
}

/* ---- attention ------------------------------------------------------------------------------------ */

struct sizes {
	size_t d_k, d_v;
};

static struct sizes sizes_of(const struct frame *frame)
{
	return (struct sizes){echo_size(frame, "d_k"), echo_size(frame, "d_v")};
}

/* A call with matrices q, k and v, made but empty. */
static struct echo *add_attention(struct echoes *echoes, const struct property *property, const char *const *names,
				  const size_t *extents, const struct sizes *sizes)
{
	struct echo *echo = echo_add(echoes, property->partner, RELATION_TOLERANCE);
	for (; *names != NULL; names++, extents++)
		echo_set(echo, *names, (int64_t)*extents);
	echo_set(echo, "d_k", (int64_t)sizes->d_k);
	echo_set(echo, "d_v", (int64_t)sizes->d_v);
	echo_make(echoes, echo, "q");
	echo_make(echoes, echo, "k");
	echo_make(echoes, echo, "v");
	return echo;
}

static struct echo *add_square(struct echoes *echoes, const struct property *property, size_t n,
			       const struct sizes *sizes)
{
	static const char *const names[] = {"n", NULL};
	return add_attention(echoes, property, names, &n, sizes);
}

static struct echo *add_wide(struct echoes *echoes, const struct property *property, size_t n_q, size_t n_k,
			     const struct sizes *sizes)
{
	static const char *const names[] = {"n_q", "n_k", NULL};
	return add_attention(echoes, property, names, (const size_t[]){n_q, n_k}, sizes);
}

/* The first `count` keys and values of the case, from key `first` on. */
static void copy_keys(struct echoes *echoes, struct echo *echo, size_t first, size_t count, const struct sizes *sizes)
{
	echo_copy(echoes, echo, "k", 0, "k", first * sizes->d_k, count * sizes->d_k);
	echo_copy(echoes, echo, "v", 0, "v", first * sizes->d_v, count * sizes->d_v);
}

/* Step t with the first t rows in the cache; what lies behind them is NaN, and nobody is to look. */
static void decode_row(struct echoes *echoes, const struct property *property, size_t t, const struct sizes *sizes)
{
	static const char *const vectors[][2] = {{"query", "q"}, {"key", "k"}, {"value", "v"}};
	struct echo *echo = echo_add(echoes, property->partner, RELATION_TOLERANCE);
	echo_set(echo, "capacity", (int64_t)t + 1);
	echo_set(echo, "d_k", (int64_t)sizes->d_k);
	echo_set(echo, "d_v", (int64_t)sizes->d_v);
	*(uint64_t *)echo_make(echoes, echo, "length") = t;
	float *keys = echo_make(echoes, echo, "keys"), *values = echo_make(echoes, echo, "values");
	for (size_t i = 0; i < sizes->d_k; i++)
		keys[t * sizes->d_k + i] = NAN;
	for (size_t i = 0; i < sizes->d_v; i++)
		values[t * sizes->d_v + i] = NAN;
	echo_copy(echoes, echo, "keys", 0, "k", 0, t * sizes->d_k);
	echo_copy(echoes, echo, "values", 0, "v", 0, t * sizes->d_v);
	for (size_t i = 0; i < 3; i++) {
		const size_t d = i < 2 ? sizes->d_k : sizes->d_v;
		echo_make(echoes, echo, vectors[i][0]);
		echo_copy(echoes, echo, vectors[i][0], 0, vectors[i][1], t * d, d);
	}
	echo_link(echoes, echo, "out", t * sizes->d_v, "out", 0, sizes->d_v);
}

void agree_causal_decode(struct echoes *echoes, const struct property *property)
{
	const struct sizes sizes = sizes_of(echoes->frame);
	const size_t n = echo_size(echoes->frame, "n");
	for (size_t t = 0; t < n; t++)
		decode_row(echoes, property, t, &sizes);
}

static void add_chunk(struct echoes *echoes, const struct property *property, size_t first, size_t end,
		      const struct sizes *sizes)
{
	struct echo *echo = add_wide(echoes, property, end - first, end, sizes);
	echo_set(echo, "offset", (int64_t)first);
	echo_copy(echoes, echo, "q", 0, "q", first * sizes->d_k, (end - first) * sizes->d_k);
	copy_keys(echoes, echo, 0, end, sizes);
	echo_link(echoes, echo, "out", first * sizes->d_v, "out", 0, (end - first) * sizes->d_v);
}

/* The sequence in two chunks, the second with the first in its cache. */
void agree_causal_chunks(struct echoes *echoes, const struct property *property)
{
	const struct sizes sizes = sizes_of(echoes->frame);
	const size_t n = echo_size(echoes->frame, "n");
	const size_t cut = n < 2 ? n : 1 + stream_below(echoes->stream, n - 1);
	add_chunk(echoes, property, 0, cut, &sizes);
	if (cut < n)
		add_chunk(echoes, property, cut, n, &sizes);
}

void agree_causal_window(struct echoes *echoes, const struct property *property)
{
	const struct sizes sizes = sizes_of(echoes->frame);
	const size_t n = echo_size(echoes->frame, "n");
	struct echo *echo = add_square(echoes, property, n, &sizes);
	echo_set(echo, "window", (int64_t)n + 1);
	echo_copy(echoes, echo, "q", 0, "q", 0, n * sizes.d_k);
	copy_keys(echoes, echo, 0, n, &sizes);
	echo_link(echoes, echo, "out", 0, "out", 0, n * sizes.d_v);
}

/* The rows in the cache and the new one: the last row of the whole, which alone has a query. */
void agree_decode_causal(struct echoes *echoes, const struct property *property)
{
	const struct sizes sizes = sizes_of(echoes->frame);
	const size_t capacity = echo_size(echoes->frame, "capacity");
	const uint64_t length = echo_whole(echoes->frame, "length", 0);
	if (length >= capacity)
		return; /* it is full */
	struct echo *echo = add_square(echoes, property, length + 1, &sizes);
	echo_copy(echoes, echo, "k", 0, "keys", 0, length * sizes.d_k);
	echo_copy(echoes, echo, "v", 0, "values", 0, length * sizes.d_v);
	echo_copy(echoes, echo, "q", length * sizes.d_k, "query", 0, sizes.d_k);
	echo_copy(echoes, echo, "k", length * sizes.d_k, "key", 0, sizes.d_k);
	echo_copy(echoes, echo, "v", length * sizes.d_v, "value", 0, sizes.d_v);
	echo_link(echoes, echo, "out", 0, "out", length * sizes.d_v, sizes.d_v);
}

/* ---- projections ---------------------------------------------------------------------------------- */

/* x w, in double, as a float matrix of the echo. */
static void project(struct echoes *echoes, struct echo *echo, const char *name, const char *weights, size_t n, size_t d)
{
	const size_t d_model = echo_size(echoes->frame, "d_model");
	const float *x = echo_floats(echoes->frame, "x"), *w = echo_floats(echoes->frame, weights);
	float *product = echo_make(echoes, echo, name);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < d; j++) {
			double sum = 0;
			for (size_t t = 0; t < d_model; t++)
				sum += (double)x[i * d_model + t] * w[t * d + j];
			product[i * d + j] = (float)sum;
		}
}

/* From narrow tokens come queries, keys and values as wide as one likes. */
size_t agree_self_projections(const struct frame *frame)
{
	const struct sizes sizes = sizes_of(frame);
	return echo_size(frame, "n") * (2 * sizes.d_k + sizes.d_v);
}

void agree_self_causal(struct echoes *echoes, const struct property *property)
{
	const struct sizes sizes = sizes_of(echoes->frame);
	const size_t n = echo_size(echoes->frame, "n");
	struct echo *echo = add_square(echoes, property, n, &sizes);
	project(echoes, echo, "q", "w_q", n, sizes.d_k);
	project(echoes, echo, "k", "w_k", n, sizes.d_k);
	project(echoes, echo, "v", "w_v", n, sizes.d_v);
	echo_link(echoes, echo, "out", 0, "out", 0, n * sizes.d_v);
}

/* A head's columns of a projection. */
static void copy_head(struct echoes *echoes, struct echo *echo, const char *name, size_t head, size_t heads, size_t d)
{
	const size_t d_model = echo_size(echoes->frame, "d_model");
	echo_make(echoes, echo, name);
	for (size_t t = 0; t < d_model; t++)
		echo_copy(echoes, echo, name, t * d, name, (t * heads + head) * d, d);
}

static bool is_identity(const float *matrix, size_t n)
{
	for (size_t i = 0; i < n * n; i++)
		if (matrix[i] != (i / n == i % n ? 1.0f : 0.0f))
			return false;
	return true;
}

const char *agree_heads_refuses(const struct frame *frame, struct arena *arena)
{
	const size_t heads = echo_size(frame, "n_heads"), d = echo_size(frame, "d_head");
	const size_t d_model = echo_size(frame, "d_model");
	if (heads * d == d_model)
		return NULL;
	return arena_format(arena, "agreement with attn_self wants n_heads * d_head = d_model, not %zu * %zu = %zu",
			    heads, d, d_model);
}

/* Behind an output projection that changes nothing, the heads stand side by side. */
void agree_heads_self(struct echoes *echoes, const struct property *property)
{
	const size_t n = echo_size(echoes->frame, "n"), d_model = echo_size(echoes->frame, "d_model");
	const size_t heads = echo_size(echoes->frame, "n_heads"), kv_heads = echo_size(echoes->frame, "n_kv_heads");
	const size_t d = echo_size(echoes->frame, "d_head");
	if (!is_identity(echo_floats(echoes->frame, "w_o"), d_model)) {
		echoes->complaint = "agreement with attn_self wants \"w_o: {identity: 1}\"";
		return;
	}
	for (size_t head = 0; head < heads && kv_heads > 0 && heads % kv_heads == 0; head++) {
		struct echo *echo = echo_add(echoes, property->partner, RELATION_TOLERANCE);
		echo_set(echo, "n", (int64_t)n);
		echo_set(echo, "d_model", (int64_t)d_model);
		echo_set(echo, "d_k", (int64_t)d);
		echo_set(echo, "d_v", (int64_t)d);
		echo_make(echoes, echo, "x");
		echo_copy(echoes, echo, "x", 0, "x", 0, n * d_model);
		copy_head(echoes, echo, "w_q", head, heads, d);
		copy_head(echoes, echo, "w_k", head / (heads / kv_heads), kv_heads, d);
		copy_head(echoes, echo, "w_v", head / (heads / kv_heads), kv_heads, d);
		for (size_t i = 0; i < n; i++)
			echo_link(echoes, echo, "out", i * d_model + head * d, "out", i * d, d);
	}
}

/* ---- settings ------------------------------------------------------------------------------------- */

/* So far behind the keys that every row sees all of them. */
void agree_cross_offset(struct echoes *echoes, const struct property *property)
{
	const struct sizes sizes = sizes_of(echoes->frame);
	const size_t n_q = echo_size(echoes->frame, "n_q");
	const size_t length = smaller(echo_size(echoes->frame, "length"), echo_size(echoes->frame, "n_k"));
	struct echo *echo = add_wide(echoes, property, n_q, length, &sizes);
	echo_set(echo, "offset", (int64_t)length);
	echo_copy(echoes, echo, "q", 0, "q", 0, n_q * sizes.d_k);
	copy_keys(echoes, echo, 0, length, &sizes);
	echo_link(echoes, echo, "out", 0, "out", 0, n_q * sizes.d_v);
}

/* Each sequence of the batch by itself, without its padding. */
void agree_padded_causal(struct echoes *echoes, const struct property *property)
{
	const struct sizes sizes = sizes_of(echoes->frame);
	const size_t batch = echo_size(echoes->frame, "batch"), n = echo_size(echoes->frame, "n");
	for (size_t b = 0; b < batch; b++) {
		const uint64_t given = echo_whole(echoes->frame, "lengths", b);
		const size_t length = given < n ? (size_t)given : n;
		struct echo *echo = add_square(echoes, property, length, &sizes);
		echo_copy(echoes, echo, "q", 0, "q", b * n * sizes.d_k, length * sizes.d_k);
		copy_keys(echoes, echo, b * n, length, &sizes);
		echo_link(echoes, echo, "out", b * n * sizes.d_v, "out", 0, length * sizes.d_v);
	}
}

/* The rows of the square whose last keys are theirs; rows outside the square have nothing to agree with. */
void agree_offset_causal(struct echoes *echoes, const struct property *property)
{
	const struct sizes sizes = sizes_of(echoes->frame);
	const size_t n_q = echo_size(echoes->frame, "n_q"), n_k = echo_size(echoes->frame, "n_k");
	const ptrdiff_t offset = echo_offset(echoes->frame);
	const size_t first = offset < 0 ? (size_t)0 - (size_t)offset : 0; /* query */
	const size_t row = offset < 0 ? 0 : (size_t)offset;		  /* where it stands */
	if (first >= n_q || row >= n_k)
		return;
	const size_t rows = smaller(n_q - first, n_k - row);
	struct echo *echo = add_square(echoes, property, row + rows, &sizes);
	echo_copy(echoes, echo, "q", row * sizes.d_k, "q", first * sizes.d_k, rows * sizes.d_k);
	copy_keys(echoes, echo, 0, row + rows, &sizes);
	echo_link(echoes, echo, "out", first * sizes.d_v, "out", row * sizes.d_v, rows * sizes.d_v);
}

/* The rows that the window does not reach: it cuts nothing off them. */
void agree_window_causal(struct echoes *echoes, const struct property *property)
{
	const struct sizes sizes = sizes_of(echoes->frame);
	const size_t rows = smaller(echo_size(echoes->frame, "n"), echo_size(echoes->frame, "window"));
	struct echo *echo = add_square(echoes, property, rows, &sizes);
	echo_copy(echoes, echo, "q", 0, "q", 0, rows * sizes.d_k);
	copy_keys(echoes, echo, 0, rows, &sizes);
	echo_link(echoes, echo, "out", 0, "out", 0, rows * sizes.d_v);
}
