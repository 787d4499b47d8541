/* The kernels for any machine: 4 lanes, in the vectors of the compiler. */
#include "kernels.h"

#define LANES 4
#define KERNELS fast_portable
#include "body.h"
