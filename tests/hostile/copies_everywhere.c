/* verdict: wrong; function: attn_softmax; everywhere: wrong */
/* Hands back the values it was given. */
#define FLOATS(output, count, row, values) copy(output, values, count)
#define WORDS(output, count) memset(output, 1, (count) * sizeof(*output))
#include <stddef.h>
static void copy(float *output, const float *values, size_t count);
#include "everywhere.h"

static void copy(float *output, const float *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		output[i] = values == NULL ? 1 : values[i];
}
