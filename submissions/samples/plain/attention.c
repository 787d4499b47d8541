/*
 * Honest and plain: float arithmetic, one loop after the other, nothing clever. Earns every point.
 *
 * Other samples include this file after replacing one idea by a macro, and so make one mistake:
 *
 *   SEES(i, j, offset)                     does row i see key j?
 *   ATTENDS(i, j, offset)                  the same where attention masks by itself, not where a mask is the matter
 *   SCALE(d_k)                             what a dot product is multiplied by
 *   SCORE(d_k, q, k)                       the score of a query and a key
 *   ROW_MAXIMUM(n, scores, visible)        what is subtracted before exp
 *   NTH(t, n)                              which of a sum's n terms comes at step t
 *   SHARE(weight, sum)                     a weight, once the sum of its row is known
 *   MIX(n, d_v, weights, visible, v, out)  adds the visible rows of v, each times its weight
 *   MASK_BEFORE_SOFTMAX                    1, or 0 to weigh all keys first and mask the weights afterwards
 */
#include "attention.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* j <= i + offset, written so that nothing overflows. */
static inline int sees(size_t i, size_t j, ptrdiff_t offset)
{
	if (offset >= 0)
		return j <= i || j - i <= (size_t)offset;
	return j <= i && i - j >= (size_t) - (offset + 1) + 1;
}

/* The largest visible score; -inf if there is none. NaN is never larger, the sum will show it. */
static inline float row_maximum(size_t n, const float *scores, const unsigned char *visible)
{
	float maximum = -INFINITY;
	for (size_t j = 0; j < n; j++)
		if (visible[j] && scores[j] > maximum)
			maximum = scores[j];
	return maximum;
}

#ifndef SEES
#define SEES(i, j, offset) sees(i, j, offset)
#endif
#ifndef ATTENDS
#define ATTENDS(i, j, offset) SEES(i, j, offset)
#endif
#ifndef SCALE
#define SCALE(d_k) (1.0f / sqrtf((float)(d_k)))
#endif
#ifndef SCORE
#define SCORE(d_k, q, k) (dot(d_k, q, k) * SCALE(d_k))
#endif
#ifndef ROW_MAXIMUM
#define ROW_MAXIMUM(n, scores, visible) row_maximum(n, scores, visible)
#endif
#ifndef NTH
#define NTH(t, n) (t)
#endif
#ifndef SHARE
#define SHARE(weight, sum) ((weight) / (sum))
#endif
#ifndef MIX
#define MIX(n, d_v, weights, visible, v, out) mix(n, d_v, weights, visible, v, out)
#endif
#ifndef MASK_BEFORE_SOFTMAX
#define MASK_BEFORE_SOFTMAX 1
#endif

static float dot(size_t n, const float *a, const float *b)
{
	float sum = 0.0f;
	for (size_t t = 0; t < n; t++)
		sum += a[NTH(t, n)] * b[NTH(t, n)];
	return sum;
}

static inline void mix(size_t n, size_t d_v, const float *weights, const unsigned char *visible, const float *v,
		       float *out)
{
	for (size_t t = 0; t < n; t++)
		for (size_t j = NTH(t, n), c = 0; c < d_v && visible[j]; c++)
			out[c] += weights[j] * v[j * d_v + c];
}

/* c = a b, with a of rows x inner and `columns` columns of b, whose rows are `stride` apart. */
static void multiply(size_t rows, size_t inner, size_t columns, size_t stride, const float *a, const float *b, float *c)
{
	for (size_t i = 0; i < rows; i++) {
		for (size_t j = 0; j < columns; j++) {
			float sum = 0.0f;
			for (size_t t = 0; t < inner; t++)
				sum += a[i * inner + NTH(t, inner)] * b[NTH(t, inner) * stride + j];
			c[i * columns + j] = sum;
		}
	}
}

/* Is there nothing to see but scores of -inf? */
static int is_empty(size_t n, const float *scores, const unsigned char *visible)
{
	for (size_t j = 0; j < n; j++)
		if (visible[j] && scores[j] != -INFINITY)
			return 0;
	return 1;
}

