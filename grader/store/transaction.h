/*
 * Transactions that end with their scope: what is not committed is rolled back. A writer takes the lock at
 * once (BEGIN IMMEDIATE), so that it waits for others at the beginning and never fails half-way.
 *
 *	TRANSACTION_SCOPED struct transaction transaction = {0};
 *	if (!transaction_begin(&transaction, store, STORE_WRITE, why))
 *		return false;
 *	...
 *	return transaction_commit(&transaction, why);
 *
 * Declare statements after it: they must be gone before it ends.
 */
#ifndef STORE_TRANSACTION_H
#define STORE_TRANSACTION_H

#include "store/connection.h"

struct transaction {
	struct store *store; /* NULL while none is open */
};

/* STORE_READ: everything read until the end is of one moment. */
bool transaction_begin(struct transaction *transaction, struct store *store, enum store_access access,
		       struct text *why);
bool transaction_commit(struct transaction *transaction, struct text *why);
void transaction_release(struct transaction *transaction);
#define TRANSACTION_SCOPED __attribute__((cleanup(transaction_release)))

#endif
