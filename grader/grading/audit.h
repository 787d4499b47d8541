/*
 * What lint checks beyond loading: that the reference agrees with the numbers and statuses the author
 * wrote, that honest binary32 arithmetic can get there and in time, that a student is given what was promised, that
 * properties ask something, and that the hidden cases catch what they should: every misconception, well beyond the
 * tolerance, and every trivial answer.
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

/* Notes about hidden cases that the record shows to be redundant: all of those named may go at once. */
void audit_redundancy(const struct exercise *exercise, const struct coverage_record *record,
		      struct diagnostics *diagnostics);

/*
 * Adds what is wrong with the call that an exercise times, if it does. `tells`: with a note of how far plain code is
 * from the fast path on this machine.
 */
void audit_speed(const struct exercise *exercise, bool tells, struct diagnostics *diagnostics);

/* Of an exercise that has a large call: can it be made at all? `tells`: how long it takes here, too. */
void audit_large(const struct exercise *exercise, bool tells, struct diagnostics *diagnostics);

/* ---- its parts ------------------------------------------------------------------------------------ */

/* What the exercise is as a whole. */
void audit_shape(const struct exercise *exercise, struct diagnostics *diagnostics);

/* What an audit may cost, by cost_of() times the number of times that a case is computed: about half a minute. */
extern const double audit_budget;

/*
 * The exercise with no more repetitions than can be audited in reasonable time, none of a group if need be; lives in
 * the arena. Says what is left out.
 */
const struct exercise *audit_bound(const struct exercise *exercise, struct arena *arena,
				   struct diagnostics *diagnostics);

/* Measures honest code on the costliest case; judges what it needed. */
void audit_time(const struct exam_exercise *entry, struct diagnostics *diagnostics);
void audit_cpu(const struct exercise *exercise, const struct group *group, double needed_ms,
	       struct diagnostics *diagnostics);

/* What the cases ask; marks, by group, those that no honest code need pass or that any passes. */
void audit_answers(const struct exam_exercise *entry, struct diagnostics *diagnostics, bool *is_unfair);

void audit_properties(const struct exam_exercise *entry, struct diagnostics *diagnostics);

/*
 * Adds what is wrong with what the cases of the exam's only exercise catch and what they let pass, as measured. What
 * unfair groups catch is no merit.
 */
void audit_coverage(const struct exam *exam, const struct coverage_record *record, const bool *is_unfair,
		    struct diagnostics *diagnostics);

/* What hints tell of hidden cases that they should not. */
void audit_hints(const struct exercise *exercise, struct diagnostics *diagnostics);

/* Is nothing in the group's cases drawn? */
bool audit_is_fixed(const struct exercise *exercise, size_t group);

/* ---- for all of them ------------------------------------------------------------------------------ */

/* "[2][1]" */
void audit_add_index(struct text *text, const struct frame *frame, size_t parameter, size_t element);

/* Are all scalars and inputs the same, to the bit? */
bool audit_same_inputs(const struct frame *frame, const struct frame *other);

/* Is any case of the group audited? */
bool audit_has_cases(const struct exam_exercise *entry, size_t group);

#endif
