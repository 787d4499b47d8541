/*
 * The page of a student, as those of a class are written one after the other: what they have in common is made once.
 */
#ifndef REPORT_STUDENT_H
#define REPORT_STUDENT_H

#include "report/clippings.h"
#include "report/view.h"

struct student_writer {
	struct clippings *common;   /* of all students' pages */
	struct clippings *articles; /* of the page at hand, by what there is room for */
	struct text page;
};

struct student_writer student_writer_create(void);
void student_writer_release(struct student_writer *writer);
#define STUDENT_WRITER_SCOPED __attribute__((cleanup(student_writer_release)))

/* The page, until the next one is written. */
const struct text *student_write(struct student_writer *writer, const struct course_record *course,
				 const struct student_record *student, enum audience audience);

#endif
