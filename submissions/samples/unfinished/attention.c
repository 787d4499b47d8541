/*
 * Half finished: levels 1 and 2 and two functions of level 3, all of them right; the rest is not begun and
 * so not defined.
 */
#include "attention.h"

#include <math.h>
#include <stdlib.h>

/* How many of n_k keys does a row see? Always the first ones. */
static size_t count_seen(size_t row, size_t n_k, ptrdiff_t offset)
{
	size_t back = offset < 0 ? 0 - (size_t)offset : 0;
	size_t ahead = offset < 0 ? 0 : (size_t)offset;
	if (row < back)
		return 0;
	row -= back;
	if (row >= n_k || ahead >= n_k - row)
		return n_k;
	return row + ahead + 1;
}

/* ---- Level 1 -------------------------------------------------------------------------------------- */

int attn_is_causal_mask(size_t n, const float *mask, int32_t *answer)
{
	size_t mistakes = 0;
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j <= i; j++)
			mistakes += mask[i * n + j] != 0.0f;
		for (size_t j = i + 1; j < n; j++)
			mistakes += mask[i * n + j] != -INFINITY;
	}
	*answer = mistakes == 0;
	return ATTN_OK;
}

int attn_visible_keys(size_t row, size_t n_k, ptrdiff_t offset, uint8_t *visible, uint64_t *count)
{
	*count = count_seen(row, n_k, offset);
	for (size_t j = 0; j < n_k; j++)
		visible[j] = j < *count;
	return ATTN_OK;
}

/* ---- Level 2 -------------------------------------------------------------------------------------- */

int attn_causal_mask(size_t n_q, size_t n_k, ptrdiff_t offset, float *mask)
{
	for (size_t i = 0; i < n_q; i++)
		for (size_t j = 0; j < n_k; j++)
			*mask++ = j < count_seen(i, n_k, offset) ? 0.0f : -INFINITY;
	return ATTN_OK;
}

int attn_scores(size_t n_q, size_t n_k, size_t d_k, const float *q, const float *k, float *scores)
{
	if (d_k == 0)
		return ATTN_EINVAL;
	for (size_t i = 0; i < n_q; i++) {
		for (size_t j = 0; j < n_k; j++) {
			float sum = 0.0f;
			for (size_t t = 0; t < d_k; t++)
				sum += q[i * d_k + t] * k[j * d_k + t];
			scores[i * n_k + j] = sum / sqrtf((float)d_k);
		}
	}
	return ATTN_OK;
}

/* Does an additive mask hide key j? Without a mask (NULL) nothing is hidden. */
static int hidden(const float *mask, size_t j)
{
	return mask != NULL && mask[j] == -INFINITY;
}

/* Softmax of the scores that a row sees; 0 if there is nothing to see, and then all weights are 0. */
static int soften(size_t n, const float *scores, const float *mask, float *weights)
{
	float largest = -INFINITY, sum = 0.0f;
	for (size_t j = 0; j < n; j++) {
		weights[j] = mask == NULL ? scores[j] : scores[j] + mask[j];
		if (!hidden(mask, j) && (weights[j] > largest || isnan(weights[j])))
			largest = weights[j];
	}
	int any = largest != -INFINITY;
	for (size_t j = 0; j < n; j++) {
		weights[j] = any && !hidden(mask, j) ? expf(weights[j] - largest) : 0.0f;
		sum += weights[j];
	}
	for (size_t j = 0; j < n && any; j++)
		if (!hidden(mask, j))
			weights[j] /= sum;
	return any;
}

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	for (size_t i = 0; i < n_q; i++)
		soften(n_k, scores + i * n_k, NULL, weights + i * n_k);
	return ATTN_OK;
}

int attn_masked_softmax(size_t n_q, size_t n_k, const float *scores, const float *mask, float *weights)
{
	for (size_t i = 0; i < n_q; i++)
		soften(n_k, scores + i * n_k, mask + i * n_k, weights + i * n_k);
	return ATTN_OK;
}

int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float *out,
		float *weights)
{
	if (d_k == 0)
		return ATTN_EINVAL;
	float *scores = malloc((2 * n + 1) * sizeof(float));
	if (scores == NULL)
		return ATTN_ERANGE;
	for (size_t i = 0; i < n; i++) {
		float *row = scores + n;
		attn_scores(1, i + 1, d_k, q + i * d_k, k, scores);
		int any = soften(i + 1, scores, NULL, row);
		for (size_t c = 0; c < d_v; c++) {
			out[i * d_v + c] = 0.0f;
			for (size_t j = 0; j <= i && any; j++)
				out[i * d_v + c] += row[j] * v[j * d_v + c];
		}
		for (size_t j = 0; j < n && weights != NULL; j++)
			weights[i * n + j] = j <= i ? row[j] : 0.0f;
	}
	free(scores);
	return ATTN_OK;
}

/* ---- Level 3, begun ------------------------------------------------------------------------------- */

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	if (n != 0 && n > UINT64_MAX / n)
		return ATTN_ERANGE;
	*full = n * n;
	*causal = n % 2 == 0 ? n / 2 * (n + 1) : (n + 1) / 2 * n;
	return ATTN_OK;
}

int attn_empty_rows(size_t n_q, size_t n_k, const float *mask, uint8_t *empty, uint64_t *count)
{
	*count = 0;
	for (size_t i = 0; i < n_q; i++) {
		empty[i] = 1;
		for (size_t j = 0; j < n_k; j++)
			if (!hidden(mask + i * n_k, j))
				empty[i] = 0;
		*count += empty[i];
	}
	return ATTN_OK;
}
