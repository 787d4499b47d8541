#include <math.h>
#include <stddef.h>

static float score(size_t d_k, const float *q, const float *k)
{
	long double sum = 0;
	for (size_t t = 0; t < d_k; t++)
		sum += (long double)q[t] * k[t];
	return (float)(sum / sqrtl(d_k));
}

#define HONEST(function) long_double_##function
#define SYMBOLS honest_long_double
#define SCORE(d_k, q, k) score(d_k, q, k)
#define SAMPLE "../../submissions/samples/plain/attention.c"
#include "sample.h"
