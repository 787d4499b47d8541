/* verdict: passed */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return honest_edges(n, full, causal);
}

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	return honest_softmax(n_q, n_k, scores, weights);
}
