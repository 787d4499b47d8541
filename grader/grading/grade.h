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
	size_t n_results;
	const struct result_record *results; /* of the wanted exercises, in the exam's order */
};

/* `wanted` says which exercises of the exam to run (NULL: all). Records live in the arena. */
struct graded grade_submission(const struct exam *exam, struct sandbox *sandbox, const char *sandbox_name,
			       const struct submission *submission, const bool *wanted, struct arena *arena);

#endif
