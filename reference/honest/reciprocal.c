#define HONEST(function) reciprocal_##function
#define SYMBOLS honest_reciprocal
#define SHARE(weight, sum) ((weight) * (1.0f / (sum)))
#define SAMPLE "../../submissions/samples/plain/attention.c"
#include "sample.h"
