/*
 * HTML reports: an index of the class and, per student, a page to hand out and one for the instructor.
 * Pages stand alone (style, figures and what little script there is inline, no request) and are made from plain
 * records. All text is untrusted and escaped in one place, html.c; Markdown goes through cmark in its safe mode. What a
 * student may see is decided in one place too, view.c.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdbool.h>

#include "core/coverage.h"
#include "core/diagnostic.h"
#include "core/record.h"
#include "core/text.h"

/*
 * Writes students/NAME.html, class/students/NAME.html, class/exercises/ID.html and class/index.html below `directory`,
 * creating it. What lies in students/ may be handed out, and leads nowhere else; what lies in class/ is the
 * instructor's. File names are derived from student names so that no name can leave the directory or collide with
 * another. A page that is so already is left alone. False with a reason.
 */
bool report_write(const char *directory, const struct course_record *course, struct text *why);

/*
 * Writes, of the pages of students, only those of the students named and those that name them as having handed in the
 * same file, or did before; and all that are about the class.
 */
bool report_refresh(const char *directory, const struct course_record *course, const char *const *names, size_t count,
		    struct text *why);

/* One page, for tests and for other commands. */
void report_student_page(const struct course_record *course, const struct student_record *student, struct text *html);
void report_instructor_page(const struct course_record *course, const struct student_record *student,
			    struct text *html);
void report_index_page(const struct course_record *course, struct text *html);
void report_exercise_page(const struct course_record *course, size_t index, struct text *html);

/*
 * What exercises catch, for the instructor: what is wrong with them, all in lines, then the matrix of each, again with
 * what is wrong with it.
 */
void report_coverage_page(const struct coverage_record *records, size_t count, const struct diagnostics *findings,
			  const char *grader_version, struct text *html);

/* The page's file name for a student or an exercise: "NAME.html", safe on every file system. */
void report_file_name(const char *student, struct text *name);

#endif
