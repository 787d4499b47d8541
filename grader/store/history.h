/*
 * What became of a student's attempts, one after the other, for the files of this module.
 */
#ifndef STORE_HISTORY_H
#define STORE_HISTORY_H

#include "core/record.h"
#include "store/connection.h"
#include "store/statement.h"

/* Reads the histories of many students: statements that are prepared once. */
struct history_reader {
	struct store *store;
	struct arena *arena;
	const struct exercise_record *exercises; /* the catalogue */
	size_t n_exercises;
	const char *sandbox; /* whose word on what can be loaded holds */
	struct statement attempts, results;
};

/* The fields before the statements are set. */
void history_reader_prepare(struct history_reader *reader);
void history_reader_release(struct history_reader *reader);

/*
 * Sets the past of a student, whose row it is. `standings` are those of each hand-in, or NULL. An exercise counts as it
 * was graded last, whatever its file said then, so that a change of the exercises does not wipe out what was there.
 */
bool history_read(struct history_reader *reader, int64_t id, const struct standing *standings,
		  struct student_record *student, struct text *why);

#endif
