/*
 * Frames and answers as people look at them: matrices of doubles, scalars in a line. Leading extents of a
 * buffer become rows. For public cases only: what is made here is shown.
 */
#ifndef GRADING_PICTURE_H
#define GRADING_PICTURE_H

#include "core/record.h"
#include "reference.h"

/* Rows and columns of a buffer; an empty one has none. */
struct grid {
	size_t rows, columns;
};

struct grid picture_grid(const struct frame *frame, size_t parameter);

/* Is it a list rather than a matrix? */
bool picture_is_vector(const struct frame *frame, size_t parameter);

/* A buffer the frame holds; what the answer holds for it; what came back (`junk` marks what was not written). */
struct matrix_record picture_given(const struct frame *frame, size_t parameter, struct arena *arena);
struct matrix_record picture_expected(const struct frame *frame, const struct answer *answer, size_t parameter,
				      struct arena *arena);
struct matrix_record picture_got(const struct frame *frame, size_t parameter, const void *output, const void *junk,
				 struct arena *arena);

/*
 * All of them in the order of the parameters; what is empty, absent or too large to look at is left out.
 * `outputs` may be NULL: nothing came back.
 */
const struct matrix_record *picture_all(const struct frame *frame, const bool *absent, const struct answer *answer,
					void *const *outputs, const void *const *junk, size_t *count,
					struct arena *arena);

/* "n = 3, d_k = 2" */
const char *picture_scalars(const struct frame *frame, struct arena *arena);

/* "ATTN_EINVAL", or the number of a status without a name. */
const char *picture_status(int status, struct arena *arena);

#endif
