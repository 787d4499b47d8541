/*
 * The page of one student as the pages of a class are written, one after the other: what they have in common is made
 * once.
 */
#ifndef REPORT_STUDENT_H
#define REPORT_STUDENT_H

#include "report/clippings.h"
#include "report/view.h"

/* `clippings` may be NULL. */
void student_write(const struct course_record *course, const struct student_record *student, enum audience audience,
		   struct clippings *clippings, struct text *html);

#endif