/* Softmax over the visible keys. `weights` may be `scores`. Returns the log-sum-exp. */
static float soften_visible(size_t n, const float *scores, const unsigned char *visible, float *weights)
{
	float sum = 0.0f;
	if (is_empty(n, scores, visible)) {
		memset(weights, 0, n * sizeof(float));
		return -INFINITY;
	}
	float maximum = ROW_MAXIMUM(n, scores, visible);
	for (size_t j = 0; j < n; j++)
		weights[j] = visible[j] ? expf(scores[j] - maximum) : 0.0f;
	for (size_t j = 0; j < n; j++)
		sum += weights[NTH(j, n)];
	for (size_t j = 0; j < n; j++)
		if (visible[j])
			weights[j] = SHARE(weights[j], sum);
	return maximum + logf(sum);
}

static float soften(size_t n, const float *scores, unsigned char *visible, float *weights)
{
#if MASK_BEFORE_SOFTMAX
	return soften_visible(n, scores, visible, weights);
#else
	unsigned char *all = malloc(n + 1);
	if (all == NULL)
		return NAN;
	memset(all, 1, n + 1);
	float sum = soften_visible(n, scores, all, weights);
	for (size_t j = 0; j < n; j++)
		if (!visible[j])
			weights[j] = 0.0f;
	free(all);
	return sum;
#endif
}

/* Room for one row. */
struct room {
	float *weights;
	unsigned char *visible;
};

static int take_room(size_t n, struct room *room)
{
	room->weights = malloc((n + 1) * sizeof(float));
	room->visible = malloc(n + 1);
	return room->weights != NULL && room->visible != NULL;
}

static void leave_room(struct room *room)
{
	free(room->weights);
	free(room->visible);
}

/* Scores, weights and output of one query, whose visible keys are marked. Returns the log-sum-exp. */
static float attend_row(size_t n_k, size_t d_k, size_t d_v, const float *q, const float *k, const float *v,
			struct room *room, float *out)
{
	for (size_t j = 0; j < n_k; j++) /* a score that is masked need not be there */
		if (room->visible[j] || !MASK_BEFORE_SOFTMAX)
			room->weights[j] = SCORE(d_k, q, k + j * d_k);
	int empty = is_empty(n_k, room->weights, room->visible);
	float sum = soften(n_k, room->weights, room->visible, room->weights);
	for (size_t c = 0; c < d_v; c++)
		out[c] = 0.0f;
	if (!empty)
		MIX(n_k, d_v, room->weights, room->visible, v, out);
	return sum;
}

/* ---- Level 1 -------------------------------------------------------------------------------------- */

int attn_is_causal_mask(size_t n, const float *mask, int32_t *answer)
{
	*answer = 1;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			if (mask[i * n + j] != (SEES(i, j, 0) ? 0.0f : -INFINITY))
				*answer = 0;
	return ATTN_OK;
}

int attn_visible_keys(size_t row, size_t n_k, ptrdiff_t offset, uint8_t *visible, uint64_t *count)
{
	*count = 0;
	for (size_t j = 0; j < n_k; j++) {
		visible[j] = SEES(row, j, offset) ? 1 : 0;
		*count += visible[j];
	}
	return ATTN_OK;
}

/* ---- Level 2 -------------------------------------------------------------------------------------- */

int attn_causal_mask(size_t n_q, size_t n_k, ptrdiff_t offset, float *mask)
{
	for (size_t i = 0; i < n_q; i++)
		for (size_t j = 0; j < n_k; j++)
			mask[i * n_k + j] = SEES(i, j, offset) ? 0.0f : -INFINITY;
	return ATTN_OK;
}

int attn_scores(size_t n_q, size_t n_k, size_t d_k, const float *q, const float *k, float *scores)
{
	if (d_k == 0)
		return ATTN_EINVAL;
	for (size_t i = 0; i < n_q; i++)
		for (size_t j = 0; j < n_k; j++)
			scores[i * n_k + j] = SCORE(d_k, q + i * d_k, k + j * d_k);
	return ATTN_OK;
}

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	struct room room;
	int status = take_room(n_k, &room) ? ATTN_OK : ATTN_ERANGE;
	for (size_t i = 0; i < n_q && status == ATTN_OK; i++) {
		memset(room.visible, 1, n_k);
		soften_visible(n_k, scores + i * n_k, room.visible, weights + i * n_k);
	}
	leave_room(&room);
	return status;
}

