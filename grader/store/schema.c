#include "store/schema.h"

#include <assert.h>

#include "store/secret.h"
#include "store/statement.h"
#include "store/transaction.h"

enum { APPLICATION_ID = 0x4174746e }; /* as in schema.sql */

static const char version_1[] =
#include "generated/schema.sql.h"
	;

static const char version_2[] =
#include "generated/schema-2.sql.h"
	;

static const char version_3[] =
#include "generated/schema-3.sql.h"
	;

static const char version_4[] =
#include "generated/schema-4.sql.h"
	;

static const char version_5[] =
#include "generated/schema-5.sql.h"
	;

static const char version_6[] =
#include "generated/schema-6.sql.h"
	;

static const char version_7[] =
#include "generated/schema-7.sql.h"
	;

static const char version_8[] =
#include "generated/schema-8.sql.h"
	;

static const char version_9[] =
#include "generated/schema-9.sql.h"
	;

static const char *const texts[] = {version_1, version_2, version_3, version_4, version_5,
				    version_6, version_7, version_8, version_9};

const struct migrations schema_migrations = {texts, sizeof(texts) / sizeof(texts[0])};

int schema_identify(struct store *store, const struct migrations *migrations, enum schema_state *state, int *version)
{
	STATEMENT_SCOPED struct statement ask = {0};
	statement_prepare(&ask, store,
			  "SELECT (SELECT application_id FROM pragma_application_id),"
			  " (SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)");
	if (!statement_row(&ask))
		return ask.code == SQLITE_OK ? SQLITE_CORRUPT : ask.code;
	int64_t application = statement_take_integer(&ask);
	*version = (int)statement_take_integer(&ask);
	bool empty = statement_take_integer(&ask) == 0;
	if (application == 0 && *version == 0 && empty)
		*state = SCHEMA_EMPTY;
	else if (application != APPLICATION_ID || *version < 1)
		*state = SCHEMA_FOREIGN;
	else if (*version > migrations->count)
		*state = SCHEMA_NEWER;
	else
		*state = *version == migrations->count ? SCHEMA_CURRENT : SCHEMA_OLDER;
	return SQLITE_OK;
}

static bool migrate(struct store *store, const struct migrations *migrations, int from, struct text *why)
{
	for (int version = from; version < migrations->count; version++) {
		int code = sqlite3_exec(store->database, migrations->texts[version], NULL, NULL, NULL);
		if (code == SQLITE_OK && version == 0 && !secret_create(store, why))
			return false;
		if (code != SQLITE_OK) {
			connection_explain(store, code, why);
			return false;
		}
	}
	return true;
}

bool schema_upgrade(struct store *store, const struct migrations *migrations, struct text *why)
{
	TRANSACTION_SCOPED struct transaction transaction = {0};
	if (!transaction_begin(&transaction, store, STORE_WRITE, why))
		return false;
	/* Somebody else may have been here between the first look and the lock. */
	enum schema_state state;
	int version;
	int code = schema_identify(store, migrations, &state, &version);
	if (code != SQLITE_OK) {
		connection_explain(store, code, why);
		return false;
	}
	if (state == SCHEMA_CURRENT)
		return true;
	if (state != SCHEMA_EMPTY && state != SCHEMA_OLDER) {
		connection_complain(store, why, "was replaced while it was being opened");
		return false;
	}
	if (!migrate(store, migrations, version, why))
		return false;
	code = schema_identify(store, migrations, &state, &version);
	assert(code != SQLITE_OK || state == SCHEMA_CURRENT); /* else a migration forgot its user_version */
	return transaction_commit(&transaction, why);
}
