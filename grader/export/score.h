/*
 * Who has which score. What was rejected is worth 0; what the grader has not graded yet has no score at all, and so
 * has a sum that would lack it: no export gives a 0 that nobody earned. Who handed in nothing has the scores that were
 * given by hand, and their sum.
 */
#ifndef EXPORT_SCORE_H
#define EXPORT_SCORE_H

#include <stddef.h>

#include "core/record.h"
#include "export/export.h"

/* Points that count in the exercise with that index; NaN: there is no score yet. */
double score_of_exercise(const struct course_record *course, const struct student_record *student, size_t index);

/* In all exercises. */
double score_of_course(const struct course_record *course, const struct student_record *student);

/* A warning if there are scores for the whole course, of which a document without a column for them says nothing. */
void score_warn_of_course(const struct export *export, const char *remedy);

/* What the grader found in the exercise, NaN if it found nothing yet. */
double score_automatic(const struct student_record *student, size_t index);
double score_automatic_of_course(const struct student_record *student);

/* The student's result for the exercise with that index; NULL if the submission was not graded. */
const struct result_record *score_result(const struct student_record *student, size_t index);

/* "passed", or "rejected" for each exercise if the submission was. */
enum verdict score_verdict(const struct student_record *student, size_t index);

#endif
