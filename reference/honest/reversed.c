/* Every sum begins with its last term. */
#define HONEST(function) reversed_##function
#define SYMBOLS honest_reversed
#define NTH(t, n) ((n)-1 - (t))
#define SAMPLE "../../submissions/samples/plain/attention.c"
#include "sample.h"
