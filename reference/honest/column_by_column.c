#include <stddef.h>

static void mix_columns(size_t n, size_t d_v, const float *weights, const unsigned char *visible, const float *v,
			float *out)
{
	for (size_t c = 0; c < d_v; c++) {
		double sum = 0;
		for (size_t j = 0; j < n; j++)
			if (visible[j])
				sum += (double)weights[j] * (double)v[j * d_v + c];
		out[c] = (float)sum;
	}
}

#define HONEST(function) column_by_column_##function
#define SYMBOLS honest_column_by_column
#define MIX(n, d_v, weights, visible, v, out) mix_columns(n, d_v, weights, visible, v, out)
#define SAMPLE "../../submissions/samples/plain/attention.c"
#include "sample.h"
