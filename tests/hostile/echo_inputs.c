/* verdict: wrong; function: attn_softmax */
/*
 * Tries to carry what it is given out of the sandbox: by its outputs, its return value, what it prints, and
 * by ending the process with a number of the input.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attention.h"

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	for (size_t i = 0; i < n_q * n_k; i++) {
		printf("%.9g\n", scores[i]);
		weights[i] = scores[i];
	}
	return ATTN_OK;
}

int attn_scores(size_t n_q, size_t n_k, size_t d_k, const float *q, const float *k, float *scores)
{
	fprintf(stderr, "%zu %zu %zu\n", n_q, n_k, d_k);
	for (size_t i = 0; i < n_q * n_k; i++) {
		fprintf(stderr, "%.9g %.9g\n", q[i % (n_q * d_k)], k[i % (n_k * d_k)]);
		scores[i] = q[i % (n_q * d_k)];
	}
	int status = ATTN_OK;
	if (n_q * d_k > 0)
		memcpy(&status, q, sizeof(status));
	return status;
}

int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float *out,
		float *weights)
{
	(void)k;
	(void)v;
	(void)d_v;
	(void)out;
	(void)weights;
	if (n * d_k > 0)
		exit((int)q[0]);
	return ATTN_OK;
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	*full = n;
	*causal = n;
	return (int)n;
}
