#include "store/store.h"

#include "store/catalogue.h"
#include "store/rules.h"
#include "store/secret.h"
#include "store/statement.h"
#include "store/transaction.h"

static bool write_run(struct store *store, const struct run_record *run, int64_t rules, struct text *why)
{
	STATEMENT_SCOPED struct statement insert = {0};
	statement_prepare(&insert, store,
			  "INSERT INTO run (grader_version, host, sandbox, reference, secret_id, course)"
			  " VALUES (?, ?, ?, ?, ?, nullif(?, 0))");
	statement_bind_string(&insert, run->grader_version);
	statement_bind_string(&insert, run->host);
	statement_bind_string(&insert, run->sandbox);
	statement_bind_digest(&insert, &run->reference);
	statement_bind_digest(&insert, &run->secret_id);
	statement_bind_integer(&insert, rules);
	return statement_run(&insert, why);
}

bool store_begin_run(struct store *store, const struct run_record *run, int64_t *run_id, struct text *why)
{
	TRANSACTION_SCOPED struct transaction transaction = {0};
	int64_t rules;
	if (!transaction_begin(&transaction, store, STORE_WRITE, why) || !secret_unchanged(store, why) ||
	    !rules_write(store, run, &rules, why) || !write_run(store, run, rules, why))
		return false;
	*run_id = sqlite3_last_insert_rowid(store->database);
	return catalogue_write(store, *run_id, run->exercises, run->n_exercises, why) &&
	       transaction_commit(&transaction, why);
}
