/*
 * Honest and quick: keys in blocks, softmax on the fly (a running maximum; what was summed under an older,
 * smaller one is scaled down), sums in several lanes that the compiler turns into vector code. Nothing is
 * looked at that is hidden: a row knows the range of its keys before it starts.
 *
 * Memory is a block's worth on the stack, a row of output, and what projections and elimination need.
 */
#include "attention.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 16, LANES = 8 };

/* Keys first .. end - 1 are visible. */
struct range {
	size_t first, end;
};

/* Rows of a matrix may lie further apart than they are long. */
struct rows {
	const float *data;
	size_t stride;
};

static const float *row_of(struct rows rows, size_t i)
{
	return rows.data + i * rows.stride;
}

static float dot(const float *a, const float *b, size_t n)
{
	float lanes[LANES] = {0.0f}, sum = 0.0f;
	size_t t = 0;
	for (; t + LANES <= n; t += LANES)
		for (size_t l = 0; l < LANES; l++)
			lanes[l] += a[t + l] * b[t + l];
	for (size_t l = 0; l < LANES; l++)
		sum += lanes[l];
	for (; t < n; t++)
		sum += a[t] * b[t];
	return sum;
}

/* y += factor x */
static void add_scaled(float *y, float factor, const float *x, size_t n)
{
	for (size_t c = 0; c < n; c++)
		y[c] += factor * x[c];
}

static void scale_by(float *y, float factor, size_t n)
{
	for (size_t c = 0; c < n; c++)
		y[c] *= factor;
}

static struct range causal_range(size_t i, size_t n_k, ptrdiff_t offset)
{
	struct range range = {0, 0};
	if (offset < 0) {
		size_t back = (size_t) - (offset + 1); /* one less than -offset */
		range.end = i > back ? i - back : 0;
	} else {
		range.end = i < n_k && (size_t)offset < n_k - i ? i + (size_t)offset + 1 : n_k;
	}
	if (range.end > n_k)
		range.end = n_k;
	return range;
}

/* ---- Softmax on the fly --------------------------------------------------------------------------- */

/* exp(score - maximum), summed so far. */
struct running {
	float maximum, sum;
};

/* The sum when the maximum has changed: nothing yet is 0 of something, not exp(-inf + inf). */
static float shrink(float old_maximum, float maximum)
{
	return old_maximum == -INFINITY ? 0.0f : expf(old_maximum - maximum);
}

static float larger(float a, float b)
{
	return b > a || isnan(b) ? b : a;
}

/*
 * Takes a block of scores, replaced by exp(score - maximum); returns the factor by which what was gathered
 * before shrinks. A block of nothing but -inf below nothing is all 0.
 */
static float take_block(struct running *running, float *scores, size_t n)
{
	float maximum = running->maximum, sum = 0.0f;
	for (size_t j = 0; j < n; j++)
		maximum = isnan(maximum) ? maximum : larger(maximum, scores[j]);
	for (size_t j = 0; j < n; j++) {
		scores[j] = maximum == -INFINITY ? 0.0f : expf(scores[j] - maximum);
		sum += scores[j];
	}
	float factor = shrink(running->maximum, maximum);
	running->sum = running->sum * factor + sum;
	running->maximum = maximum;
	return factor;
}

static float log_sum(const struct running *running)
{
	return running->maximum == -INFINITY ? -INFINITY : running->maximum + logf(running->sum);
}

/*
 * One query against a range of keys. `query` is scaled already. The output is gathered unnormalised and
 * divided at the end; a row that found nothing is 0.
 */
