/*
 * Tries inputs on a submission: a round runs a list of them, in the sandbox as ever, and judges what comes back. As
 * long as none ends the child, several rounds are in one, so what fails in it may do so only after others. Rounds,
 * time-outs and time are counted, so that a search comes to an end.
 */
#ifndef GRADING_TRIAL_H
#define GRADING_TRIAL_H

#include "grading/candidate.h"
#include "grading/exam.h"
#include "grading/judged.h"

struct trial {
	const struct exam_exercise *exercise; /* whose tolerance and limits hold */
	struct sandbox *sandbox;
	const struct submission *submission;
	const struct batch *like; /* how all inputs are laid out */
	struct visit *visit;	  /* NULL before the first round of a child */
	struct arena *arena;
	unsigned rounds_left, time_outs_left;
	double wall_ms;	    /* spent in calls */
	size_t n_run;	    /* inputs */
	enum verdict ended; /* how the one ended that put an end to it all; VERDICT_PASSED: time was up */
	bool faulted;	    /* a round could not be run, by a fault of ours */
};

/* `candidates` of the function: no input may be larger. */
struct trial trial_begin(const struct exam_exercise *exercise, const struct candidates *candidates,
			 struct sandbox *sandbox, const struct submission *submission, struct arena *arena);

/* Ends the child; another round has another one. */
void trial_rest(struct trial *trial);

/* Did it fail, in a way that an input can show? */
bool trial_failed(const struct judged *judged);

/*
 * Runs the inputs, up to and with the first that fails or all of them, and judges them; those that were not
 * run are VERDICT_COUNT. NULL if no more rounds are to be had, or after a fault.
 */
const struct judged *trial_run(struct trial *trial, const struct inputs *inputs, bool first_only);

/* The same with candidates, which are laid out already. */
const struct judged *trial_run_part(struct trial *trial, const struct candidates *part, bool first_only);

/* Index of the first that failed, or `count`. */
size_t trial_first(const struct judged *judged, size_t count);

#endif
