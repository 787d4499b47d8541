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

/* "row 687, column 0 of out", of an answer that differs there; "" if nowhere in particular. */
const char *sampled_place(const struct frame *frame, const struct comparison *comparison, struct arena *arena);

/*
 * "returned ATTN_ERANGE, expected ATTN_OK", with the limit of memory, which is what such a call may have run into. Only
 * names of attention.h: any other number could be made of the inputs.
 */
const char *sampled_status(int returned, unsigned memory_mib, struct arena *arena);

#endif
