#include <math.h>
#include <stddef.h>

/* What an addition loses is added next time, unless the sum is infinite: then it would be NaN. */
static float sum_compensated(size_t d_k, const float *q, const float *k)
{
	float sum = 0.0f, lost = 0.0f;
	for (size_t t = 0; t < d_k; t++) {
		float term = q[t] * k[t] - lost, next = sum + term;
		lost = isfinite(next) ? next - sum - term : 0.0f;
		sum = next;
	}
	return sum;
}

#define HONEST(function) compensated_##function
#define SYMBOLS honest_compensated
#define SCORE(d_k, q, k) (sum_compensated(d_k, q, k) * SCALE(d_k))
#define SAMPLE "../../submissions/samples/plain/attention.c"
#include "sample.h"
