/*
 * How fast a submission is: its function and the fast path (grading/bar.h) are called in turns with the same inputs,
 * new ones for each pair, each in a child of a sandbox of its own, both on one processor. What counts is the CPU time
 * that the kernel charges the child from its answer before to this one: what others do on the machine is not in it,
 * and what the submission does behind the grader's back is. Answers are checked, all of them.
 */
#ifndef GRADING_TIMING_H
#define GRADING_TIMING_H

#include "grading/exam.h"
#include "grading/pace.h"

enum { TIMING_CALLS_LEAST = 1 + PACE_PAIRS_FAR }; /* of a submission; the first one is not measured */

struct timing {
	/*
	 * VERDICT_PASSED: it was measured. VERDICT_COUNT: it was not, for right answers come first. Any other: a timed
	 * call came out so.
	 */
	enum verdict verdict;
	const char *message; /* why it was not measured, to the student; else "" */
	size_t pairs;
	struct pace_estimate estimate; /* if measured */
};

/* Measures an exercise that has `speed`. False on a harness fault. */
bool timing_measure(const struct exam *exam, const struct exam_exercise *entry, struct sandbox *sandbox,
		    const struct submission *submission, struct arena *arena, struct text *printed,
		    struct timing *timing, struct text *why);

/* Measured times, as a verdict: too good to be true is VERDICT_TAMPERED. */
struct timing timing_judge(const struct pace *pace);

#endif
