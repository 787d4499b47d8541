/*
 * Right answers, for submissions that misbehave beside giving them, and words for those that check what they
 * were refused: a right answer then says that it was.
 */
#ifndef HOSTILE_HONEST_H
#define HOSTILE_HONEST_H

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "attention.h"

static inline int honest_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	*full = n * n;
	*causal = n % 2 == 0 ? n / 2 * (n + 1) : (n + 1) / 2 * n;
	return ATTN_OK;
}

static inline int honest_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	for (size_t i = 0; i < n_q; i++) {
		const float *row = scores + i * n_k;
		float most = -INFINITY, sum = 0;
		for (size_t j = 0; j < n_k; j++)
			most = fmaxf(most, row[j]);
		for (size_t j = 0; j < n_k; j++)
			sum += expf(row[j] - most);
		for (size_t j = 0; j < n_k; j++)
			weights[i * n_k + j] = most == -INFINITY ? 0 : expf(row[j] - most) / sum;
	}
	return ATTN_OK;
}

/* The right answer if something was denied as it should be; a wrong one if it was not. */
static inline int answer_if(int denied, uint64_t n, uint64_t *full, uint64_t *causal)
{
	honest_edges(n, full, causal);
	if (!denied)
		*full += 1;
	return ATTN_OK;
}

#endif
