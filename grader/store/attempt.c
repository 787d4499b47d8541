#include <assert.h>
#include <string.h>

#include "store/content.h"
#include "store/fault.h"
#include "store/person.h"
#include "store/result.h"
#include "store/secret.h"
#include "store/statement.h"
#include "store/transaction.h"

/* The id that is asked for, or 0 if there is none. */
static bool find_id(struct statement *ask, int64_t *id, struct text *why)
{
	*id = statement_row(ask) ? statement_take_integer(ask) : 0;
	return statement_well(ask, why);
}

/* The row of a submission, made if need be. */
static bool enter_submission(struct store *store, const struct attempt_record *attempt, int64_t *id, struct text *why)
{
	STATEMENT_SCOPED struct statement insert = {0}, ask = {0};
	statement_prepare(&insert, store,
			  "INSERT INTO submission (sha256, bytes) VALUES (?, ?) ON CONFLICT (sha256) DO NOTHING");
	statement_bind_digest(&insert, &attempt->submission);
	statement_bind_integer(&insert, attempt->submission_bytes);
	statement_prepare(&ask, store, "SELECT id FROM submission WHERE sha256 = ?");
	statement_bind_digest(&ask, &attempt->submission);
	return statement_run(&insert, why) && find_id(&ask, id, why);
}

static bool write_attempt(struct store *store, int64_t run, int64_t student, int64_t submission,
			  const struct attempt_record *attempt, struct text *why)
{
	STATEMENT_SCOPED struct statement insert = {0};
	statement_prepare(&insert, store,
			  "INSERT INTO attempt (student, submission, path, handed_in_at, run)"
			  " SELECT ?1, ?2, ?3, ?4, ?5 WHERE ?2 IS NOT"
			  " (SELECT submission FROM attempt WHERE student = ?1 ORDER BY id DESC LIMIT 1)");
	statement_bind_integer(&insert, student);
	statement_bind_integer(&insert, submission);
	statement_bind_string(&insert, attempt->path);
	statement_bind_integer(&insert, attempt->modified_at);
	statement_bind_integer(&insert, run);
	if (!statement_run(&insert, why))
		return false;
	if (attempt->is_new != NULL)
		*attempt->is_new = sqlite3_changes(store->database) > 0;
	return true;
}

/* The latest row holds; one that says the same again is not added. */
static bool write_admission(struct store *store, int64_t submission, const struct attempt_record *attempt,
			    struct text *why)
{
	STATEMENT_SCOPED struct statement insert = {0};
	statement_prepare(&insert, store,
			  "INSERT INTO admission (submission, sandbox, verdict, reason)"
			  " SELECT ?1, ?2, ?3, ?4 WHERE (?3, ?4) IS NOT (SELECT verdict, reason FROM admission"
			  " WHERE submission = ?1 AND sandbox = ?2 ORDER BY id DESC LIMIT 1)");
	statement_bind_integer(&insert, submission);
	statement_bind_string(&insert, attempt->sandbox);
	statement_bind_verdict(&insert, attempt->verdict);
	statement_bind_string(&insert, attempt->reason);
	return statement_run(&insert, why);
}

bool store_add_attempt(struct store *store, int64_t run_id, const struct attempt_record *attempt, struct text *why)
{
	assert(attempt->verdict == VERDICT_GRADED || attempt->verdict == VERDICT_REJECTED);
	TRANSACTION_SCOPED struct transaction transaction = {0};
	int64_t student, submission;
	return transaction_begin(&transaction, store, STORE_WRITE, why) && secret_unchanged(store, why) &&
	       person_enter(store, attempt->student, &student, why) &&
	       enter_submission(store, attempt, &submission, why) &&
	       write_attempt(store, run_id, student, submission, attempt, why) && fault_settle(store, student, why) &&
	       (attempt->reason == NULL || write_admission(store, submission, attempt, why)) &&
	       (attempt->data == NULL ||
		content_keep(store, submission, attempt->data, (size_t)attempt->submission_bytes, why)) &&
	       result_insert(store, run_id, submission, attempt->results, attempt->n_results, why) &&
	       transaction_commit(&transaction, why);
}

bool store_add_results(struct store *store, int64_t run_id, const struct digest *submission, size_t count,
		       const struct result_record *results, struct text *why)
{
	TRANSACTION_SCOPED struct transaction transaction = {0};
	STATEMENT_SCOPED struct statement ask = {0};
	int64_t id;
	if (!transaction_begin(&transaction, store, STORE_WRITE, why) || !secret_unchanged(store, why))
		return false;
	statement_prepare(&ask, store, "SELECT id FROM submission WHERE sha256 = ?");
	statement_bind_digest(&ask, submission);
	if (!find_id(&ask, &id, why))
		return false;
	assert(id != 0);
	statement_rewind(&ask);
	return result_insert(store, run_id, id, results, count, why) && transaction_commit(&transaction, why);
}

bool store_is_rejected(struct store *store, const struct digest *submission, const char *sandbox, bool *found,
		       struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	statement_prepare(&ask, store,
			  "SELECT verdict FROM admission WHERE sandbox = ?2"
			  " AND submission = (SELECT id FROM submission WHERE sha256 = ?1) ORDER BY id DESC LIMIT 1");
	statement_bind_digest(&ask, submission);
	statement_bind_string(&ask, sandbox);
	*found = statement_row(&ask) && statement_take_verdict(&ask) == VERDICT_REJECTED;
	return statement_well(&ask, why);
}
