/*
 * What a student is told about a case, in words and in matrices. Of a hidden case never a number of the
 * input, of the expected or of the got: a submission could copy inputs into its outputs, its return value
 * or its exit code. So whatever is made here says whether it is for a public or for a hidden case.
 */
#ifndef GRADING_FEEDBACK_H
#define GRADING_FEEDBACK_H

#include "grading/judged.h"

/* What: one line in words. */
const char *feedback_message(const struct judged *judged, bool is_public, struct arena *arena);

/* A public case with its matrices. */
const struct case_record *feedback_case(const struct judged *judged, struct arena *arena);

/* The error as a multiple of the tolerance, rounded to a power of two; 0 if it has none. */
double feedback_ratio(const struct judged *judged);

#endif