static struct running attend_row(const float *query, size_t d_k, size_t d_v, struct rows k, struct rows v,
				 struct range range, float *out)
{
	struct running running = {-INFINITY, 0.0f};
	float scores[BLOCK];
	memset(out, 0, d_v * sizeof(float));
	for (size_t first = range.first; first < range.end; first += BLOCK) {
		size_t n = range.end - first < BLOCK ? range.end - first : BLOCK;
		for (size_t j = 0; j < n; j++)
			scores[j] = dot(query, row_of(k, first + j), d_k);
		float factor = take_block(&running, scores, n);
		if (factor != 1.0f && first > range.first)
			scale_by(out, factor, d_v);
		for (size_t j = 0; j < n; j++)
			add_scaled(out, scores[j], row_of(v, first + j), d_v);
	}
	if (running.maximum == -INFINITY)
		memset(out, 0, d_v * sizeof(float));
	else
		scale_by(out, 1.0f / running.sum, d_v);
	return running;
}

/* The weights of a row that is done, over all n_k keys. */
static void write_weights(const float *query, size_t d_k, struct rows k, struct range range, size_t n_k,
			  struct running running, float *weights)
{
	memset(weights, 0, n_k * sizeof(float));
	if (running.maximum == -INFINITY)
		return;
	float share = 1.0f / running.sum;
	for (size_t j = range.first; j < range.end; j++)
		weights[j] = expf(dot(query, row_of(k, j), d_k) - running.maximum) * share;
}

static float *scaled_query(const float *query, size_t d_k, float *scaled)
{
	float scale = 1.0f / sqrtf((float)d_k);
	for (size_t t = 0; t < d_k; t++)
		scaled[t] = query[t] * scale;
	return scaled;
}

static float *take(size_t count)
{
	return malloc((count + 1) * sizeof(float));
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* ---- Level 1 -------------------------------------------------------------------------------------- */

int attn_is_causal_mask(size_t n, const float *mask, int32_t *answer)
{
	int32_t valid = 1;
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j <= i; j++)
			valid &= mask[i * n + j] == 0.0f;
		for (size_t j = i + 1; j < n; j++)
			valid &= mask[i * n + j] == -INFINITY;
	}
	*answer = valid;
	return ATTN_OK;
}

int attn_visible_keys(size_t row, size_t n_k, ptrdiff_t offset, uint8_t *visible, uint64_t *count)
{
	struct range range = causal_range(row, n_k, offset);
	memset(visible, 0, n_k);
	memset(visible, 1, range.end);
	*count = range.end;
	return ATTN_OK;
}

/* ---- Level 2 -------------------------------------------------------------------------------------- */

int attn_causal_mask(size_t n_q, size_t n_k, ptrdiff_t offset, float *mask)
{
	for (size_t i = 0; i < n_q; i++) {
		struct range range = causal_range(i, n_k, offset);
		for (size_t j = 0; j < n_k; j++)
			mask[i * n_k + j] = j < range.end ? 0.0f : -INFINITY;
	}
	return ATTN_OK;
}

int attn_scores(size_t n_q, size_t n_k, size_t d_k, const float *q, const float *k, float *scores)
{
	if (d_k == 0)
		return ATTN_EINVAL;
	float root = sqrtf((float)d_k);
	for (size_t i = 0; i < n_q; i++)
		for (size_t j = 0; j < n_k; j++)
			scores[i * n_k + j] = dot(q + i * d_k, k + j * d_k, d_k) / root;
	return ATTN_OK;
}

/* Maximum and sum of a row of scores; `mask` may be NULL. A key whose mask is -inf is skipped. */
static struct running run_over(const float *scores, const float *mask, size_t n)
{
	struct running running = {-INFINITY, 0.0f};
	float block[BLOCK];
	size_t filled = 0;
	for (size_t j = 0; j < n; j++) {
		if (mask == NULL || mask[j] != -INFINITY)
			block[filled++] = mask == NULL ? scores[j] : scores[j] + mask[j];
		if (filled == BLOCK || j + 1 == n) {
			take_block(&running, block, filled);
			filled = 0;
		}
	}
	return running;
}

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	for (size_t i = 0; i < n_q; i++) {
		struct running running = run_over(scores + i * n_k, NULL, n_k);
		float share = 1.0f / running.sum;
		for (size_t j = i * n_k; j < (i + 1) * n_k; j++)
			weights[j] = running.maximum == -INFINITY ? 0.0f : expf(scores[j] - running.maximum) * share;
	}
	return ATTN_OK;
}

