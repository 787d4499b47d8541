/*
 * Where the bytes of a hand-in come from that was graded before: its file while that still holds them, else the copy in
 * the gradebook. Students hand in under the same name again and again, so the file is that of the latest at best.
 */
#ifndef COMMANDS_KEPT_H
#define COMMANDS_KEPT_H

#include "sandbox/sandbox.h"
#include "store/store.h"

enum kept { KEPT_NOWHERE, KEPT_AS_FILE, KEPT_IN_GRADEBOOK };

/*
 * Opens the submission of that content. KEPT_NOWHERE, with the reason, if neither has it; if that could not be found
 * out, `harness_fault` of the submission is set.
 */
enum kept kept_open(struct store *store, const char *path, const struct digest *content, struct submission *submission,
		    struct text *reason);

#endif
