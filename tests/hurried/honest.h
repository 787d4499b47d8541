/* Right answers at a stroll: some ten times as long as the fast path takes. */
#ifndef HURRIED_HONEST_H
#define HURRIED_HONEST_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attention.h"

enum { TIMED_ROWS = 512 }; /* of the timed call, which the exercise tells everybody */

/* Row i, which sees the keys from `first` on. */
static void attend(size_t i, size_t first, size_t d_k, size_t d_v, const float *q, const float *k, const float *v,
		   float *out)
{
	float scores[TIMED_ROWS + 1], most = -INFINITY, sum = 0;
	for (size_t j = first; j <= i; j++) {
		float dot = 0;
		for (size_t t = 0; t < d_k; t++)
			dot += q[i * d_k + t] * k[j * d_k + t];
		scores[j] = dot / sqrtf((float)d_k);
		most = fmaxf(most, scores[j]);
	}
	memset(out + i * d_v, 0, d_v * sizeof(float));
	for (size_t j = first; j <= i; j++) {
		const float weight = expf(scores[j] - most);
		sum += weight;
		for (size_t t = 0; t < d_v; t++)
			out[i * d_v + t] += weight * v[j * d_v + t];
	}
	for (size_t t = 0; t < d_v; t++)
		out[i * d_v + t] /= sum;
}

static int honest_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float *out)
{
	for (size_t i = 0; i < n; i++)
		attend(i, 0, d_k, d_v, q, k, v, out);
	return ATTN_OK;
}

#define ATTN_CAUSAL \
	int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float *out, \
			float *weights)

#endif
