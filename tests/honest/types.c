/* Wide and narrow numbers, and other things a compiler offers. */
#include "habit.h"

#include <stdbool.h>
#include <stdint.h>

static int wide(void)
{
	volatile long double third = 1.0L / 3;
	volatile unsigned __int128 product = (unsigned __int128)UINT64_MAX * 3;
	volatile unsigned __int128 quotient = product / 7;
	int good = (double)(third * 3) == 1.0 && (uint64_t)(product >> 64) == 2 && (uint64_t)(quotient % 1000) < 1000;
#if defined(__SIZEOF_FLOAT128__)
	volatile __float128 quad = 1;
	quad = quad / 3 * 3;
	good = good && (double)quad > 0.999999;
#endif
	return good;
}

static int narrow(void)
{
#if defined(__FLT16_MAX__)
	volatile _Float16 half = (_Float16)1.5f;
	half = half * half;
	return (float)half == 2.25f;
#else
	return 1;
#endif
}

typedef float four __attribute__((vector_size(16)));

static int vector(void)
{
	volatile four a = {1, 2, 3, 4};
	four b = a * a + a;
	return b[3] == 20.0f;
}

static int jump(int which)
{
	static void *const labels[] = {&&zero, &&one};
	goto *labels[which];
zero:
	return 10;
one:
	return 11;
}

static int habit(void)
{
	struct {
		unsigned a : 3, b : 29;
	} bits = {.a = 7};
	bits.a++;
	bool yes = __builtin_popcountll(0xff) == 8 && __builtin_clz(1) == 31;
	return yes && bits.a == 0 && wide() && narrow() && vector() && jump(1) == 11;
}
