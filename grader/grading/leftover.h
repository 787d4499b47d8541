/*
 * What is left over in an output: does a function add to what it held before the call? Outputs arrive full of junk, and
 * what is left is the sum. Of all mistakes this one alone has answers that depend on the junk, so it is not in the
 * catalogue, and told from what the call found and what it left.
 */
#ifndef GRADING_LEFTOVER_H
#define GRADING_LEFTOVER_H

#include "grading/clue.h"

/*
 * Is every wrong number of the function the right one added to what was there, as far as rounding lets it show, and are
 * several changed by it?
 */
bool leftover_is_added_to(const struct evidence *evidence, size_t count);

/* What is said of it. */
struct diagnosis_record leftover_record(void);

#endif
