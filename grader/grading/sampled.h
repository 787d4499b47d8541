/*
 * Is the answer to a timed call right? Where a row of it can be had alone, rows that nobody could foresee are compared
 * with the reference, since all of them would take it longer than the call is worth; that each element was written is
 * always seen.
 */
#ifndef GRADING_SAMPLED_H
#define GRADING_SAMPLED_H

#include "grading/compare.h"

struct comparison sampled_compare(const struct batch_case *given, double tolerance, const struct call_outcome *outcome,
				  struct arena *arena);

#endif
