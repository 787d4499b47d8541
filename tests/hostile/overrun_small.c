/* verdict: out_of_bounds; function: attn_softmax; says: read or wrote past the end of `weights` */
/* One too far, but only in small matrices. */
#include "honest.h"

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	if (n_q < 10)
		weights[n_q * n_k] = 1;
	return honest_softmax(n_q, n_k, scores, weights);
}
