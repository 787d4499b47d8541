#define HONEST(function) blocked_##function
#define SYMBOLS honest_blocked
#define SAMPLE "../../submissions/samples/blocked/attention.c"
#include "sample.h"
