/* Speed in words, the same wherever it is told. */
#ifndef CORE_SPEED_H
#define CORE_SPEED_H

#include "core/record.h"
#include "core/text.h"

/*
 * "5.28 times as long as the fast path: at most 10 reached, at most 4 is next": what was measured, and how the rungs
 * stand to it. Adds nothing to a result without.
 */
void speed_describe(const struct result_record *result, struct text *out);

/*
 * Another measurement of the same code comes out the same within this factor: rungs that are no further from what was
 * measured may be reached the next time, or not.
 */
#define SPEED_REPEATS 1.25

/* Could the result have won that by another measurement? */
bool speed_could_win(const struct result_record *result, double won);

#endif
