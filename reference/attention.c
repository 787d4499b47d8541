/*
 * Answers that are attention in one setting or another: what differs is who sees whom, where queries, keys
 * and values come from, and where the output goes.
 */
#include "answers.h"
#include "gauge.h"

#include <math.h>

static void attend(const struct question *question, const struct attention *attention, struct attended *attended)
{
	question->ideas->attend(question->ideas, attention, question->scratch, attended);
}

/* Attention over inputs q, k and v, into outputs out, and weights and lse if those are given. */
static int answer_attention(const struct question *question, struct sight sight, struct attended attended)
{
	struct attention attention = {
		.q = question_matrix(question, "q"),
		.k = question_matrix(question, "k"),
		.v = question_matrix(question, "v"),
		.sight = sight,
		.n_heads = 1,
	};
	attended.out = question_real(question, "out");
	attend(question, &attention, &attended);
	return ATTN_OK;
}

int answer_causal(const struct question *question)
{
	if (question_size(question, "d_k") == 0)
		return ATTN_EINVAL;
	struct attended attended = {.weights = question_real(question, "weights")};
	return answer_attention(question, sight_causal(0), attended);
}

/* A vector's numbers, each a row. */
static struct matrix as_column(struct matrix vector)
{
	vector.rows *= vector.columns;
	vector.columns = vector.stride = 1;
	return vector;
}

int answer_causal_offset(const struct question *question)
{
	if (question_size(question, "d_k") == 0)
		return ATTN_EINVAL;
	struct attended attended = {.lse = as_column(question_real(question, "lse"))};
	return answer_attention(question, sight_causal(question_offset(question, "offset")), attended);
}

int answer_window(const struct question *question)
{
	struct sight sight = sight_causal(0);
	sight.window = question_size(question, "window");
	if (question_size(question, "d_k") == 0 || sight.window == 0)
		return ATTN_EINVAL;
	return answer_attention(question, sight, (struct attended){0});
}

int answer_cross(const struct question *question)
{
	struct sight sight = {.window = SIZE_MAX, .length = question_size(question, "length")};
	if (question_size(question, "d_k") == 0 || sight.length > question_size(question, "n_k"))
		return ATTN_EINVAL;
	return answer_attention(question, sight, (struct attended){0});
}

int answer_padded(const struct question *question)
{
	size_t batch = question_size(question, "batch"), n = question_size(question, "n");
	const uint64_t *lengths = question_integers(question, "lengths");
	if (question_size(question, "d_k") == 0)
		return ATTN_EINVAL;
	for (size_t b = 0; b < batch; b++)
		if (lengths[b] > n)
			return ATTN_EINVAL;
	struct matrix q = question_matrix(question, "q"), k = question_matrix(question, "k");
	struct matrix v = question_matrix(question, "v"), out = question_real(question, "out");
	for (size_t b = 0; b < batch; b++) {
		struct attention sequence = {
			.q = matrix_rows(&q, b * n, n),
			.k = matrix_rows(&k, b * n, n),
			.v = matrix_rows(&v, b * n, n),
			.sight = sight_causal(0),
			.n_heads = 1,
		};
		sequence.sight.length = (size_t)lengths[b];
		struct attended attended = {.out = matrix_rows(&out, b * n, n)};
		attend(question, &sequence, &attended);
	}
	return ATTN_OK;
}

/* x w with the error of the product. */
static struct matrix project(const struct question *question, const struct matrix *x, const char *w_name)
{
	struct matrix w = question_matrix(question, w_name);
	struct matrix product = question_scratch(question, x->rows, w.columns);
	question->ideas->project(x, &w, &product);
	if (question->gauged)
		gauge_project(x, &w, &product);
	return product;
}

int answer_self(const struct question *question)
{
	if (question_size(question, "d_model") == 0 || question_size(question, "d_k") == 0)
		return ATTN_EINVAL;
	struct matrix x = question_matrix(question, "x");
	struct attention attention = {
		.q = project(question, &x, "w_q"),
		.k = project(question, &x, "w_k"),
		.v = project(question, &x, "w_v"),
		.sight = sight_causal(0),
		.n_heads = 1,
	};
	struct attended attended = {.out = question_real(question, "out")};
	attend(question, &attention, &attended);
	return ATTN_OK;
}

