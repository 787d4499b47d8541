/* The kernels for AVX2 and FMA: 8 lanes. */
#include "kernels.h"

#ifdef FAST_X86
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx2,fma")
#endif

#define LANES 8
#define KERNELS fast_avx2
#include "body.h"

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
