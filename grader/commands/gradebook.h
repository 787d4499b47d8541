/*
 * What the gradebook holds, for commands that show it: the course as it stands, with those of the roster who handed in
 * nothing, and what students are not shown now.
 */
#ifndef COMMANDS_GRADEBOOK_H
#define COMMANDS_GRADEBOOK_H

#include "commands/options.h"
#include "core/arena.h"
#include "core/diagnostic.h"
#include "core/record.h"
#include "core/text.h"

/*
 * Reads the course; of --student alone, if given. A roster of --roster takes the place of the gradebook's, and whoever
 * is not in it is among the diagnostics. Returns -1 to go on, or, what is wrong being said, the exit code.
 */
int gradebook_read(const struct options *options, struct arena *arena, struct diagnostics *diagnostics,
		   struct course_record *course);

/* The same, but what is wrong with the gradebook is the caller's to say: it is in `why`. */
int gradebook_try(const struct options *options, struct arena *arena, struct diagnostics *diagnostics,
		  struct course_record *course, struct text *why);

/* The exercises alone, which is soon done; false, and nothing said, if the gradebook cannot be read. */
bool gradebook_exercises(const struct options *options, struct arena *arena, struct course_record *course);

#endif
