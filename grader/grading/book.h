/* The exercise book: every exercise with its public cases under the public stream, answered by the reference. */
#ifndef GRADING_BOOK_H
#define GRADING_BOOK_H

#include "core/book.h"
#include "exercise/exercise.h"

/* NULL, with errors in `diagnostics`, if a case cannot be made. Memory lives in the arena. */
const struct book_record *book_make(const struct catalogue *catalogue, const char *title, const struct policy *policy,
				    const char *grader_version, struct arena *arena, struct diagnostics *diagnostics);

#endif
