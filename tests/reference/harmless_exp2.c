#include <math.h>

#define VARIANT(function) exp2_##function
#define IMPLEMENTATION harmless_exp2
#define expf(x) exp2f((x)*1.442695041f)
#include "reference/harmless_variant.h"
