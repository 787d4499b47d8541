#include <math.h>
#include <stddef.h>

static float score(size_t d_k, const float *q, const float *k)
{
	float scale = 1.0f / sqrtf(sqrtf((float)d_k)), sum = 0.0f;
	for (size_t t = 0; t < d_k; t++)
		sum += q[t] * scale * (k[t] * scale);
	return sum;
}

#define HONEST(function) split_##function
#define SYMBOLS honest_split
#define SCORE(d_k, q, k) score(d_k, q, k)
#define SAMPLE "../../submissions/samples/plain/attention.c"
#include "sample.h"
