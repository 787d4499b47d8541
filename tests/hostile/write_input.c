/* verdict: wrote_input; function: attn_softmax; says: scores */
#include "honest.h"

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	((float *)scores)[0] = 0;
	return honest_softmax(n_q, n_k, scores, weights);
}
