/*
 * What the rules of the course and scores given by hand make of what the grader found, told plainly.
 */
#ifndef REPORT_STANDING_H
#define REPORT_STANDING_H

#include "report/html.h"
#include "report/view.h"

/* Is there anything that could make another score of what the grader found? */
bool standing_is_adjusted(const struct student_record *student);

/* Under the score: what the grader found if another score counts, why that is so, and what is not shown yet. */
void standing_write(struct html *html, const struct view *view);

/* Beside the points of an exercise: those that the grader found, if others count. */
void standing_write_automatic(struct html *html, const struct view *view, size_t index);

/* "Attempt 2 of 3, handed in ...", or that there is none. */
void standing_write_attempt(struct html *html, const struct view *view);

#endif
