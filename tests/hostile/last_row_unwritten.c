/* verdict: wrong; graded: unwritten; function: attn_softmax */
#include "honest.h"

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	return n_q == 0 ? ATTN_OK : honest_softmax(n_q - 1, n_k, scores, weights);
}
