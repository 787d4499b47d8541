/*
 * How the arguments of a case are made: what stands under `given` and `put`. Reading makes a struct given
 * once; every repetition draws a frame from it.
 */
#ifndef EXERCISE_GIVEN_H
#define EXERCISE_GIVEN_H

#include "exercise/draw.h"
#include "exercise/put.h"
#include "exercise/value.h"

struct given {
	const struct operation *operation;
	struct place place;
	/* NULL for a parameter of the other kind, for an output, and after a complaint. */
	const struct scalar *scalars[OPERATION_PARAMETERS_MAX];
	const struct value *values[OPERATION_PARAMETERS_MAX];
	struct scalar_range ranges[OPERATION_PARAMETERS_MAX]; /* of the scalars */
	bool absent[OPERATION_PARAMETERS_MAX];		      /* an output that the caller does not want */
	size_t n_puts;
	const struct put *puts;
};

/*
 * `put` may be NULL. What can be read is read; after a complaint the rest can still be tried. Never NULL.
 */
const struct given *given_read(struct reader *reader, const struct operation *operation, const struct node *node,
			       const struct node *put);

/* Makes the frame of one case. False after complaints. */
bool given_make(const struct given *given, struct draw *draw);

#endif
