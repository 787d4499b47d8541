/*
 * The rules of a course in the gradebook, with its roster, for the files of this module.
 */
#ifndef STORE_RULES_H
#define STORE_RULES_H

#include "core/policy.h"
#include "store/connection.h"

/* Gradebooks of older versions have neither rules nor scores given by hand. */
enum { RULES_SINCE_VERSION = 4 };

/* The row of a run's rules, made if need be; 0 if it has none. */
bool rules_write(struct store *store, const struct run_record *run, int64_t *id, struct text *why);

/* The latest run (0: there is none), with its sandbox, and what rules_read sets. */
bool rules_read_latest(struct store *store, struct arena *arena, struct course_record *course, int64_t *run,
		       struct text *why);

/* Sets policy and roster of the course; NULL if the run has none. */
bool rules_read(struct store *store, int64_t run, struct arena *arena, struct course_record *course, struct text *why);

#endif
