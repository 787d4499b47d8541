/*
 * Where the time of a grader goes. Each thread is in one phase at a time; entering another costs one look at the
 * clock. What a thread measured counts once it is gathered.
 */
#ifndef CORE_STOPWATCH_H
#define CORE_STOPWATCH_H

#include <stdint.h>

#include "core/text.h"

enum phase {
	PHASE_OTHER,   /* none of what follows */
	PHASE_EXAMINE, /* reading a submission and its symbols, and what the gradebook knows of it */
	PHASE_PREPARE, /* answers of the reference, inputs: once for all submissions */
	PHASE_START,   /* a child of the sandbox, until it is locked down */
	PHASE_LOAD,    /* the submission, in the child */
	PHASE_CALL,    /* the submission at work, and the messages to and fro */
	PHASE_END,     /* of the child */
	PHASE_COMPARE, /* with the answers */
	PHASE_EXPLAIN, /* diagnosis, counterexample, messages */
	PHASE_STORE,   /* in the gradebook; and waiting for the other threads that do so */
	PHASE_COUNT
};

enum tally {
	TALLY_CHILDREN,
	TALLY_CALLS,
	TALLY_CALL_CPU_NS,    /* of the submissions, in their calls */
	TALLY_SANDBOX_CPU_NS, /* of all children and of those who start them, these calls among them */
	TALLY_COUNT
};

/* Nanoseconds on a clock that only goes forward. */
uint64_t now_ns(void);

/* Returns the phase that ends, to be entered again. */
enum phase stopwatch_enter(enum phase phase);

void stopwatch_leave(const enum phase *before);
/* STOPWATCH(PHASE_CALL); the rest of the block is spent in that phase. */
#define STOPWATCH(next) \
	__attribute__((cleanup(stopwatch_leave), unused)) const enum phase phase_before = stopwatch_enter(next)

void stopwatch_count(enum tally tally, uint64_t more);

/* What the calling thread has counted since it was last gathered. */
uint64_t stopwatch_counted(enum tally tally);

/* Adds what the calling thread has measured to the total, and starts it anew. */
void stopwatch_gather(void);

/* A table of what was gathered. `wall_ns`: how long all of it took. */
void stopwatch_describe(struct text *text, uint64_t wall_ns, size_t n_submissions);

#endif
