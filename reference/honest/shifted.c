#define HONEST(function) shifted_##function
#define SYMBOLS honest_shifted
#define ROW_MAXIMUM(n, scores, visible) (row_maximum(n, scores, visible) + 1.5f)
#define SAMPLE "../../submissions/samples/plain/attention.c"
#include "sample.h"
