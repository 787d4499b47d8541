/*
 * How far a result is from the right answer, in gauges: LAPACK's test ratio. A default tolerance is a bound of
 * it.
 */
#ifndef TESTS_REFERENCE_RATIO_H
#define TESTS_REFERENCE_RATIO_H

#include "reference.h"
#include "reference/implementation.h"

/* The largest ratio among the elements of an answer, INFINITY where only exact or special values would do. */
struct ratio {
	double worst, worst_finite;
	size_t parameter; /* the output it is in */
};

/* Calls an implementation; the test at hand fails if it returns another status than the answer's. */
struct ratio ratio_of_call(const struct implementation *implementation, const struct frame *frame,
			   const struct answer *answer, struct arena *arena);

/* Of another answer, its numbers stored as floats. Another status is infinitely far. */
struct ratio ratio_of_answer(const struct frame *frame, const struct answer *right, const struct answer *other);

/* Does the function read real numbers, and do real outputs depend on them continuously? If not, it is exact. */
bool ratio_is_continuous(const struct operation *operation);

/* Rounds all float inputs of a frame to 11 significant bits, as binary16 has; its range does not matter here. */
void ratio_store_in_half(struct frame *frame);

#endif
