/*
 * Results in the gradebook, with their groups and matrices, for the files of this module.
 */
#ifndef STORE_RESULT_H
#define STORE_RESULT_H

#include "store/connection.h"
#include "store/explanation.h"
#include "store/statement.h"

/*
 * Writes results of a submission (its row) as part of a run. A result that is already there is left as it
 * is; a harness fault is no result and is left out, so that the next run tries again.
 */
bool result_insert(struct store *store, int64_t run, int64_t submission, const struct result_record *results,
		   size_t count, struct text *why);

/* Reads the results of many submissions under one run: statements that are prepared once. */
struct result_reader {
	struct store *store;
	struct arena *arena;
	int64_t run;
	const struct exercise_record *exercises; /* the run's catalogue */
	size_t n_exercises;
	bool scores_only; /* results without groups, explanations and words */
	struct statement results, groups, matrices;
	struct explanation_reader explanation;
	struct pool *pool; /* results have much in common */
};

/* The fields before the statements are set. */
void result_reader_prepare(struct result_reader *reader);
void result_reader_release(struct result_reader *reader);

/* One result for each exercise of the catalogue, in its order; those that are missing say so. */
bool result_read(struct result_reader *reader, int64_t submission, struct result_record **results, struct text *why);

/*
 * Rungs of speed are kept as rows behind those of the groups of cases: they have a ratio that they ask for, and there
 * are none before version 8 of the schema.
 */
enum { SPEED_SINCE_VERSION = 8 };
struct rung_record result_take_rung(const struct group_record *row, double ratio);

#endif
