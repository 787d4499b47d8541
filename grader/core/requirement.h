/*
 * Exercises require others: a failed one whose required exercise failed too is better left until that is
 * mended. Worked out from records whenever results are shown, never stored: it depends on several results.
 */
#ifndef CORE_REQUIREMENT_H
#define CORE_REQUIREMENT_H

#include "core/record.h"

/*
 * Sets fix_first of every failed result to the first exercise, in the order of its requirements, that failed
 * too. One whose function is missing is named only if nothing else failed; what it hangs on itself, at the root,
 * comes before it. `results[i]` belongs to `exercises[i]`; NULL where there is none.
 */
void requirement_resolve(const struct exercise_record *exercises, size_t count, struct result_record *const *results);

#endif
