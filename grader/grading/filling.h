/*
 * What a candidate's buffers hold. A table says which numbers suit a parameter of a certain name; the rest
 * follows from its shape. Everything is drawn from the seed: the same for ever.
 */
#ifndef GRADING_FILLING_H
#define GRADING_FILLING_H

#include "core/arena.h"
#include "sandbox/sandbox.h"

enum filling {
	FILLING_INTEGERS, /* small ones */
	FILLING_QUARTERS,
	FILLING_TENS,	  /* scores that are large, of numbers that are not */
	FILLING_LARGE,	  /* large scores */
	FILLING_COLD,	  /* scores far below zero */
	FILLING_FROZEN,	  /* scores below whatever stands for -inf */
	FILLING_LOUD,	  /* integers, but where rows look last, or not at all, huge numbers */
	FILLING_TINY,	  /* products near the smallest float */
	FILLING_NAN,	  /* integers, but where rows look last, or not at all, NaN */
	FILLING_INFINITE, /* likewise, infinity */
	FILLING_MINUS_INFINITE,
	FILLING_BARRED, /* integers and scores of -inf; every other time with NaN as well */
	FILLING_COUNT,
	FILLING_EXTREME = FILLING_LARGE, /* from here on not small, but finite */
	FILLING_SPECIAL = FILLING_NAN	 /* from here on not finite */
};

/* Makes the buffers that the function reads, in the arena. The scalars are set. */
void filling_make(struct batch_case *given, enum filling filling, uint64_t seed, struct arena *arena);

/* Random bits that depend on nothing but the two numbers. */
uint64_t filling_mix(uint64_t seed, uint64_t number);

#endif
