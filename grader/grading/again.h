/*
 * Kept state: one case of each exercise, the last that passed, runs again in a child that has run none of the
 * exercise's other cases. If not the same bits come back, the case is inconsistent.
 *
 * Starting children is what grading spends most on, so exercises with the same limits share this one: it runs the
 * last case of each. An exercise that does not come out the same there gets a child of its own, which decides.
 */
#ifndef GRADING_AGAIN_H
#define GRADING_AGAIN_H

#include "grading/sitting.h"

/* `sittings`: by exercise. False on a harness fault. */
bool again_run(const struct exam *exam, const struct sitting *sittings, struct sandbox *sandbox,
	       const struct submission *submission, struct arena *arena, struct text *why);

#endif
