/*
 * What lint checks beyond loading: that the reference agrees with the numbers and statuses the author
 * wrote, that honest binary32 arithmetic can get there, that a student is given what was promised, and that the
 * hidden cases catch what they should: every misconception, well beyond the tolerance, and every trivial answer.
 */
#ifndef GRADING_AUDIT_H
#define GRADING_AUDIT_H

#include "core/arena.h"
#include "core/coverage.h"
#include "core/diagnostic.h"
#include "grading/exam.h"

/*
 * Adds what is wrong with the exercise to `diagnostics`, and measures what its cases catch; false if they cannot be
 * made. The record lives in the arena.
 */
bool audit_exercise(const struct exercise *exercise, struct arena *arena, struct diagnostics *diagnostics,
		    struct coverage_record *record);

/* Adds what is wrong with what the cases of the exam's only exercise catch and what they let pass, as measured. */
void audit_coverage(const struct exam *exam, const struct coverage_record *record, struct diagnostics *diagnostics);

#endif
