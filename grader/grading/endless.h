/*
 * Which functions never return, as far as has been seen: every call reached its time limit, in two exercises. Whoever
 * waits at the desk need not wait for each further call as well.
 */
#ifndef GRADING_ENDLESS_H
#define GRADING_ENDLESS_H

#include "core/arena.h"
#include "grading/sitting.h"

struct endless {
	/* by operation: the first two exercises in which it reached its limit, and did it ever end? */
	const struct exercise *seen[OPERATION_COUNT][2];
	bool ended[OPERATION_COUNT];
};

/* Takes in how the calls of an exercise went. */
void endless_learn(struct endless *endless, const struct sitting *sitting);

/* Why the function is not to be called any more, in words for the student, or NULL if it is. */
const char *endless_describe(const struct endless *endless, const struct operation *operation, struct arena *arena);

#endif
