/*
 * Exercises in the gradebook, for the files of this module.
 */
#ifndef STORE_CATALOGUE_H
#define STORE_CATALOGUE_H

#include "store/connection.h"

/* Writes the exercises of a run, in order; those whose bytes are known already are only referred to. */
bool catalogue_write(struct store *store, int64_t run, const struct exercise_record *exercises, size_t count,
		     struct text *why);

/* Reads them back. */
bool catalogue_read(struct store *store, int64_t run, struct arena *arena, const struct exercise_record **exercises,
		    size_t *count, struct text *why);

#endif
