#define HONEST(function) plain_##function
#define SYMBOLS honest_plain
#define SAMPLE "../../submissions/samples/plain/attention.c"
#include "sample.h"