int answer_multi_head(const struct question *question)
{
	const struct ideas *ideas = question->ideas;
	size_t n_heads = question_size(question, "n_heads"), n_kv_heads = question_size(question, "n_kv_heads");
	size_t d_model = question_size(question, "d_model"), d_head = question_size(question, "d_head");
	if (d_model == 0 || n_heads == 0 || n_kv_heads == 0 || d_head == 0 || n_heads % n_kv_heads != 0)
		return ATTN_EINVAL;
	struct matrix x = question_matrix(question, "x");
	struct matrix q = project(question, &x, "w_q"), k = project(question, &x, "w_k");
	struct matrix v = project(question, &x, "w_v");
	struct matrix heads = question_scratch(question, x.rows, n_heads * d_head);
	for (size_t h = 0; h < n_heads; h++) {
		size_t kv = ideas->kv_head(h, n_heads, n_kv_heads);
		struct attention attention = {
			.q = ideas->head(&q, h, d_head),
			.k = ideas->head(&k, kv, d_head),
			.v = ideas->head(&v, kv, d_head),
			.sight = sight_causal(0),
			.n_heads = n_heads,
		};
		struct attended attended = {.out = ideas->head(&heads, h, d_head)};
		attend(question, &attention, &attended);
	}
	struct matrix w_o = question_matrix(question, "w_o"), out = question_real(question, "out");
	ideas->project(&heads, &w_o, &out);
	if (question->gauged)
		gauge_project(&heads, &w_o, &out);
	return ATTN_OK;
}

/* An output that starts as what it held. */
static struct matrix hold(const struct question *question, const char *name)
{
	struct matrix held = question_matrix(question, name), output = question_real(question, name);
	for (size_t i = 0; i < held.rows * held.columns; i++)
		output.values[i] = held.values[i];
	return output;
}

static void store(struct matrix *cache, size_t row, const struct matrix *vector)
{
	for (size_t c = 0; c < cache->columns; c++)
		matrix_row(cache, row)[c] = vector->values[c];
}

/* The first `count` rows of a cache: copies, so exact. */
static struct matrix in_use(const struct matrix *cache, size_t count)
{
	struct matrix part = matrix_rows(cache, 0, count);
	part.errors = NULL;
	return part;
}

int answer_decode(const struct question *question)
{
	size_t capacity = question_size(question, "capacity");
	uint64_t held = *question_integers(question, "length"), *length = question_integer(question, "length");
	struct matrix keys = hold(question, "keys"), values = hold(question, "values");
	*length = held;
	if (question_size(question, "d_k") == 0 || held > capacity)
		return ATTN_EINVAL;
	if (held == capacity)
		return ATTN_EFULL;
	struct matrix key = question_matrix(question, "key"), value = question_matrix(question, "value");
	size_t row = question->ideas->cache_row((size_t)held, capacity);
	store(&keys, row, &key);
	store(&values, row, &value);
	*length = held + 1;
	struct attention attention = {
		.q = question_matrix(question, "query"),
		.k = in_use(&keys, (size_t)held + 1),
		.v = in_use(&values, (size_t)held + 1),
		.sight = sight_causal((ptrdiff_t)held),
		.n_heads = 1,
	};
	struct attended attended = {.out = question_real(question, "out")};
	attend(question, &attention, &attended);
	return ATTN_OK;
}

/*
 * Merging is attention once more: the parts are two values, their log-sum-exps the scores, and a part
 * without keys is hidden.
 */
int answer_merge(const struct question *question)
{
	struct matrix parts[] = {question_matrix(question, "out_a"), question_matrix(question, "out_b")};
	struct matrix sums[] = {question_matrix(question, "lse_a"), question_matrix(question, "lse_b")};
	struct matrix out = question_real(question, "out"), lse = question_real(question, "lse");
	struct row row = row_create(2, question->gauged, question->scratch);
	struct matrix pair = question_scratch(question, 2, out.columns);
	pair.errors = NULL;
	for (size_t i = 0; i < out.rows; i++) {
		for (size_t part = 0; part < 2; part++) {
			row.scores[part] = sums[part].values[i];
			row.visible[part] = row.scores[part] != -INFINITY;
			struct matrix line = matrix_rows(&parts[part], i, 1);
			store(&pair, part, &line);
		}
		if (question->gauged)
			row.errors[0] = row.errors[1] = 0;
		question->ideas->weigh(question->ideas, &row);
		question->ideas->mix(&row, &pair, matrix_row(&out, i));
		lse.values[i] = question->ideas->log_sum(&row);
		if (!question->gauged)
			continue;
		gauge_exponents(&row);
		gauge_mix(&row, &pair, matrix_row(&out, i), matrix_row_errors(&out, i));
		lse.errors[i] = gauge_log_sum(&row, lse.values[i]);
	}
	return ATTN_OK;
}
