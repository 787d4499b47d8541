/* verdict: wrong; function: attn_softmax */
#include "honest.h"

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	for (size_t i = 0; i < n_q * n_k; i++)
		weights[i] = 0;
	return ATTN_OK;
}
