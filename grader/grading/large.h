/*
 * The call of an exercise that is too large for all of its answer to be compared: it is made once, in one layout, if
 * the public cases are right, and rows of it are.
 */
#ifndef GRADING_LARGE_H
#define GRADING_LARGE_H

#include "grading/exam.h"

struct large_outcome {
	enum verdict verdict; /* VERDICT_COUNT: it was not made, for public cases come first */
	const char *message, *place;
	double ratio; /* as a group has it */
	double cpu_ms;
};

/* Of an exercise that has one. False on a harness fault. */
bool large_take(const struct exam *exam, const struct exam_exercise *entry, struct sandbox *sandbox,
		const struct submission *submission, struct arena *arena, struct text *printed,
		struct large_outcome *large, struct text *why);

#endif
