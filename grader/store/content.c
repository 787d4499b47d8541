#include "store/content.h"

#include "store/statement.h"
#include "store/transaction.h"

bool content_keep(struct store *store, int64_t submission, const void *data, size_t bytes, struct text *why)
{
	STATEMENT_SCOPED struct statement insert = {0};
	statement_prepare(&insert, store,
			  "INSERT INTO content (submission, bytes) SELECT ?1, ?2"
			  " WHERE NOT EXISTS (SELECT 1 FROM content WHERE submission = ?1)"
			  " AND EXISTS (SELECT 1 FROM admission WHERE submission = ?1 AND verdict = 'graded')");
	statement_bind_integer(&insert, submission);
	statement_bind_bytes(&insert, data, bytes);
	return statement_run(&insert, why);
}

bool store_keep_content(struct store *store, const struct digest *submission, const void *data, size_t bytes,
			struct text *why)
{
	TRANSACTION_SCOPED struct transaction transaction = {0};
	STATEMENT_SCOPED struct statement ask = {0};
	if (!transaction_begin(&transaction, store, STORE_WRITE, why))
		return false;
	statement_prepare(&ask, store, "SELECT id FROM submission WHERE sha256 = ?");
	statement_bind_digest(&ask, submission);
	const int64_t id = statement_row(&ask) ? statement_take_integer(&ask) : 0;
	if (!statement_well(&ask, why))
		return false;
	statement_rewind(&ask);
	return content_keep(store, id, data, bytes, why) && transaction_commit(&transaction, why);
}

/* Bytes that are no longer those that were kept are none. */
bool store_content(struct store *store, const struct digest *submission, struct text *bytes, bool *found,
		   struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	*found = false;
	if (store->version < CONTENT_SINCE_VERSION)
		return true;
	statement_prepare(&ask, store,
			  "SELECT bytes FROM content WHERE submission = (SELECT id FROM submission WHERE sha256 = ?)");
	statement_bind_digest(&ask, submission);
	if (statement_row(&ask)) {
		statement_take_blob(&ask, bytes);
		const struct digest content = digest_of(text_string(bytes), bytes->length);
		*found = digest_equal(&content, submission);
	}
	return statement_well(&ask, why);
}
