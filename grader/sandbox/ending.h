/* From how a child ended to a verdict and words for the student. */
#ifndef SANDBOX_ENDING_H
#define SANDBOX_ENDING_H

#include "sandbox/batch.h"
#include "sandbox/child.h"

/* What is known about a child that did not answer as it should. */
struct ending {
	enum wait_end wait;
	const struct message *last; /* its answer, if wait is WAIT_ANSWERED */
	const struct reply *ended;
	const struct budget *budget;
	uint64_t memory_bytes; /* that it was allowed */
	/* what it was doing: a call, with its layout; or loading (NULL) */
	const struct operation *operation;
	const struct layout *layout;
	uint64_t arena, stack;
	uint64_t inputs_bytes, outputs_bytes; /* of the arena's windows */
};

/* What is said of it: see struct call_outcome. */
struct account {
	struct text words, detail;
	size_t parameter;
};

void account_release(struct account *account);
#define ACCOUNT_SCOPED __attribute__((cleanup(account_release)))

/* The verdict; adds one line to the words, with the function as its subject if it was a call. */
enum verdict ending_judge(const struct ending *ending, struct account *account);

#endif
