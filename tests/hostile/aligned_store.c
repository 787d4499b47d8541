/* verdict: crashed; function: attn_softmax; machine: x86_64 */
/* Takes for granted that an output is aligned to 16 bytes; it is aligned to 4. */
#include "honest.h"

#include <xmmintrin.h>

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	_mm_store_ps(weights, _mm_setzero_ps());
	*(volatile float *)weights;
	return honest_softmax(n_q, n_k, scores, weights);
}