int attn_masked_softmax(size_t n_q, size_t n_k, const float *scores, const float *mask, float *weights)
{
	return attn_masked_softmax_policy(n_q, n_k, ATTN_EMPTY_ZERO, scores, mask, weights);
}

int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float *out,
		float *weights)
{
	if (d_k == 0)
		return ATTN_EINVAL;
	struct rows keys = {k, d_k}, values = {v, d_v};
	float *query = take(d_k);
	if (query == NULL)
		return ATTN_ERANGE;
	for (size_t i = 0; i < n; i++) {
		struct range range = causal_range(i, n, 0);
		scaled_query(q + i * d_k, d_k, query);
		struct running running = attend_row(query, d_k, d_v, keys, values, range, out + i * d_v);
		if (weights != NULL)
			write_weights(query, d_k, keys, range, n, running, weights + i * n);
	}
	free(query);
	return ATTN_OK;
}

/* ---- Level 3 -------------------------------------------------------------------------------------- */

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	if (n > UINT32_MAX)
		return ATTN_ERANGE;
	*full = n * n;
	*causal = (n * n - n) / 2 + n;
	return ATTN_OK;
}

int attn_late_mask_mass(size_t n_q, size_t n_k, ptrdiff_t offset, const float *scores, float *mass)
{
	for (size_t i = 0; i < n_q; i++) {
		const float *row = scores + i * n_k;
		struct running running = run_over(row, NULL, n_k);
		struct range range = causal_range(i, n_k, offset);
		float kept = 0.0f;
		for (size_t j = 0; j < range.end && running.maximum != -INFINITY; j++)
			kept += expf(row[j] - running.maximum);
		mass[i] = running.maximum == -INFINITY || range.end == 0 ? 0.0f : kept / running.sum;
	}
	return ATTN_OK;
}

int attn_empty_rows(size_t n_q, size_t n_k, const float *mask, uint8_t *empty, uint64_t *count)
{
	uint64_t total = 0;
	for (size_t i = 0; i < n_q; i++) {
		size_t j = 0;
		while (j < n_k && mask[i * n_k + j] == -INFINITY)
			j++;
		empty[i] = j == n_k;
		total += empty[i];
	}
	*count = total;
	return ATTN_OK;
}

static float empty_weight(int32_t policy, size_t n_k)
{
	if (policy == ATTN_EMPTY_NAN)
		return NAN;
	return policy == ATTN_EMPTY_UNIFORM ? 1.0f / (float)n_k : 0.0f;
}

int attn_masked_softmax_policy(size_t n_q, size_t n_k, int32_t policy, const float *scores, const float *mask,
			       float *weights)
{
	if (policy < ATTN_EMPTY_ZERO || policy > ATTN_EMPTY_UNIFORM)
		return ATTN_EINVAL;
	for (size_t i = 0; i < n_q; i++) {
		struct running running = run_over(scores + i * n_k, mask + i * n_k, n_k);
		float share = 1.0f / running.sum;
		for (size_t j = i * n_k; j < (i + 1) * n_k; j++) {
			if (running.maximum == -INFINITY)
				weights[j] = empty_weight(policy, n_k);
			else if (mask[j] == -INFINITY)
				weights[j] = 0.0f;
			else
				weights[j] = expf(scores[j] + mask[j] - running.maximum) * share;
		}
	}
	return ATTN_OK;
}

/* ---- Level 4 -------------------------------------------------------------------------------------- */

