#include <stddef.h>

/* The sums of both halves, down to single products. */
static float sum_halves(size_t d_k, const float *q, const float *k)
{
	size_t half = d_k / 2;
	if (d_k == 1)
		return *q * *k;
	return sum_halves(half, q, k) + sum_halves(d_k - half, q + half, k + half);
}

#define HONEST(function) pairwise_##function
#define SYMBOLS honest_pairwise
#define SCORE(d_k, q, k) (sum_halves(d_k, q, k) * SCALE(d_k))
#define SAMPLE "../../submissions/samples/plain/attention.c"
#include "sample.h"
