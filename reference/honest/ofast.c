/* Compiled as -Ofast would, see the Makefile. Linked without: what that links in flushes everybody's small numbers. */
#define HONEST(function) ofast_##function
#define SYMBOLS honest_ofast
#define SAMPLE "../../submissions/samples/ofast/attention.c"
#include "sample.h"
