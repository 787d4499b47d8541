/*
 * What a call costs, about, whoever computes it: the multiplications that plain code makes for it, or the elements
 * that it looks at. Known from the sizes alone, so that it can be asked before anything is computed.
 */
#ifndef GRADING_COST_H
#define GRADING_COST_H

#include "contract/operation.h"

double cost_of(const struct frame *frame);

/* The longest side of a buffer. */
size_t cost_longest_side(const struct frame *frame);

/* CPU time that plain code needs for a cost, if it cannot be measured. */
double cost_ms(double cost);

#endif