int attn_decode(struct attn_cache *cache, const float *query, const float *key, const float *value, float *out)
{
	size_t d_k = cache->d_k, d_v = cache->d_v;
	if (d_k == 0 || cache->length > cache->capacity)
		return ATTN_EINVAL;
	if (cache->length == cache->capacity)
		return ATTN_EFULL;
	float *scaled = take(d_k);
	if (scaled == NULL)
		return ATTN_ERANGE;
	memcpy(cache->keys + cache->length * d_k, key, d_k * sizeof(float));
	memcpy(cache->values + cache->length * d_v, value, d_v * sizeof(float));
	cache->length++;
	scaled_query(query, d_k, scaled);
	attend_row(scaled, d_k, d_v, (struct rows){cache->keys, d_k}, (struct rows){cache->values, d_v},
		   (struct range){0, cache->length}, out);
	free(scaled);
	return ATTN_OK;
}

/* product = a b, row of b by row of b. */
static void multiply(size_t rows, size_t inner, size_t columns, const float *a, const float *b, float *product)
{
	memset(product, 0, rows * columns * sizeof(float));
	for (size_t i = 0; i < rows; i++)
		for (size_t t = 0; t < inner; t++)
			add_scaled(product + i * columns, a[i * inner + t], b + t * columns, columns);
}

/* Projections of x by three matrices, one after the other in memory. NULL if there is no memory. */
static float *project(size_t n, size_t d_model, const float *x, const float *const w[3], const size_t columns[3])
{
	float *all = take(n * (columns[0] + columns[1] + columns[2]));
	if (all == NULL)
		return NULL;
	float *product = all;
	for (int p = 0; p < 3; p++) {
		multiply(n, d_model, columns[p], x, w[p], product);
		product += n * columns[p];
	}
	return all;
}

int attn_self(size_t n, size_t d_model, size_t d_k, size_t d_v, const float *x, const float *w_q, const float *w_k,
	      const float *w_v, float *out)
{
	if (d_model == 0 || d_k == 0)
		return ATTN_EINVAL;
	const float *const w[3] = {w_q, w_k, w_v};
	const size_t columns[3] = {d_k, d_k, d_v};
	float *q = project(n, d_model, x, w, columns);
	if (q == NULL)
		return ATTN_ERANGE;
	int status = attn_causal(n, d_k, d_v, q, q + n * d_k, q + 2 * n * d_k, out, NULL);
	free(q);
	return status;
}

int attn_multi_head(size_t n, size_t d_model, size_t n_heads, size_t n_kv_heads, size_t d_head, const float *x,
		    const float *w_q, const float *w_k, const float *w_v, const float *w_o, float *out)
{
	if (d_model == 0 || n_heads == 0 || n_kv_heads == 0 || d_head == 0 || n_heads % n_kv_heads != 0)
		return ATTN_EINVAL;
	size_t width = n_heads * d_head, kv_width = n_kv_heads * d_head, group = n_heads / n_kv_heads;
	const float *const w[3] = {w_q, w_k, w_v};
	const size_t columns[3] = {width, kv_width, kv_width};
	float *q = project(n, d_model, x, w, columns), *heads = take(n * width + d_head);
	if (q == NULL || heads == NULL) {
		free(q);
		free(heads);
		return ATTN_ERANGE;
	}
	float *k = q + n * width, *v = k + n * kv_width, *query = heads + n * width;
	for (size_t h = 0; h < n_heads; h++) {
		struct rows keys = {k + h / group * d_head, kv_width}, values = {v + h / group * d_head, kv_width};
		for (size_t i = 0; i < n; i++)
			attend_row(scaled_query(q + i * width + h * d_head, d_head, query), d_head, d_head, keys,
				   values, causal_range(i, n, 0), heads + i * width + h * d_head);
	}
	multiply(n, width, d_model, heads, w_o, out);
	free(q);
	free(heads);
	return ATTN_OK;
}

int attn_cross(size_t n_q, size_t n_k, size_t d_k, size_t d_v, size_t length, const float *q, const float *k,
	       const float *v, float *out)
{
	if (d_k == 0 || length > n_k)
		return ATTN_EINVAL;
	float *query = take(d_k);
	if (query == NULL)
		return ATTN_ERANGE;
	for (size_t i = 0; i < n_q; i++)
		attend_row(scaled_query(q + i * d_k, d_k, query), d_k, d_v, (struct rows){k, d_k},
			   (struct rows){v, d_v}, (struct range){0, length}, out + i * d_v);
	free(query);
	return ATTN_OK;
}

