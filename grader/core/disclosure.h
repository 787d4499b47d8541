/*
 * What whoever is no instructor may read of a hidden group: its number, verdict, hint, kind of place, ratio and
 * message; not its name (the author wrote it, and it may say what is tested) and not how many of its cases passed.
 *
 * And what the rules of the course withhold from students for the time being: it is taken out of copies of the records,
 * so that whoever shows these can show no more.
 */
#ifndef CORE_DISCLOSURE_H
#define CORE_DISCLOSURE_H

#include "core/arena.h"
#include "core/record.h"
#include "core/text.h"

/* "random rows", or "hidden group 2": the second hidden one of its exercise. */
void disclosure_add_group_name(const struct result_record *result, size_t group, struct text *out);

/* Is a group withheld, for being public or for being hidden? */
bool disclosure_withholds(unsigned withheld, const struct group_record *group);

struct result_record disclosure_result(const struct result_record *result, unsigned withheld, struct arena *arena);

/* The course as students may see it now: all of it, or the part of one student. */
struct course_record disclosure_course(const struct course_record *course, struct arena *arena);
struct course_record disclosure_one(const struct course_record *course, const struct student_record *student,
				    struct arena *arena);

/* What students are not shown now, for them to read: "not shown before the due date: hidden cases and hints", or "". */
void disclosure_add_withheld(const struct course_record *course, struct text *out);

#endif
