/* verdict: unwritten; function: attn_softmax */
#include "honest.h"

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	return ATTN_OK;
}
