/*
 * HTML reports: an index of the class and one page per student. Pages stand alone (style and figures
 * inline, no script needed) and are made from plain records. All text is untrusted and escaped in one
 * place, html.c; Markdown goes through cmark in its safe mode.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdbool.h>

#include "core/record.h"
#include "core/text.h"

/*
 * Writes index.html and students/NAME.html below `directory`, creating it. File names are derived from
 * student names so that no name can leave the directory or collide with another. False with a reason.
 */
bool report_write(const char *directory, const struct course_record *course, struct text *why);

/* One page, for tests and for other commands. */
void report_student_page(const struct course_record *course, const struct student_record *student, struct text *html);
void report_index_page(const struct course_record *course, struct text *html);

/* The page's file name for a student: "NAME.html", safe on every file system. */
void report_file_name(const char *student, struct text *name);

#endif
