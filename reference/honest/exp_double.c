#include <math.h>

#define HONEST(function) exp_double_##function
#define SYMBOLS honest_exp_double
#define expf(x) ((float)exp((double)(x)))
#define SAMPLE "../../submissions/samples/plain/attention.c"
#include "sample.h"
