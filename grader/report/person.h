/*
 * Who a student is by the roster of the course. Submissions are called after ids, which say little to people: names
 * and sections stand beside them, where there is a roster that has any.
 */
#ifndef REPORT_PERSON_H
#define REPORT_PERSON_H

#include "core/record.h"
#include "report/html.h"

struct person_columns {
	bool name, section;
};

/* Those that a table of the class has. */
struct person_columns person_columns(const struct course_record *course);

void person_write_heads(struct html *html, struct person_columns columns);
void person_write_cells(struct html *html, struct person_columns columns, const struct course_record *course,
			const struct student_record *student);

/* What the roster calls somebody, or "" where that is nothing new. */
const char *person_name(const struct course_record *course, const char *student);

/* The name, behind what was written. */
void person_write_name(struct html *html, const struct course_record *course, const char *student);

/* A link like page_write_student_link, with the name behind it. */
void person_write_link(struct html *html, const struct course_record *course, const char *folder, const char *student);

#endif
