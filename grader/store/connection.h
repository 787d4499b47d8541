/*
 * The connection behind a gradebook, for the files of this module: how the file is found, created and
 * connected to, and how what SQLite says is put to people.
 */
#ifndef STORE_CONNECTION_H
#define STORE_CONNECTION_H

#include <sqlite3.h>

#include "store/store.h"

enum { SECRET_BYTES = 32, PATIENCE_MS = 10000, SPARE_STATEMENTS = 64 };

struct store {
	sqlite3 *database;
	char *path;  /* as given */
	int version; /* of the schema it has, which may be an older one if it is only read */
	unsigned char secret[SECRET_BYTES];
	sqlite3_stmt *spare[SPARE_STATEMENTS]; /* prepared, and used by nobody now; NULL: room for one */
};

/* store_open with another patience than PATIENCE_MS towards locks of others. */
struct store *store_open_within(const char *path, enum store_access access, int patience_ms, struct text *why);

/* Looks at what stands at the path; for STORE_WRITE creates an empty file that only the owner may read. */
bool connection_prepare(const struct store *store, enum store_access access, struct text *why);

/* Connects, without reading anything yet. */
bool connection_open(struct store *store, enum store_access access, int patience_ms, struct text *why);

/*
 * Connects again to a file that nobody writes, without locks and without the files that SQLite keeps beside
 * it: all that is possible in a directory that is not ours to write. False if there is a log that such a
 * reader would miss.
 */
bool connection_open_immutable(struct store *store, struct text *why);

/* gradebook "PATH" and what is wrong with it: `format`. */
void connection_complain(const struct store *store, struct text *why, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Says in words what an SQLite result code means here. */
void connection_explain(const struct store *store, int code, struct text *why);

#endif
