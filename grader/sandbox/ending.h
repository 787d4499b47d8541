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
	/* what it was doing: a call, with its layout; or loading (NULL) */
	const struct operation *operation;
	const struct layout *layout;
	uint64_t arena, stack;
	uint64_t inputs_bytes, outputs_bytes; /* of the arena's windows */
};

/* The verdict; adds one line to `words`. */
enum verdict ending_judge(const struct ending *ending, struct text *words);

#endif
