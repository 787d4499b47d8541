/*
 * Prepared statements. Parameters are bound and columns taken in order, so no indices are written down.
 * Errors stick: after the first one nothing more is done, and it is enough to ask once, at the end, whether
 * all went well.
 *
 *	STATEMENT_SCOPED struct statement find = {0};
 *	statement_prepare(&find, store, "SELECT id FROM submission WHERE sha256 = ?");
 *	statement_bind_digest(&find, &digest);
 *	if (statement_row(&find))
 *		id = statement_take_integer(&find);
 *	return statement_well(&find, why);
 *
 * Bound memory must live until the statement ran.
 */
#ifndef STORE_STATEMENT_H
#define STORE_STATEMENT_H

#include "core/pool.h"
#include "store/connection.h"

struct statement {
	struct store *store;
	sqlite3_stmt *handle;
	int parameter; /* bound last; they count from 1 */
	int column;    /* to be taken next; they count from 0 */
	int code;      /* SQLITE_OK, or the first error */
	/* Set behind preparing: strings and bytes that are taken are kept in it. NULL: each is a copy of its own. */
	struct pool *pool;
};

void statement_prepare(struct statement *statement, struct store *store, const char *sql);
void statement_release(struct statement *statement);
#define STATEMENT_SCOPED __attribute__((cleanup(statement_release)))

/* Before the connection is closed: statements that were released are kept, for who prepares the same again. */
void statement_forget_spare(struct store *store);

void statement_bind_integer(struct statement *statement, int64_t value);
void statement_bind_real(struct statement *statement, double value);	    /* NaN becomes NULL */
void statement_bind_string(struct statement *statement, const char *value); /* made valid UTF-8 */
void statement_bind_bytes(struct statement *statement, const void *value, size_t length);
void statement_bind_digest(struct statement *statement, const struct digest *value);
void statement_bind_verdict(struct statement *statement, enum verdict value);
void statement_bind_doubles(struct statement *statement, const double *values, size_t count);
void statement_bind_counts(struct statement *statement, const uint64_t *counts, size_t count); /* NULL if they are */
void statement_bind_null(struct statement *statement);

/* Is there a (further) row? */
bool statement_row(struct statement *statement);

/* Makes ready for other parameters. */
void statement_rewind(struct statement *statement);

/* Did all go well? If not, `why` says so. */
bool statement_well(const struct statement *statement, struct text *why);

/* Runs a statement that gives no rows and rewinds it. */
bool statement_run(struct statement *statement, struct text *why);

/* Columns. A value that the schema does not allow counts as damage: an error that sticks. */
bool statement_next_is_null(const struct statement *statement);
void statement_skip(struct statement *statement, int columns);
int64_t statement_take_integer(struct statement *statement);
double statement_take_real(struct statement *statement); /* NULL becomes NaN */
const char *statement_take_string(struct statement *statement, struct arena *arena);
struct digest statement_take_digest(struct statement *statement);
enum verdict statement_take_verdict(struct statement *statement);
const double *statement_take_doubles(struct statement *statement, size_t count, struct arena *arena);
const uint64_t *statement_take_counts(struct statement *statement, size_t count, struct arena *arena); /* or NULL */
void statement_take_blob(struct statement *statement, struct text *bytes); /* of any length */
const unsigned char *statement_take_bytes(struct statement *statement, size_t length, struct arena *arena);

#endif
