/*
 * Opening and closing a gradebook.
 *
 * Durability: WAL with synchronous=FULL. With NORMAL a power cut could take back the last commits, and a
 * student who had been told a score would have none. One fsync a submission is little beside the grading of
 * it.
 */
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/connection.h"
#include "store/schema.h"
#include "store/secret.h"
#include "store/statement.h"

enum { RETRY_MS = 20 };

static bool set(struct store *store, const char *pragma, struct text *why)
{
	int code = sqlite3_exec(store->database, pragma, NULL, NULL, NULL);
	if (code != SQLITE_OK)
		connection_explain(store, code, why);
	return code == SQLITE_OK;
}

/*
 * Others that open the same new file are in the way of the change to WAL, and SQLite does not wait for them
 * by itself where two could wait for each other. Where WAL cannot be had (some network file systems) SQLite stays with
 * its older journal, which is as safe, only slower.
 */
static bool set_wal(struct store *store, int patience_ms, struct text *why)
{
	int code = SQLITE_BUSY;
	sqlite3_busy_timeout(store->database, RETRY_MS);
	for (int waited_ms = 0; (code & 0xff) == SQLITE_BUSY && waited_ms <= patience_ms; waited_ms += RETRY_MS) {
		if (waited_ms > 0)
			sqlite3_sleep(RETRY_MS);
		code = sqlite3_exec(store->database, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
	}
	sqlite3_busy_timeout(store->database, patience_ms);
	if (code != SQLITE_OK)
		connection_explain(store, code, why);
	return code == SQLITE_OK;
}

/* The structure of every page: better to find damage now than after an hour of grading. */
static bool check_pages(struct store *store, struct text *why)
{
	STATEMENT_SCOPED struct statement check = {0};
	statement_prepare(&check, store, "PRAGMA quick_check(1)");
	if (statement_row(&check) && strcmp((const char *)sqlite3_column_text(check.handle, 0), "ok") != 0)
		check.code = SQLITE_CORRUPT;
	return statement_well(&check, why);
}

static bool make_writable(struct store *store, enum schema_state state, int patience_ms, struct text *why)
{
	if (!set(store, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON", why) ||
	    !set_wal(store, patience_ms, why))
		return false;
	if (state != SCHEMA_EMPTY && !check_pages(store, why))
		return false;
	if (state != SCHEMA_CURRENT && !schema_upgrade(store, &schema_migrations, why))
		return false;
	store->version = schema_migrations.count;
	return true;
}

/* Reads the file for the first time; a reader who may not write beside it has a second way. */
static bool identify(struct store *store, enum store_access access, enum schema_state *state, int *version,
		     struct text *why)
{
	int code = schema_identify(store, &schema_migrations, state, version);
	int class = code & 0xff;
	if (access == STORE_READ && (class == SQLITE_CANTOPEN || class == SQLITE_READONLY)) {
		if (!connection_open_immutable(store, why))
			return false;
		code = schema_identify(store, &schema_migrations, state, version);
	}
	if (code != SQLITE_OK)
		connection_explain(store, code, why);
	return code == SQLITE_OK;
}

static bool settle(struct store *store, enum store_access access, int patience_ms, struct text *why)
{
	enum schema_state state;
	int version;
	if (!identify(store, access, &state, &version, why))
		return false;
	store->version = version;
	if (state == SCHEMA_FOREIGN)
		connection_complain(store, why, "is not a gradebook but some other SQLite file");
	else if (state == SCHEMA_NEWER)
		connection_complain(store, why, "was written by a newer grader (schema %d, this one knows %d)", version,
				    schema_migrations.count);
	else if (state == SCHEMA_EMPTY && access == STORE_READ)
		connection_complain(store, why, "is empty: nothing was graded into it yet; run `grader grade` first");
	else if (access == STORE_READ)
		return set(store, "PRAGMA query_only = ON; PRAGMA cell_size_check = ON", why) &&
		       secret_load(store, why);
	else
		return make_writable(store, state, patience_ms, why) && secret_load(store, why);
	return false;
}

static void *or_die(void *memory)
{
	if (memory == NULL) {
		fputs("grader: out of memory\n", stderr);
		abort();
	}
	return memory;
}

struct store *store_open_within(const char *path, enum store_access access, int patience_ms, struct text *why)
{
	struct store *store = or_die(calloc(1, sizeof(*store)));
	store->path = or_die(strdup(path));
	if (connection_prepare(store, access, why) && connection_open(store, access, patience_ms, why) &&
	    settle(store, access, patience_ms, why))
		return store;
	store_close(store);
	return NULL;
}

struct store *store_open(const char *path, enum store_access access, struct text *why)
{
	return store_open_within(path, access, PATIENCE_MS, why);
}

void store_close(struct store *store)
{
	if (store == NULL)
		return;
	statement_forget_spare(store);
	sqlite3_close(store->database);
	explicit_bzero(store->secret, sizeof(store->secret));
	free(store->path);
	free(store);
}
