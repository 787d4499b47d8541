/* verdict: wrong; function: attn_softmax; everywhere: wrong */
#define FLOATS(output, count, row, values) fill(output, count)
#define WORDS(output, count) memset(output, 0xff, (count) * sizeof(*output))
#include <stddef.h>
static void fill(float *output, size_t count);
#include "everywhere.h"

static void fill(float *output, size_t count)
{
	for (size_t i = 0; i < count; i++)
		output[i] = NAN;
}