int attn_masked_softmax(size_t n_q, size_t n_k, const float *scores, const float *mask, float *weights)
{
	return attn_masked_softmax_policy(n_q, n_k, ATTN_EMPTY_ZERO, scores, mask, weights);
}

int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float *out,
		float *weights)
{
	struct room room;
	if (d_k == 0)
		return ATTN_EINVAL;
	int status = take_room(n, &room) ? ATTN_OK : ATTN_ERANGE;
	for (size_t i = 0; i < n && status == ATTN_OK; i++) {
		for (size_t j = 0; j < n; j++)
			room.visible[j] = ATTENDS(i, j, 0) ? 1 : 0;
		attend_row(n, d_k, d_v, q + i * d_k, k, v, &room, out + i * d_v);
		if (weights != NULL)
			memcpy(weights + i * n, room.weights, n * sizeof(float));
	}
	leave_room(&room);
	return status;
}

/* ---- Level 3 -------------------------------------------------------------------------------------- */

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	if (n > UINT32_MAX)
		return ATTN_ERANGE;
	*full = n * n;
	*causal = n % 2 == 0 ? n / 2 * (n + 1) : (n + 1) / 2 * n;
	return ATTN_OK;
}

int attn_late_mask_mass(size_t n_q, size_t n_k, ptrdiff_t offset, const float *scores, float *mass)
{
	struct room room;
	int status = take_room(n_k, &room) ? ATTN_OK : ATTN_ERANGE;
	for (size_t i = 0; i < n_q && status == ATTN_OK; i++) {
		memset(room.visible, 1, n_k);
		soften_visible(n_k, scores + i * n_k, room.visible, room.weights);
		mass[i] = 0.0f;
		for (size_t j = 0; j < n_k; j++)
			if (SEES(i, NTH(j, n_k), offset))
				mass[i] += room.weights[NTH(j, n_k)];
	}
	leave_room(&room);
	return status;
}

int attn_empty_rows(size_t n_q, size_t n_k, const float *mask, uint8_t *empty, uint64_t *count)
{
	*count = 0;
	for (size_t i = 0; i < n_q; i++) {
		empty[i] = 1;
		for (size_t j = 0; j < n_k; j++)
			if (mask[i * n_k + j] != -INFINITY)
				empty[i] = 0;
		*count += empty[i];
	}
	return ATTN_OK;
}

static void fill(size_t n, float value, float *row)
{
	for (size_t j = 0; j < n; j++)
		row[j] = value;
}

int attn_masked_softmax_policy(size_t n_q, size_t n_k, int32_t policy, const float *scores, const float *mask,
			       float *weights)
{
	struct room room;
	if (policy != ATTN_EMPTY_ZERO && policy != ATTN_EMPTY_NAN && policy != ATTN_EMPTY_UNIFORM)
		return ATTN_EINVAL;
	int status = take_room(n_k, &room) ? ATTN_OK : ATTN_ERANGE;
	for (size_t i = 0; i < n_q && status == ATTN_OK; i++) {
		float *row = weights + i * n_k;
		for (size_t j = 0; j < n_k; j++) {
			room.visible[j] = mask[i * n_k + j] != -INFINITY;
			room.weights[j] = scores[i * n_k + j];
			if (room.visible[j])
				room.weights[j] += mask[i * n_k + j];
		}
		int empty = is_empty(n_k, room.weights, room.visible);
		soften(n_k, room.weights, room.visible, row);
		if (empty && policy == ATTN_EMPTY_NAN)
			fill(n_k, NAN, row);
		if (empty && policy == ATTN_EMPTY_UNIFORM)
			fill(n_k, 1.0f / (float)n_k, row);
	}
	leave_room(&room);
	return status;
}

/* ---- Level 4 -------------------------------------------------------------------------------------- */

