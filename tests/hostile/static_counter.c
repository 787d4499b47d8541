/* verdict: wrong; graded: inconsistent; function: attn_softmax */
/* Right on the first call of its life. */
#include "honest.h"

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	static int calls;
	honest_softmax(n_q, n_k, scores, weights);
	if (calls++ > 0)
		weights[0] = 0;
	return ATTN_OK;
}
