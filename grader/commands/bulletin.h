/*
 * What `watch` shows of hand-ins once they are graded and stored: their pages, and a line each. Both are made from the
 * gradebook, which others may have locked or moved: that is said once, and what is to be told is kept until it can be
 * read, or until the end, when those are named of whom nothing was shown. Pages that cannot be written are, with all
 * others, as soon as there is anything to tell.
 */
#ifndef COMMANDS_BULLETIN_H
#define COMMANDS_BULLETIN_H

#include <stdbool.h>
#include <stdint.h>

#include "commands/options.h"
#include "core/verdict.h"
#include "exercise/exercise.h"

enum { BULLETIN_RETRY_MS = 2000 };

/* A hand-in that was stored. */
struct notice {
	const char *student; /* as the gradebook has it */
	enum verdict verdict;
	const char *reason;
	bool cached; /* its verdict is the one that the gradebook has */
	bool told;   /* in a line; else on pages alone */
};

struct bulletin;

/* At first all pages are to be written. */
struct bulletin *bulletin_open(const struct options *options, const struct catalogue *catalogue);

void bulletin_add(struct bulletin *bulletin, const struct notice *notice);

/* Something changed that is not of a hand-in: all pages are to be written. */
void bulletin_renew(struct bulletin *bulletin);

/* Shows what is new, if anything is; what is wrong is said. */
void bulletin_publish(struct bulletin *bulletin);

/* When to publish again what could not be told; UINT64_MAX: all was. */
uint64_t bulletin_due_ns(const struct bulletin *bulletin);

/* Publishes what is left. False if it could not be, which is said. */
bool bulletin_close(struct bulletin *bulletin);

#endif
