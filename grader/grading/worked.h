/*
 * Worked examples: what stands between a public case and its answer, step by step, for people to follow by hand. The
 * reference makes every number; a table says which steps a function has.
 */
#ifndef GRADING_WORKED_H
#define GRADING_WORKED_H

#include "core/arena.h"
#include "core/book.h"
#include "reference.h"

/* The steps to the answer; none if the function has none, fails, or the case is too large to be looked at. */
const struct step_record *worked_steps(const struct frame *frame, const struct answer *answer, size_t *count,
				       struct arena *arena);

#endif