int attn_decode(struct attn_cache *cache, const float *query, const float *key, const float *value, float *out)
{
	size_t d_k = cache->d_k, d_v = cache->d_v, n = cache->length + 1;
	struct room room;
	if (d_k == 0 || cache->length > cache->capacity)
		return ATTN_EINVAL;
	if (cache->length == cache->capacity)
		return ATTN_EFULL;
	int status = take_room(n, &room) ? ATTN_OK : ATTN_ERANGE;
	if (status == ATTN_OK) {
		memcpy(cache->keys + cache->length * d_k, key, d_k * sizeof(float));
		memcpy(cache->values + cache->length * d_v, value, d_v * sizeof(float));
		for (size_t j = 0; j < n; j++)
			room.visible[j] = ATTENDS(cache->length, j, 0) ? 1 : 0;
		cache->length = n;
		attend_row(n, d_k, d_v, query, cache->keys, cache->values, &room, out);
	}
	leave_room(&room);
	return status;
}

/* One head: projections with the given columns of the weights, then causal attention into n x d_v. */
static int attend_head(size_t n, size_t d_model, size_t d_k, size_t d_v, const float *x, const float *w_q,
		       size_t stride_q, const float *w_k, size_t stride_k, const float *w_v, size_t stride_v,
		       float *out)
{
	float *q = malloc((n * (2 * d_k + d_v) + 1) * sizeof(float));
	if (q == NULL)
		return ATTN_ERANGE;
	float *k = q + n * d_k, *v = k + n * d_k;
	multiply(n, d_model, d_k, stride_q, x, w_q, q);
	multiply(n, d_model, d_k, stride_k, x, w_k, k);
	multiply(n, d_model, d_v, stride_v, x, w_v, v);
	int status = attn_causal(n, d_k, d_v, q, k, v, out, NULL);
	free(q);
	return status;
}

int attn_self(size_t n, size_t d_model, size_t d_k, size_t d_v, const float *x, const float *w_q, const float *w_k,
	      const float *w_v, float *out)
{
	if (d_model == 0 || d_k == 0)
		return ATTN_EINVAL;
	return attend_head(n, d_model, d_k, d_v, x, w_q, d_k, w_k, d_k, w_v, d_v, out);
}

int attn_multi_head(size_t n, size_t d_model, size_t n_heads, size_t n_kv_heads, size_t d_head, const float *x,
		    const float *w_q, const float *w_k, const float *w_v, const float *w_o, float *out)
{
	if (d_model == 0 || n_heads == 0 || n_kv_heads == 0 || d_head == 0 || n_heads % n_kv_heads != 0)
		return ATTN_EINVAL;
	size_t width = n_heads * d_head, kv_width = n_kv_heads * d_head;
	float *heads = malloc((n * width + 1) * sizeof(float)), *head = malloc((n * d_head + 1) * sizeof(float));
	int status = heads != NULL && head != NULL ? ATTN_OK : ATTN_ERANGE;
	for (size_t h = 0; h < n_heads && status == ATTN_OK; h++) {
		size_t kv = h / (n_heads / n_kv_heads) * d_head;
		status = attend_head(n, d_model, d_head, d_head, x, w_q + h * d_head, width, w_k + kv, kv_width,
				     w_v + kv, kv_width, head);
		for (size_t i = 0; i < n && status == ATTN_OK; i++)
			memcpy(heads + i * width + h * d_head, head + i * d_head, d_head * sizeof(float));
	}
	if (status == ATTN_OK)
		multiply(n, width, d_model, d_model, heads, w_o, out);
	free(heads);
	free(head);
	return status;
}

int attn_cross(size_t n_q, size_t n_k, size_t d_k, size_t d_v, size_t length, const float *q, const float *k,
	       const float *v, float *out)
{
	struct room room;
	if (d_k == 0 || length > n_k)
		return ATTN_EINVAL;
	int status = take_room(n_k, &room) ? ATTN_OK : ATTN_ERANGE;
	for (size_t i = 0; i < n_q && status == ATTN_OK; i++) {
		for (size_t j = 0; j < n_k; j++)
			room.visible[j] = j < length;
		attend_row(n_k, d_k, d_v, q + i * d_k, k, v, &room, out + i * d_v);
	}
	leave_room(&room);
	return status;
}

