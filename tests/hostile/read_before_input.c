/* verdict: out_of_bounds; function: attn_softmax; says: before the start of `scores` */
#include "honest.h"

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	honest_softmax(n_q, n_k, scores, weights);
	*(volatile float *)&scores[-1];
	return ATTN_OK;
}
