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
	FILLING_LARGE,	  /* large scores */
	FILLING_COLD,	  /* scores far below zero */
	FILLING_LOUD,	  /* integers, but where rows look last, or not at all, huge numbers */
	FILLING_NAN,	  /* likewise, NaN */
	FILLING_INFINITE, /* likewise, infinity */
	FILLING_MINUS_INFINITE,
	FILLING_COUNT,
	FILLING_ORDINARY = FILLING_LARGE /* how many of them are ordinary */
};

/* Makes the buffers that the function reads, in the arena. The scalars are set. */
void filling_make(struct batch_case *given, enum filling filling, uint64_t seed, struct arena *arena);

/* Random bits that depend on nothing but the two numbers. */
uint64_t filling_mix(uint64_t seed, uint64_t number);

#endif
