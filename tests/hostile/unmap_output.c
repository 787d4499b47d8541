/* verdict: crashed; function: attn_softmax */
#include "honest.h"

#include <stdint.h>
#include <sys/mman.h>

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	munmap((void *)((uintptr_t)weights & ~(uintptr_t)4095), 4096);
	return honest_softmax(n_q, n_k, scores, weights);
}
