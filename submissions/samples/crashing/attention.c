/*
 * One mistake: attn_scores writes through row pointers that were allocated and never set. Everything else
 * is right.
 */
#include "attention.h"

#define attn_scores finished_scores
#include "../plain/attention.c"
#undef attn_scores

int attn_scores(size_t n_q, size_t n_k, size_t d_k, const float *q, const float *k, float *scores)
{
	float **rows = calloc(n_q + 1, sizeof(*rows)); /* and then: rows[i] = scores + i * n_k */
	if (d_k == 0 || rows == NULL) {
		free(rows);
		return d_k == 0 ? ATTN_EINVAL : ATTN_ERANGE;
	}
	for (size_t i = 0; i < n_q; i++)
		for (size_t j = 0; j < n_k; j++)
			rows[i][j] = dot(d_k, q + i * d_k, k + j * d_k) * SCALE(d_k);
	for (size_t i = 0; i < n_q && rows[i] != NULL; i++)
		memcpy(scores + i * n_k, rows[i], n_k * sizeof(float));
	free(rows);
	return ATTN_OK;
}
