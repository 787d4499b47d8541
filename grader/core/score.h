/*
 * Who has which score, for all that shows one. What was rejected is worth 0; what the grader has not graded yet has no
 * score at all, and so has a sum that would lack it: nobody has a 0 that was not earned. Until then there is what was
 * won so far. Who handed in nothing has the scores that were given by hand, and their sum.
 */
#ifndef CORE_SCORE_H
#define CORE_SCORE_H

#include <stddef.h>

#include "core/record.h"
#include "core/text.h"

/* Points that count in the exercise with that index; NaN: there is no score yet. */
double score_of_exercise(const struct course_record *course, const struct student_record *student, size_t index);

/* In all exercises: `won` of the student, or NaN. */
double score_of_course(const struct course_record *course, const struct student_record *student);

/* What the grader found in the exercise, NaN if it found nothing yet. */
double score_automatic(const struct student_record *student, size_t index);
double score_automatic_of_course(const struct student_record *student);

/* Of the exercises those that have a score, and what there is to win in them, as their levels weigh. */
struct score_so_far {
	size_t scored, count; /* so many of so many */
	double points;	      /* of which `won` of the student was won, unless a score is for the whole course */
};

struct score_so_far score_so_far(const struct course_record *course, const struct student_record *student);

/* "60 of 80", or "- of 80" as long as there is no sum. */
void score_add_of(struct text *out, const struct course_record *course, const struct student_record *student);

/* "60 of 80 points", "60 of 60 points so far" as long as there is no sum, or "no points yet". */
void score_add_word_of(struct text *out, const struct course_record *course, const struct student_record *student);

/* The student's result for the exercise with that index; NULL if the submission was not graded. */
const struct result_record *score_result(const struct student_record *student, size_t index);

/* "passed", or "rejected" for each exercise if the submission was. */
enum verdict score_verdict(const struct student_record *student, size_t index);

#endif
