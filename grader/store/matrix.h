/*
 * Matrices in the gradebook, for the files of this module. Every table of them has the same columns behind
 * the row that they belong to.
 */
#ifndef STORE_MATRIX_H
#define STORE_MATRIX_H

#include "store/statement.h"

/* For matrix_insert_all() and matrix_read_all(): of a table of matrices, and its column that names the owner. */
void matrix_prepare_insert(struct statement *insert, struct store *store, const char *table, const char *owner);
void matrix_prepare_read(struct statement *ask, struct store *store, const char *table, const char *owner);

/* Inserts the matrices of `owner`. */
bool matrix_insert_all(struct statement *insert, int64_t owner, const struct matrix_record *matrices, size_t count,
		       struct text *why);

/* Reads them back, in order. */
bool matrix_read_all(struct statement *ask, int64_t owner, const struct matrix_record **matrices, size_t *count,
		     struct arena *arena, struct text *why);

#endif