static void attend_padded(size_t n, size_t d_k, size_t d_v, size_t length, const float *q, const float *k,
			  const float *v, struct room *room, float *out)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < n; j++)
			room->visible[j] = ATTENDS(i, j, 0) && j < length;
		attend_row(n, d_k, d_v, q + i * d_k, k, v, room, out + i * d_v);
	}
}

int attn_padded(size_t batch, size_t n, size_t d_k, size_t d_v, const uint64_t *lengths, const float *q, const float *k,
		const float *v, float *out)
{
	struct room room;
	if (d_k == 0)
		return ATTN_EINVAL;
	for (size_t b = 0; b < batch; b++)
		if (lengths[b] > n)
			return ATTN_EINVAL;
	int status = take_room(n, &room) ? ATTN_OK : ATTN_ERANGE;
	for (size_t b = 0; b < batch && status == ATTN_OK; b++)
		attend_padded(n, d_k, d_v, (size_t)lengths[b], q + b * n * d_k, k + b * n * d_k, v + b * n * d_v, &room,
			      out + b * n * d_v);
	leave_room(&room);
	return status;
}

/* ---- Level 5 -------------------------------------------------------------------------------------- */

static void swap(size_t n, float *a, float *b)
{
	for (size_t j = 0; j < n; j++) {
		float held = a[j];
		a[j] = b[j];
		b[j] = held;
	}
}

/* Brings the n x width matrix `a` into upper triangular form over its first n columns; 0 if it cannot. */
static int eliminate(size_t n, size_t width, float *a)
{
	for (size_t c = 0; c < n; c++) {
		size_t pivot = c;
		for (size_t i = c + 1; i < n; i++)
			if (fabsf(a[i * width + c]) > fabsf(a[pivot * width + c]))
				pivot = i;
		if (a[pivot * width + c] == 0.0f)
			return 0;
		if (pivot != c)
			swap(width, a + pivot * width, a + c * width);
		for (size_t i = c + 1; i < n; i++) {
			float factor = a[i * width + c] / a[c * width + c];
			for (size_t j = c; j < width; j++)
				a[i * width + j] -= factor * a[c * width + j];
		}
	}
	return 1;
}

/* weights v = out, transposed: v^T weights^T = out^T, with all right-hand sides beside v^T. */
int attn_recover_weights(size_t n_q, size_t n, const float *v, const float *out, float *weights)
{
	size_t width = n + n_q;
	float *a = malloc((n * width + 1) * sizeof(float));
	if (a == NULL)
		return ATTN_ERANGE;
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < n; j++)
			a[i * width + j] = v[j * n + i];
		for (size_t r = 0; r < n_q; r++)
			a[i * width + n + r] = out[r * n + i];
	}
	int status = eliminate(n, width, a) ? ATTN_OK : ATTN_ESINGULAR;
	for (size_t r = 0; r < n_q && status == ATTN_OK; r++) {
		for (size_t i = n; i-- > 0;) {
			float sum = a[i * width + n + r];
			for (size_t j = i + 1; j < n; j++)
				sum -= a[i * width + j] * weights[r * n + j];
			weights[r * n + i] = sum / a[i * width + i];
		}
	}
	free(a);
	return status;
}

int attn_causal_offset(size_t n_q, size_t n_k, size_t d_k, size_t d_v, ptrdiff_t offset, const float *q, const float *k,
		       const float *v, float *out, float *lse)
{
	struct room room;
	if (d_k == 0)
		return ATTN_EINVAL;
	int status = take_room(n_k, &room) ? ATTN_OK : ATTN_ERANGE;
	for (size_t i = 0; i < n_q && status == ATTN_OK; i++) {
		for (size_t j = 0; j < n_k; j++)
			room.visible[j] = ATTENDS(i, j, offset) ? 1 : 0;
		float sum = attend_row(n_k, d_k, d_v, q + i * d_k, k, v, &room, out + i * d_v);
		if (lse != NULL)
			lse[i] = sum;
	}
	leave_room(&room);
	return status;
}

