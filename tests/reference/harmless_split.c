#include <math.h>
#include <stddef.h>

/* The scale taken to both sides before the product. */
static float score(size_t d_k, const float *q, const float *k)
{
	float scale = 1.0f / sqrtf(sqrtf((float)d_k)), sum = 0.0f;
	for (size_t t = 0; t < d_k; t++)
		sum += q[t] * scale * (k[t] * scale);
	return sum;
}

#define VARIANT(function) split_##function
#define IMPLEMENTATION harmless_split
#define SCORE(d_k, q, k) score(d_k, q, k)
#include "reference/harmless_variant.h"
