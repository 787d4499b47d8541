/*
 * The bytes of what was graded, for the files of this module.
 */
#ifndef STORE_CONTENT_H
#define STORE_CONTENT_H

#include "store/connection.h"

enum { CONTENT_SINCE_VERSION = 7 }; /* of the schema; an older gradebook that is only read has none */

/*
 * Keeps the bytes of a submission (its row), if it ever was loaded and they are not kept yet. SQLite holds a second
 * copy of them until the transaction ends.
 */
bool content_keep(struct store *store, int64_t submission, const void *data, size_t bytes, struct text *why);

#endif
