/*
 * What the first line of a file of tests/hostile says it must come to: `key: value` pairs, as its README.md
 * explains them.
 */
#ifndef TESTS_SANDBOX_PROMISE_H
#define TESTS_SANDBOX_PROMISE_H

#include <stdbool.h>

#include "sandbox/sandbox.h"

/* Processor time for what must run out of it, which is waited for; and for all else, which must not, however slow. */
enum { PROMISE_SHORT_MS = 300, PROMISE_LONG_MS = 3000 };

struct promise {
	char name[64]; /* of the file, without .c */
	enum verdict verdict;
	enum verdict graded;	 /* by the whole grader, where that is another one */
	enum verdict everywhere; /* in every exercise of the course; VERDICT_COUNT: nothing is said */
	const struct operation *operation;
	struct call_limits limits;
	char says[128], advises[128];
	char machine[32];
};

/* Aborts with a message if the file cannot be read or its first line is none of this kind. */
struct promise promise_read(const char *path);

/* Is this the machine that the file is for? */
bool promise_is_for_here(const struct promise *promise);

#endif
