/* Speed in words and points, the same wherever it is told. What is right is told apart from it: by groups of cases. */
#ifndef CORE_SPEED_H
#define CORE_SPEED_H

#include "core/record.h"
#include "core/text.h"

/* Was the exercise asked for speed? */
bool speed_is_asked(const struct result_record *result);

/*
 * "speed: 5.28 times as long as the fast path; next rung at 4 times", or that it is not counted, and why. Adds nothing
 * to a result that was not asked for it.
 */
void speed_describe(const struct result_record *result, struct text *out);

/* The same with points: "... next rung at 4 times (+2.5 points)". Of a result of which all groups are known. */
void speed_describe_points(const struct result_record *result, struct text *out);

/* What leads to the next rung, in a line; "" where none is left or nothing was measured. */
const char *speed_advice(const struct result_record *result);

/* The first rung that was not reached, or n_rungs: those before it were. */
size_t speed_next(const struct result_record *result);

/* Points that there are for speed, and those that were won. */
double speed_points(const struct result_record *result);
double speed_won(const struct result_record *result);

/*
 * Another measurement of the same code comes out the same within this factor: rungs that are no further from what was
 * measured may be reached the next time, or not.
 */
#define SPEED_REPEATS 1.25

/* Could the result have won that by another measurement? */
bool speed_could_win(const struct result_record *result, double won);

#endif
