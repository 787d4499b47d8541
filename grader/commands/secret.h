/*
 * The course secret, shared between machines by --secret-file.
 */
#ifndef COMMANDS_SECRET_H
#define COMMANDS_SECRET_H

#include <stdbool.h>

#include "core/text.h"
#include "store/store.h"

/*
 * Makes the gradebook and the file hold the same secret: a file that is not there yet gets the gradebook's, a
 * gradebook without results the file's. `secret` is the gradebook's, and is what holds afterwards. False,
 * with the reason, if the file is none or the gradebook's secret is in use.
 */
bool secret_share(const char *path, struct store *store, unsigned char secret[32], struct text *why);

#endif
