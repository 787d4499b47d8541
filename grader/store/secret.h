/*
 * The course secret inside the gradebook, for the files of this module.
 */
#ifndef STORE_SECRET_H
#define STORE_SECRET_H

#include "store/connection.h"

/* Draws a secret and writes it into a gradebook that is being created. */
bool secret_create(struct store *store, struct text *why);

/* Reads it into the store. */
bool secret_load(struct store *store, struct text *why);

/*
 * Is the secret still the one that was loaded? Asked within the transaction that adds scores, so that no
 * score is ever kept whose cases came from a secret that is gone.
 */
bool secret_unchanged(struct store *store, struct text *why);

#endif
