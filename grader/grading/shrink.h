/*
 * Smaller and simpler inputs than given ones. A step keeps some rows, columns or heads of every buffer that
 * has them, lowers another scalar, leaves out an output that may be absent, or makes elements 0, 1 or another simple
 * number. Which steps there are follows from the shapes in the operation table.
 *
 * A step never leads to another kind of question: sizes stay above 0 unless they were 0, and the right
 * status stays the same.
 */
#ifndef GRADING_SHRINK_H
#define GRADING_SHRINK_H

#include "grading/candidate.h"

enum { SHRINK_STEPS_MAX = 512 };

/* All inputs that are smaller by one step, the smallest first. `answer` is the right one of `from`. */
struct inputs shrink_sizes(const struct batch_case *from, const struct answer *answer, struct arena *arena);

/* An element of a buffer, and what is to become of it. */
struct edit {
	size_t parameter, element;
	double value;
};

/*
 * All inputs with one element simplified, each with its edit; an element comes as often as there are
 * numbers simpler than it, the simplest first.
 */
struct inputs shrink_elements(const struct batch_case *from, const struct answer *answer, const struct edit **edits,
			      struct arena *arena);

/* The inputs with all of the edits made, with all but the last, and so on, down to the first two. */
struct inputs shrink_together(const struct batch_case *from, const struct answer *answer, const struct edit *edits,
			      size_t count, struct arena *arena);

#endif