int attn_padded(size_t batch, size_t n, size_t d_k, size_t d_v, const uint64_t *lengths, const float *q, const float *k,
		const float *v, float *out)
{
	if (d_k == 0)
		return ATTN_EINVAL;
	for (size_t b = 0; b < batch; b++)
		if (lengths[b] > n)
			return ATTN_EINVAL;
	float *query = take(d_k);
	if (query == NULL)
		return ATTN_ERANGE;
	for (size_t row = 0; row < batch * n; row++) {
		size_t b = row / n, i = row % n;
		struct rows keys = {k + b * n * d_k, d_k}, values = {v + b * n * d_v, d_v};
		struct range range = {0, smaller(i + 1, (size_t)lengths[b])};
		attend_row(scaled_query(q + row * d_k, d_k, query), d_k, d_v, keys, values, range, out + row * d_v);
	}
	free(query);
	return ATTN_OK;
}

/* ---- Level 5 -------------------------------------------------------------------------------------- */

/* Rows of v exchanged so that they are L U, in place; 0 if v is singular. */
static int factorise(size_t n, float *lu, size_t *order)
{
	for (size_t c = 0; c < n; c++) {
		size_t pivot = c;
		for (size_t i = c + 1; i < n; i++)
			if (fabsf(lu[i * n + c]) > fabsf(lu[pivot * n + c]))
				pivot = i;
		if (lu[pivot * n + c] == 0.0f)
			return 0;
		for (size_t j = 0; j < n && pivot != c; j++) {
			float held = lu[c * n + j];
			lu[c * n + j] = lu[pivot * n + j];
			lu[pivot * n + j] = held;
		}
		size_t held = order[c];
		order[c] = order[pivot];
		order[pivot] = held;
		for (size_t i = c + 1; i < n; i++) {
			float factor = lu[i * n + c] /= lu[c * n + c];
			add_scaled(lu + i * n + c + 1, -factor, lu + c * n + c + 1, n - c - 1);
		}
	}
	return 1;
}

/* y L U = y in place: U from the left, then L from the right. */
static void solve_left(size_t n, const float *lu, float *y)
{
	for (size_t i = 0; i < n; i++) {
		y[i] /= lu[i * n + i];
		add_scaled(y + i + 1, -y[i], lu + i * n + i + 1, n - i - 1);
	}
	for (size_t i = n; i-- > 0;)
		add_scaled(y, -y[i], lu + i * n, i);
}

int attn_recover_weights(size_t n_q, size_t n, const float *v, const float *out, float *weights)
{
	float *lu = take(n * n), *y = take(n);
	size_t *order = malloc((n + 1) * sizeof(size_t));
	int status = lu != NULL && y != NULL && order != NULL ? ATTN_OK : ATTN_ERANGE;
	if (status == ATTN_OK) {
		memcpy(lu, v, n * n * sizeof(float));
		for (size_t i = 0; i < n; i++)
			order[i] = i;
		status = factorise(n, lu, order) ? ATTN_OK : ATTN_ESINGULAR;
	}
	for (size_t r = 0; r < n_q && status == ATTN_OK; r++) {
		memcpy(y, out + r * n, n * sizeof(float));
		solve_left(n, lu, y);
		for (size_t i = 0; i < n; i++)
			weights[r * n + order[i]] = y[i];
	}
	free(lu);
	free(y);
	free(order);
	return status;
}

int attn_causal_offset(size_t n_q, size_t n_k, size_t d_k, size_t d_v, ptrdiff_t offset, const float *q, const float *k,
		       const float *v, float *out, float *lse)
{
	if (d_k == 0)
		return ATTN_EINVAL;
	float *query = take(d_k);
	if (query == NULL)
		return ATTN_ERANGE;
	for (size_t i = 0; i < n_q; i++) {
		struct running running =
			attend_row(scaled_query(q + i * d_k, d_k, query), d_k, d_v, (struct rows){k, d_k},
				   (struct rows){v, d_v}, causal_range(i, n_k, offset), out + i * d_v);
		if (lse != NULL)
			lse[i] = log_sum(&running);
	}
	free(query);
	return ATTN_OK;
}

