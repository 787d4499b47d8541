/*
 * What the suites of the sandbox share: a sandbox of either mode, three cases of a function with answers that
 * can be checked without the reference, and the honest submission.
 */
#ifndef TESTS_SANDBOX_TRIAL_H
#define TESTS_SANDBOX_TRIAL_H

#include "sandbox/sandbox.h"

enum { TRIAL_CASES = 3 };

/* Opens a sandbox with the worker of this build; fails the test if it does not start. */
struct sandbox *trial_open(enum sandbox_mode mode);

/* Closes it and fails the test if any process is left. */
void trial_close(struct sandbox *sandbox);

/* The submission built from tests/hostile/NAME.c. */
void trial_submission(const char *name, struct submission *submission);

/* Three cases of attn_edges, attn_softmax or attn_visible_keys. */
struct batch *trial_batch(const struct operation *operation);

/* As many cases as one likes, and what company each keeps. */
struct batch *trial_batch_of(const struct operation *operation, size_t count, const unsigned *companies);

/* Are all outputs of both layouts right for case `index`? */
bool trial_right(const struct operation *operation, size_t index, const struct call_outcome *outcome);

/* Is any output, of either layout, still its junk? */
bool trial_unwritten(const struct operation *operation, size_t index, const struct call_outcome *outcome);

/* The honest submission passes all cases in this sandbox, now. */
void trial_honest(struct sandbox *sandbox);

#endif
