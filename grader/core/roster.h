/*
 * Who is in the class, from a CSV file with a header: the columns id, name, email and section, in any order and in
 * capitals or not, id or name at least; others are passed over. Between cells stands "," or ";", as in the header;
 * blanks and tabs around a cell are no part of it, unless they are within quotes and not in the header. A submission is
 * somebody's if it is called after the id, or after a name that nobody else has.
 */
#ifndef CORE_ROSTER_H
#define CORE_ROSTER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/arena.h"
#include "core/diagnostic.h"
#include "core/record.h"
#include "core/text.h"

/* False if it is not a roster: what is wrong, with file and line, is among the diagnostics. */
bool roster_read(const char *path, struct arena *arena, struct diagnostics *diagnostics, struct roster *roster);

/* The same of what was read from there already. */
bool roster_parse(const char *path, const struct text *data, struct arena *arena, struct diagnostics *diagnostics,
		  struct roster *roster);

/* Makes one of many entries quick to ask. */
void roster_sort(struct roster *roster, struct arena *arena);

/* Is the student in it, and nobody else by that name? */
bool roster_has(const struct roster *roster, const char *student);

/* Never NULL: an entry without anything in it for whoever is not in the roster. */
const struct roster_entry *roster_find(const struct roster *roster, const char *student);

/* What else the roster calls somebody: by id who is called by name, and the other way round; NULL: nothing else. */
const char *roster_other_name(const struct roster *roster, const char *student);

/* Of the course, by the name that there is, or by what else its roster calls the person; NULL: there is nobody. */
const struct student_record *roster_student(const struct course_record *course, const char *name);

/* Is there a roster, and the student not in it? Then the name is only what the submission claims. */
bool roster_misses(const struct roster *roster, const char *student);

/*
 * Is the student in the roster by name, and somebody of the course, one of its others included, called after the id
 * that stands beside it?
 */
bool roster_is_second(const struct roster *roster, const struct course_record *course, const char *student);

/* Takes from the course's students whoever is second, so that one person of its roster is one student. */
void roster_drop_seconds(struct course_record *course, struct arena *arena);

/* A warning for each student who is not in it, has the name of several, or is there under the id, too. */
void roster_warn(const struct roster *roster, const struct course_record *course, struct diagnostics *diagnostics);

/* Adds to the course's students those of its roster who handed in nothing, where their names put them. */
void roster_add_absent(struct course_record *course, struct arena *arena);

#endif
