/*
 * A call of fixed sizes beside the cases: described like the `given` of one, drawn from a stream of its own, without
 * outputs that may be null.
 */
#ifndef EXERCISE_FIXED_CALL_H
#define EXERCISE_FIXED_CALL_H

#include "exercise/exercise.h"
#include "exercise/reader.h"

/* `stream` is what its numbers are drawn by, in place of a case's name. NULL after complaints. */
const struct given *fixed_call_read(struct reader *reader, const struct exercise *exercise, const struct node *node,
				    const char *stream);

/* Makes it as exercise_case makes a case: it depends on (secret, id, stream, number) alone. */
bool fixed_call_make(const struct exercise *exercise, const struct given *given, const char *stream, unsigned number,
		     const struct secret *secret, struct arena *arena, struct diagnostics *diagnostics,
		     struct frame *frame, bool absent[OPERATION_PARAMETERS_MAX]);

#endif