int attn_window(size_t n, size_t d_k, size_t d_v, size_t window, const float *q, const float *k, const float *v,
		float *out)
{
	if (d_k == 0 || window == 0)
		return ATTN_EINVAL;
	float *query = take(d_k);
	if (query == NULL)
		return ATTN_ERANGE;
	for (size_t i = 0; i < n; i++) {
		struct range range = {i + 1 - smaller(i + 1, window), i + 1};
		attend_row(scaled_query(q + i * d_k, d_k, query), d_k, d_v, (struct rows){k, d_k},
			   (struct rows){v, d_v}, range, out + i * d_v);
	}
	free(query);
	return ATTN_OK;
}

/* Each part weighs exp(lse - larger lse). */
int attn_merge(size_t n, size_t d_v, const float *out_a, const float *lse_a, const float *out_b, const float *lse_b,
	       float *out, float *lse)
{
	for (size_t i = 0; i < n; i++) {
		struct running running = {-INFINITY, 0.0f};
		float share[2] = {lse_a[i], lse_b[i]};
		const float *part[2] = {out_a + i * d_v, out_b + i * d_v};
		take_block(&running, share, 2);
		lse[i] = log_sum(&running);
		memset(out + i * d_v, 0, d_v * sizeof(float));
		for (int p = 0; p < 2; p++)
			if ((p == 0 ? lse_a : lse_b)[i] != -INFINITY)
				add_scaled(out + i * d_v, share[p] / running.sum, part[p], d_v);
	}
	return ATTN_OK;
}

struct gradient {
	size_t n, d_k, d_v;
	const float *q, *k, *v, *d_out;
	float *dq, *dk, *dv;
	float *query, *out; /* room for a scaled query and a row of output */
};

/*
 * Row i, with its weights made once more from maximum and sum, and the mean of their derivatives taken
 * from the output: sum_j p_j (g . v_j) = g . o.
 */
static void derive_row(const struct gradient *g, size_t i)
{
	size_t d_k = g->d_k, d_v = g->d_v;
	const float *d_out = g->d_out + i * d_v;
	float scale = 1.0f / sqrtf((float)d_k), *query = scaled_query(g->q + i * d_k, d_k, g->query);
	struct running running = attend_row(query, d_k, d_v, (struct rows){g->k, d_k}, (struct rows){g->v, d_v},
					    (struct range){0, i + 1}, g->out);
	if (running.maximum == -INFINITY)
		return;
	float mean = dot(d_out, g->out, d_v);
	for (size_t j = 0; j <= i; j++) {
		float weight = expf(dot(query, g->k + j * d_k, d_k) - running.maximum) / running.sum;
		float d_score = weight * (dot(d_out, g->v + j * d_v, d_v) - mean);
		add_scaled(g->dv + j * d_v, weight, d_out, d_v);
		add_scaled(g->dk + j * d_k, d_score, query, d_k);
		add_scaled(g->dq + i * d_k, d_score * scale, g->k + j * d_k, d_k);
	}
}

int attn_causal_backward(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v,
			 const float *d_out, float *dq, float *dk, float *dv)
{
	if (d_k == 0)
		return ATTN_EINVAL;
	float *room = take(d_k + d_v);
	if (room == NULL)
		return ATTN_ERANGE;
	struct gradient gradient = {n, d_k, d_v, q, k, v, d_out, dq, dk, dv, room, room + d_k};
	memset(dq, 0, n * d_k * sizeof(float));
	memset(dk, 0, n * d_k * sizeof(float));
	memset(dv, 0, n * d_v * sizeof(float));
	for (size_t i = 0; i < n; i++)
		derive_row(&gradient, i);
	free(room);
	return ATTN_OK;
}
