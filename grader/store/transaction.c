#include "store/transaction.h"

static bool execute(struct store *store, const char *sql, struct text *why)
{
	int code = sqlite3_exec(store->database, sql, NULL, NULL, NULL);
	if (code != SQLITE_OK)
		connection_explain(store, code, why);
	return code == SQLITE_OK;
}

bool transaction_begin(struct transaction *transaction, struct store *store, enum store_access access, struct text *why)
{
	if (!execute(store, access == STORE_WRITE ? "BEGIN IMMEDIATE" : "BEGIN", why))
		return false;
	transaction->store = store;
	return true;
}

bool transaction_commit(struct transaction *transaction, struct text *why)
{
	if (!execute(transaction->store, "COMMIT", why))
		return false;
	transaction->store = NULL;
	return true;
}

void transaction_release(struct transaction *transaction)
{
	/* A full disk, for one, has SQLite roll back by itself; then there is nothing left to do. */
	if (transaction->store != NULL && !sqlite3_get_autocommit(transaction->store->database))
		sqlite3_exec(transaction->store->database, "ROLLBACK", NULL, NULL, NULL);
	transaction->store = NULL;
}
