/*
 * Why a result is what it is, in the gradebook, for the files of this module: diagnoses and counterexamples.
 * A gradebook of version 1 that is only read has none.
 */
#ifndef STORE_EXPLANATION_H
#define STORE_EXPLANATION_H

#include "store/statement.h"

struct explanation_writer {
	struct statement diagnosis, counterexample, matrix;
};

void explanation_writer_prepare(struct explanation_writer *writer, struct store *store);
void explanation_writer_release(struct explanation_writer *writer);
bool explanation_insert(struct explanation_writer *writer, int64_t id, const struct result_record *result,
			struct text *why);

struct explanation_reader {
	bool missing;
	struct statement diagnoses, counterexample, matrices;
};

void explanation_reader_prepare(struct explanation_reader *reader, struct store *store);
void explanation_reader_release(struct explanation_reader *reader);

/* Completes a result that was read; its id is set. */
bool explanation_read(struct explanation_reader *reader, struct result_record *result, struct arena *arena,
		      struct text *why);

#endif
