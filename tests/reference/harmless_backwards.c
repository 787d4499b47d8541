#include <stddef.h>

/* Even and odd terms apart, from the end. */
static float sum_backwards(size_t d_k, const float *q, const float *k)
{
	float sums[2] = {0.0f, 0.0f};
	for (size_t t = d_k; t-- > 0;)
		sums[t % 2] += q[t] * k[t];
	return sums[1] + sums[0];
}

#define VARIANT(function) backwards_##function
#define IMPLEMENTATION harmless_backwards
#define SCORE(d_k, q, k) (sum_backwards(d_k, q, k) * SCALE(d_k))
#include "reference/harmless_variant.h"
