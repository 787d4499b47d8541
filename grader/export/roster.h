/*
 * Who is in the class, from a CSV file with a header: the columns id, name, email and section, in any order, id or
 * name at least; others are passed over. A submission is somebody's if it is called after the id, or after a name
 * that nobody else has.
 */
#ifndef EXPORT_ROSTER_H
#define EXPORT_ROSTER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/arena.h"
#include "core/diagnostic.h"
#include "core/record.h"

struct roster_entry {
	const char *id, *name, *email, *section; /* "" where there is none */
};

struct roster {
	size_t count;
	const struct roster_entry *entries;
};

/* False if it is not a roster: what is wrong, with file and line, is among the diagnostics. */
bool roster_read(const char *path, struct arena *arena, struct diagnostics *diagnostics, struct roster *roster);

/* Never NULL: an entry without anything in it for whoever is not in the roster. */
const struct roster_entry *roster_find(const struct roster *roster, const char *student);

/* A warning for each student who is not in it, or has the name of several. */
void roster_warn(const struct roster *roster, const struct course_record *course, struct diagnostics *diagnostics);

#endif
