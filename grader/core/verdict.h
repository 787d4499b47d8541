/*
 * The verdicts of a case, a group, an exercise and a submission. One table holds what each is called and
 * what it means to a student.
 */
#ifndef CORE_VERDICT_H
#define CORE_VERDICT_H

#include <stdbool.h>

enum verdict {
	/* of a case, a group or an exercise */
	VERDICT_PASSED,
	VERDICT_SLOW, /* of an exercise in speed: right, and short of a rung */
	VERDICT_WRONG,
	VERDICT_UNWRITTEN,
	VERDICT_OUT_OF_BOUNDS,
	VERDICT_WROTE_INPUT,
	VERDICT_CRASHED,
	VERDICT_TIMED_OUT,
	VERDICT_OUT_OF_MEMORY,
	VERDICT_EXITED,
	VERDICT_FORBIDDEN,
	VERDICT_TAMPERED,
	VERDICT_INCONSISTENT,
	/* of an exercise */
	VERDICT_MISSING,
	/* of a submission */
	VERDICT_GRADED,
	VERDICT_REJECTED,
	VERDICT_HARNESS_FAULT,
	VERDICT_ABSENT, /* of somebody in the roster: there is none */
	VERDICT_COUNT
};

/* "passed", "out_of_bounds", ...: the word stored, printed and exported. */
const char *verdict_name(enum verdict verdict);

/* One sentence to the student: what happened. */
const char *verdict_meaning(enum verdict verdict);

/* Are all answers right? Slow ones are. */
bool verdict_is_right(enum verdict verdict);

/* The other way round; VERDICT_COUNT if there is no such verdict. */
enum verdict verdict_parse(const char *name);

#endif
