/*
 * What happened, in lines of plain text, for systems that show it to students: of hidden groups what
 * core/disclosure.h allows.
 */
#ifndef EXPORT_FEEDBACK_H
#define EXPORT_FEEDBACK_H

#include <stddef.h>

#include "core/record.h"
#include "core/text.h"

/* One group of a result, its name left out: "passed", or what happened, where, how far off, and the hint. */
void feedback_add_group(struct text *out, const struct group_record *group);

/* How fast it is, and what leads to the next rung; nothing if speed was not asked for. */
void feedback_add_speed(struct text *out, const struct result_record *result);

/* What explains a result: what to fix first, the mistake it looks like, the smallest input that fails; or nothing. */
void feedback_add_explanation(struct text *out, const struct result_record *result);

/* All of it about one exercise of a student. */
void feedback_add_exercise(struct text *out, const struct student_record *student, size_t index);

/* Why the score of an exercise, or of the course (NULL), is not simply what the grader found: a line each. */
void feedback_add_reasons(struct text *out, const struct course_record *course, const struct student_record *student,
			  const char *exercise_id);

/* What is to be said of the submission as a whole: "graded", or why it was rejected. */
void feedback_add_submission(struct text *out, const struct student_record *student);

#endif
