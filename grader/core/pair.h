/*
 * What was expected beside what was got, and whether people are to be shown a difference. Numbers within the tolerance
 * are hardly ever the same to the last digit, and whoever looks for a mistake must not be led to them.
 */
#ifndef CORE_PAIR_H
#define CORE_PAIR_H

#include "core/matrix.h"

/* An output with the answer to it; `got` is NULL if there is none. */
struct pair {
	const struct matrix_record *expected, *got;
	struct contrast contrast;
	bool differs;
	bool is_rounded; /* whole numbers that a double does not hold to the last digit: they may differ there */
};

/*
 * Of the expected matrix at `index`. What hardly differs counts only in a case that is wrong without anything else
 * that would explain it.
 */
struct pair pair_of(const struct case_record *shown, size_t index);

#endif
