/* The mathematical library: elementary functions, vector forms of them, rounding modes, complex numbers. */
#include "habit.h"

#include <complex.h>
#include <fenv.h>
#include <math.h>

static int close_to(double got, double want)
{
	return fabs(got - want) <= 1e-4 * (1 + fabs(want));
}

/* Under -ffast-math, a loop that the compiler turns into calls of libmvec. */
static int vectors(void)
{
	static float x[1024], e[1024], s[1024], l[1024], p[1024];
	for (int i = 0; i < 1024; i++)
		x[i] = 0.01f * (float)(i + 1);
	for (int i = 0; i < 1024; i++) {
		e[i] = expf(-x[i]);
		s[i] = sinf(x[i]);
		l[i] = logf(x[i]);
		p[i] = powf(x[i], 1.5f);
	}
	return close_to(e[99], 0.36787944) && close_to(s[99], 0.84147098) && close_to(l[199], 0.69314718) &&
	       close_to(p[399], 8);
}

static int rounds(void)
{
	fenv_t before;
	volatile float one = 1, three = 3;
	fegetenv(&before);
	fesetround(FE_UPWARD);
	volatile float up = one / three;
	fesetround(FE_DOWNWARD);
	volatile float down = one / three;
	fesetround(FE_TONEAREST);
	feclearexcept(FE_ALL_EXCEPT);
	fesetenv(&before);
	return up > down && fegetround() == FE_TONEAREST && lrintf(2.5f) == 2;
}

static int habit(void)
{
	int exponent;
	double whole;
	volatile double two = 2;
	double complex z = cexp(I * two);
	return vectors() && rounds() && close_to(creal(z), cos(two)) && close_to(tgamma(two + 3), 24) &&
	       close_to(lgamma(two + 3), log(24)) && close_to(erf(two) + erfc(two), 1) && close_to(cbrt(two * 4), 2) &&
	       close_to(hypot(two + 1, two * 2), 5) && close_to(fma(two, two, two), 6) &&
	       close_to(expm1(two), exp(two) - 1) && close_to(log1p(two), log(3)) && close_to(fmod(two * 3.5, 3), 1) &&
	       close_to(atan2(two, two), M_PI / 4) && frexp(two, &exponent) == 0.5 &&
	       modf(two + 0.25, &whole) == 0.25 && nearbyint(two) == 2 &&
	       close_to((double)expl(logl((long double)two)), 2) && close_to(j0(two), 0.2238908) && ldexp(two, 3) == 16;
}
