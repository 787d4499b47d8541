/*
 * Is the answer to a timed call right? Where a row of it can be had alone, rows that nobody could foresee are compared
 * with the reference, since all of them would take it longer than the call is worth; that each element was written is
 * always seen.
 */
#ifndef GRADING_SAMPLED_H
#define GRADING_SAMPLED_H

#include "grading/compare.h"

bool sampled_has_rows(const struct operation *operation);

/* The place of what differs is one in the whole answer. */
struct comparison sampled_compare(const struct batch_case *given, double tolerance, const struct call_outcome *outcome,
				  struct arena *arena);

#endif
