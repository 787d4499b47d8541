/*
 * The margin of an exercise, measured in a fraction of a second: what lint measures of it but for long cases.
 */
#ifndef GRADING_MARGIN_H
#define GRADING_MARGIN_H

#include "core/arena.h"
#include "core/coverage.h"
#include "exercise/exercise.h"

/*
 * False if its cases cannot be made. A group that takes too long, as all may, has NaN for ratios. What the record
 * points to lives in the arena, or with the exercise.
 */
bool margin_measure(const struct exercise *exercise, struct arena *arena, struct coverage_record *record);

#endif
