#include <math.h>

#define HONEST(function) exp2_##function
#define SYMBOLS honest_exp2
#define expf(x) exp2f((x)*1.442695041f)
#define SAMPLE "../../submissions/samples/plain/attention.c"
#include "sample.h"
