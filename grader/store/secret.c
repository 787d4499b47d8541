#include "store/secret.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "store/statement.h"
#include "store/transaction.h"

bool secret_create(struct store *store, struct text *why)
{
	unsigned char secret[SECRET_BYTES];
	if (getrandom(secret, sizeof(secret), 0) != (ssize_t)sizeof(secret)) {
		connection_complain(store, why, "cannot get a secret from the system: %s", strerror(errno));
		return false;
	}
	STATEMENT_SCOPED struct statement insert = {0};
	statement_prepare(&insert, store, "INSERT INTO meta (id, secret) VALUES (1, ?)");
	statement_bind_bytes(&insert, secret, sizeof(secret));
	return statement_run(&insert, why);
}

static bool read_secret(struct store *store, unsigned char secret[SECRET_BYTES], struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	statement_prepare(&ask, store, "SELECT secret FROM meta");
	if (statement_row(&ask)) {
		struct digest bytes = statement_take_digest(&ask);
		memcpy(secret, bytes.bytes, SECRET_BYTES);
	} else if (ask.code == SQLITE_OK)
		ask.code = SQLITE_CORRUPT; /* a gradebook without a secret is none */
	return statement_well(&ask, why);
}

_Static_assert(SECRET_BYTES == sizeof(struct digest), "a secret is read like a digest");

bool secret_load(struct store *store, struct text *why)
{
	return read_secret(store, store->secret, why);
}

bool secret_unchanged(struct store *store, struct text *why)
{
	unsigned char now[SECRET_BYTES];
	if (!read_secret(store, now, why))
		return false;
	bool same = memcmp(now, store->secret, SECRET_BYTES) == 0;
	if (!same)
		connection_complain(store, why, "was given another secret meanwhile: start again");
	return same;
}

void store_secret(struct store *store, unsigned char secret[32])
{
	memcpy(secret, store->secret, SECRET_BYTES);
}

static bool is_used(struct store *store, bool *used, struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	statement_prepare(&ask, store, "SELECT EXISTS (SELECT 1 FROM result)");
	if (statement_row(&ask))
		*used = statement_take_integer(&ask) != 0;
	return statement_well(&ask, why);
}

static bool replace(struct store *store, const unsigned char secret[32], struct text *why)
{
	STATEMENT_SCOPED struct statement update = {0};
	statement_prepare(&update, store, "UPDATE meta SET secret = ?");
	statement_bind_bytes(&update, secret, SECRET_BYTES);
	return statement_run(&update, why);
}

bool store_set_secret(struct store *store, const unsigned char secret[32], struct text *why)
{
	TRANSACTION_SCOPED struct transaction transaction = {0};
	bool used = true;
	if (!transaction_begin(&transaction, store, STORE_WRITE, why) || !secret_load(store, why))
		return false;
	if (memcmp(store->secret, secret, SECRET_BYTES) == 0)
		return true;
	if (!is_used(store, &used, why))
		return false;
	if (used) {
		connection_complain(store, why, "holds results under its own secret, which cannot be replaced");
		return false;
	}
	if (!replace(store, secret, why) || !transaction_commit(&transaction, why))
		return false;
	memcpy(store->secret, secret, SECRET_BYTES);
	return true;
}
