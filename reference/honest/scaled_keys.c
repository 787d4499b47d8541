#include <math.h>
#include <stddef.h>

static float score(size_t d_k, const float *q, const float *k)
{
	float root = sqrtf((float)d_k), sum = 0.0f;
	for (size_t t = 0; t < d_k; t++)
		sum += q[t] * (k[t] / root);
	return sum;
}

#define HONEST(function) scaled_keys_##function
#define SYMBOLS honest_scaled_keys
#define SCORE(d_k, q, k) score(d_k, q, k)
#define SAMPLE "../../submissions/samples/plain/attention.c"
#include "sample.h"
