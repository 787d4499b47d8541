/* verdict: wrong; function: attn_softmax; everywhere: wrong */
/* Looks at every key alike, hidden ones too. */
#define FLOATS(output, count, row, values) spread(output, values, count, row)
#define WORDS(output, count) memset(output, 1, (count) * sizeof(*output))
#include <stddef.h>
static void spread(float *output, const float *values, size_t count, size_t row);
#include "everywhere.h"

static void spread(float *output, const float *values, size_t count, size_t row)
{
	float mean = 0;
	for (size_t i = 0; i < count && values != NULL; i++)
		mean += values[i] / (float)count;
	for (size_t i = 0; i < count; i++)
		output[i] = values == NULL ? 1 / (float)row : mean;
}