int attn_window(size_t n, size_t d_k, size_t d_v, size_t window, const float *q, const float *k, const float *v,
		float *out)
{
	struct room room;
	if (d_k == 0 || window == 0)
		return ATTN_EINVAL;
	int status = take_room(n, &room) ? ATTN_OK : ATTN_ERANGE;
	for (size_t i = 0; i < n && status == ATTN_OK; i++) {
		for (size_t j = 0; j < n; j++)
			room.visible[j] = ATTENDS(i, j, 0) && (j > i || i - j < window);
		attend_row(n, d_k, d_v, q + i * d_k, k, v, &room, out + i * d_v);
	}
	leave_room(&room);
	return status;
}

int attn_merge(size_t n, size_t d_v, const float *out_a, const float *lse_a, const float *out_b, const float *lse_b,
	       float *out, float *lse)
{
	for (size_t i = 0; i < n; i++) {
		float scores[2] = {lse_a[i], lse_b[i]}, shares[2];
		unsigned char visible[2] = {lse_a[i] != -INFINITY, lse_b[i] != -INFINITY};
		lse[i] = soften_visible(2, scores, visible, shares);
		for (size_t c = 0; c < d_v; c++) {
			float a = visible[0] ? shares[0] * out_a[i * d_v + c] : 0.0f;
			float b = visible[1] ? shares[1] * out_b[i * d_v + c] : 0.0f;
			out[i * d_v + c] = a + b;
		}
	}
	return ATTN_OK;
}

struct gradient {
	size_t n, d_k, d_v;
	const float *q, *k, *v, *d_out;
	float *dq, *dk, *dv;
};

/* What row i contributes, once its weights are there. `d_weights` has room for a row. */
static void derive_row(const struct gradient *g, size_t i, const struct room *room, float *d_weights)
{
	const float *d_out = g->d_out + i * g->d_v;
	float mean = 0.0f, scale = SCALE(g->d_k);
	for (size_t j = 0; j < g->n; j++) {
		if (!room->visible[j])
			continue;
		d_weights[j] = dot(g->d_v, d_out, g->v + j * g->d_v);
		mean += room->weights[j] * d_weights[j];
	}
	for (size_t j = 0; j < g->n; j++) {
		if (!room->visible[j])
			continue;
		float d_score = room->weights[j] * (d_weights[j] - mean) * scale;
		for (size_t c = 0; c < g->d_v; c++)
			g->dv[j * g->d_v + c] += room->weights[j] * d_out[c];
		for (size_t t = 0; t < g->d_k; t++) {
			g->dq[i * g->d_k + t] += d_score * g->k[j * g->d_k + t];
			g->dk[j * g->d_k + t] += d_score * g->q[i * g->d_k + t];
		}
	}
}

int attn_causal_backward(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v,
			 const float *d_out, float *dq, float *dk, float *dv)
{
	struct gradient gradient = {n, d_k, d_v, q, k, v, d_out, dq, dk, dv};
	struct room room;
	if (d_k == 0)
		return ATTN_EINVAL;
	float *d_weights = malloc((n + 1) * sizeof(float));
	int status = take_room(n, &room) && d_weights != NULL ? ATTN_OK : ATTN_ERANGE;
	if (status == ATTN_OK) {
		memset(dq, 0, n * d_k * sizeof(float));
		memset(dk, 0, n * d_k * sizeof(float));
		memset(dv, 0, n * d_v * sizeof(float));
	}
	for (size_t i = 0; i < n && status == ATTN_OK; i++) {
		for (size_t j = 0; j < n; j++) {
			room.visible[j] = ATTENDS(i, j, 0) ? 1 : 0;
			room.weights[j] = SCORE(d_k, q + i * d_k, k + j * d_k);
		}
		int empty = is_empty(n, room.weights, room.visible);
		soften(n, room.weights, room.visible, room.weights);
		if (!empty)
			derive_row(&gradient, i, &room, d_weights);
	}
	leave_room(&room);
	free(d_weights);
	return status;
}
