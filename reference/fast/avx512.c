/* The kernels for AVX-512: 16 lanes. */
#include "kernels.h"

#ifdef FAST_X86
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512dq,avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512vl,avx512dq,avx2,fma")
#endif

#define LANES 16
#define KERNELS fast_avx512
#include "body.h"

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
