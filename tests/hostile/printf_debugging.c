/* verdict: passed; function: attn_softmax */
#include "honest.h"

#include <stdio.h>

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	for (size_t i = 0; i < n_q * n_k; i++)
		printf("scores[%zu] = %g%c", i, scores[i], (i + 1) % n_k == 0 ? '\n' : ' ');
	fprintf(stderr, "%zu rows\n", n_q);
	return honest_softmax(n_q, n_k, scores, weights);
}
