/*
 * The rules of a course: course.yaml, beside the folders of the levels. exercises/README.md is the format's manual,
 * exercises/course.schema.json its machine-readable twin. What the rules mean is in core/policy.h.
 */
#ifndef EXERCISE_COURSE_H
#define EXERCISE_COURSE_H

#include <stdbool.h>

#include "core/arena.h"
#include "core/diagnostic.h"
#include "core/digest.h"
#include "core/policy.h"
#include "core/roster.h"
#include "core/text.h"

struct course {
	struct digest hash; /* of the file's bytes and of the roster's */
	struct policy policy;
	const struct roster *roster; /* NULL: it names none */
};

/*
 * The course.yaml of the exercises at `path`: it lies in that folder or, if the path leads into or to the folder of a
 * level, beside that; the path may also be of such a file itself. NULL if there is none.
 */
const char *course_find(const char *path, struct arena *arena);

enum course_part {
	COURSE_RULES, /* students have no roster to look for */
	COURSE_WHOLE
};

/* NULL if it has errors, all of which are then in `diagnostics`; so has a roster that cannot be read. */
const struct course *course_load(const char *path, enum course_part part, struct arena *arena,
				 struct diagnostics *diagnostics);

/*
 * Adds the rules as students get them, a file without comments and roster. The path is that of a file which has been
 * loaded; false, with an error, if it cannot be read again.
 */
bool course_add_public(const char *path, struct arena *arena, struct diagnostics *diagnostics, struct text *out);

#endif
