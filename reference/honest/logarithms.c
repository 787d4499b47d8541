#include <math.h>

#define HONEST(function) logarithms_##function
#define SYMBOLS honest_logarithms
#define SHARE(weight, sum) expf(logf(weight) - logf(sum))
#define SAMPLE "../../submissions/samples/plain/attention.c"
#include "sample.h"
