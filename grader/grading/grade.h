/*
 * Grades one submission against an exam: runs every case in the sandbox, judges what came back, and turns
 * it into records.
 */
#ifndef GRADING_GRADE_H
#define GRADING_GRADE_H

#include "core/record.h"
#include "core/text.h"
#include "grading/exam.h"

struct graded {
	enum verdict verdict; /* graded, rejected or harness_fault */
	const char *reason;   /* why not graded, or "" */
	const char *warning;  /* for the instructor: which diagnoses were not made, by a fault of ours; NULL: none */
	size_t n_results;
	const struct result_record *results; /* of the wanted exercises, in the exam's order */
};

/*
 * Who wants to know of exercises as they run, in the exam's order. What is known of a result then is what its cases
 * showed: the run at the end that looks for kept state, and the others' results, may add to it.
 */
struct grade_follower {
	void *context;
	void (*begins)(void *context, size_t exercise);
	void (*ran)(void *context, size_t exercise, const struct result_record *so_far);
};

/*
 * `wanted` says which exercises of the exam to grade (NULL: all). Where one of them has a wrong answer, the others of
 * its function are run as well, for the diagnosis alone: where that fails, none is made. `follower` may be NULL.
 * Records live in the arena.
 */
struct graded grade_submission(const struct exam *exam, struct sandbox *sandbox, const char *sandbox_name,
			       const struct submission *submission, const bool *wanted,
			       const struct grade_follower *follower, struct arena *arena);

#endif
