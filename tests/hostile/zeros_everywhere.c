/* verdict: wrong; function: attn_softmax; everywhere: wrong */
#define FLOATS(output, count, row, values) memset(output, 0, (count) * sizeof(float))
#define WORDS(output, count) memset(output, 0, (count) * sizeof(*output))
#include "everywhere.h"
