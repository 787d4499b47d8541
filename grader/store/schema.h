/*
 * The schema and its history. Version n is reached by running the first n migrations; the first is
 * schema.sql, each later one says what changed, and each ends with its own `PRAGMA user_version`. Published
 * migrations are never edited.
 */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

#include "store/connection.h"

struct migrations {
	const char *const *texts;
	int count; /* also the newest version */
};

extern const struct migrations schema_migrations;

/* What a file turned out to be. */
enum schema_state {
	SCHEMA_CURRENT,
	SCHEMA_OLDER, /* of a version that migrations lead away from */
	SCHEMA_EMPTY, /* holds nothing at all: a gradebook to be */
	SCHEMA_FOREIGN,
	SCHEMA_NEWER
};

/*
 * Reads the file for the first time: false if it cannot be read. Returns an SQLite code rather than words,
 * for there may be another way to read it.
 */
int schema_identify(struct store *store, const struct migrations *migrations, enum schema_state *state, int *version);

/* Brings the file to the newest version, all of it or nothing; also when others do so at the same time. */
bool schema_upgrade(struct store *store, const struct migrations *migrations, struct text *why);

#endif
