/*
 * The making of one case: the frame under way, the scalars drawn so far, and where the random numbers come
 * from. Scalars are drawn when they are first asked for, so their order in the file does not matter.
 */
#ifndef EXERCISE_DRAW_H
#define EXERCISE_DRAW_H

#include "contract/operation.h"
#include "exercise/reader.h"
#include "exercise/stream.h"

struct given;
struct scalar;
struct rehearsal;

/* Stated limits of the format. */
enum { SIZE_MAX_DRAWN = 65536, ELEMENTS_MAX = 1 << 24 };

enum draw_state { DRAW_NOT_YET, DRAW_DONE, DRAW_FAILED };

struct draw {
	struct reader *reader; /* where buffers live and errors go */
	const struct given *given;
	struct stream_source source;
	size_t elements_max;	     /* buffers with more are not made: a trial wants errors, not data */
	size_t drawn_max;	     /* of what is sure to fit, so many elements are made, the rest is 0; 0: all */
	struct rehearsal *rehearsal; /* what picks in place of chance, or NULL */
	struct frame *frame;
	enum draw_state states[OPERATION_PARAMETERS_MAX]; /* of scalars */
	__int128 scalars[OPERATION_PARAMETERS_MAX];
};

/* The value of scalar parameter `index`; false if it cannot be had, which was complained about. */
bool draw_scalar(struct draw *draw, size_t index, __int128 *value);

/* The shape of buffer `index`; false, without a word, if it cannot be known. */
bool draw_shape(struct draw *draw, size_t index, struct shape *shape);

/* No draw makes extent `axis` of a buffer larger. */
__int128 draw_extent_most(const struct given *given, size_t index, size_t axis);

/* Is every scalar in extent `axis` of a buffer's shape the same in every repetition? */
bool draw_extent_constant(const struct given *given, size_t index, size_t axis);

/* What draws in extent `axis` of a buffer's shape, the first if there are several; NULL if nothing does. */
const struct scalar *draw_extent_drawn(const struct given *given, size_t index, size_t axis);

#endif
