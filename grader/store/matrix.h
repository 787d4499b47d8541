/*
 * Matrices in the gradebook, for the files of this module. Every table of them has the same columns behind
 * the row that they belong to: position, role, name, n_rows, n_columns, elements, hidden, unwritten.
 */
#ifndef STORE_MATRIX_H
#define STORE_MATRIX_H

#include "store/statement.h"

#define MATRIX_COLUMNS "position, role, name, n_rows, n_columns, elements, hidden, unwritten"

/* Inserts the matrices of `owner`; the statement binds it and then MATRIX_COLUMNS. */
bool matrix_insert_all(struct statement *insert, int64_t owner, const struct matrix_record *matrices, size_t count,
		       struct text *why);

/* Reads them back, in order; the statement binds the owner and selects MATRIX_COLUMNS. */
bool matrix_read_all(struct statement *ask, int64_t owner, const struct matrix_record **matrices, size_t *count,
		     struct arena *arena, struct text *why);

#endif
