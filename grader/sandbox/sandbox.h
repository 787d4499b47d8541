/*
 * The parent's side of running untrusted code. A sandbox is one clean worker process (the zygote) behind
 * bubblewrap, reached over a SOCK_SEQPACKET socket; for each list of calls the zygote forks a child,
 * which locks itself down, loads the shared object and answers one call, or a few, at a time.
 *
 * Nothing that comes back is believed: sizes and offsets are the parent's own, messages have a fixed size
 * and a nonce, outputs are copied out once and only then looked at. Time is measured here.
 */
#ifndef SANDBOX_SANDBOX_H
#define SANDBOX_SANDBOX_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contract/operation.h"
#include "core/arena.h"
#include "core/text.h"
#include "core/verdict.h"

enum sandbox_mode { SANDBOX_BUBBLEWRAP, SANDBOX_LANDLOCK };

/*
 * Is /proc there, without which nothing can be taken, sealed or started? Asked once and early: nothing later
 * could name the cause as well.
 */
bool sandbox_has_proc(struct text *why);

/* "bubblewrap", "landlock": the word stored with each result. */
const char *sandbox_mode_name(enum sandbox_mode mode);

struct sandbox_options {
	enum sandbox_mode mode;
	const char *worker; /* path of the worker executable */
	/* For children that may have several threads, if the calling thread is bound to fewer; NULL: the same. */
	const cpu_set_t *processors;
};

struct sandbox;

/*
 * Starts a sandbox. NULL if it cannot be whole, and then `why` says what is missing and how to get it
 * (one line each); it never starts a weaker one instead. Not shared between threads: one each, opened by
 * the thread that uses it, since it dies with that thread as it does with the grader.
 */
struct sandbox *sandbox_open(const struct sandbox_options *options, struct text *why);
void sandbox_close(struct sandbox *sandbox);

/*
 * Cases, of one exercise or of several, laid out once for all submissions: each buffer at a guard page, twice (ending
 * flush at one; beginning flush after one). It keeps copies of the inputs. Read-only after creation, shared
 * by all threads. An output whose frame address is NULL and `absent` is set is passed as NULL.
 */
struct batch;

struct batch_case {
	struct frame frame; /* scalars and inputs set */
	bool absent[OPERATION_PARAMETERS_MAX];
	/*
	 * Cases of one company (0: none) that are called one after the other may be called in one go: then code can
	 * see the inputs of all of them at once.
	 */
	unsigned company;
};

struct batch *batch_create(const struct batch_case *cases, size_t count, struct text *why);

/* Where those of `like` would lie, so that one child can be called with both. NULL too if one takes more room. */
struct batch *batch_create_like(const struct batch *like, const struct batch_case *cases, size_t count,
				struct text *why);
void batch_destroy(struct batch *batch);

struct call_limits {
	unsigned cpu_ms; /* of one call; wall limit is 2 * cpu_ms + 1000 */
	unsigned memory_mib;
	unsigned threads;
};

static inline bool call_limits_equal(const struct call_limits *a, const struct call_limits *b)
{
	return a->cpu_ms == b->cpu_ms && a->memory_mib == b->memory_mib && a->threads == b->threads;
}

/* A submission: a sealed copy of the file, taken once. */
struct submission {
	int memfd;
	void *data; /* what it holds, to be read */
	size_t bytes;
	unsigned char sha256[32]; /* all zeros if nothing could be read */
	bool harness_fault;	  /* if it was not taken: the reason lies with this machine, not with the file */
	const char *name;	  /* what to call it before its owner, who named it so; NULL: as anybody's */
};

/*
 * Copies and pre-checks a file: a regular file of a sensible size with the ELF header of a shared object
 * for this machine. False, with the reason for the student, if it is none, or if it could not be looked at.
 */
bool submission_open(const char *path, struct submission *submission, struct text *reason);

/* The same with bytes that were kept of a file. */
bool submission_open_copy(const void *data, size_t bytes, struct submission *submission, struct text *reason);
void submission_close(struct submission *submission);

/*
 * May the open file be the beginning of a submission whose rest is still to come? It is empty, begins with zeros that
 * were put there to be written over, or is an ELF object that ends before its table of sections does.
 */
bool submission_is_begun(int file);

/*
 * Why a function seems to be missing, as far as the symbol tables tell. They are the submission's own words,
 * so this is for advice only.
 */
enum near_miss {
	NEAR_MISS_NONE,
	NEAR_MISS_HIDDEN,  /* it is there, but not exported */
	NEAR_MISS_MANGLED, /* `symbol` is what a C++ compiler made of it */
	NEAR_MISS_OTHER	   /* `symbol` is exported, and nearly called so */
};

enum { NEAR_SYMBOL_BYTES = 64 };

enum near_miss submission_near_miss(const struct submission *submission, const char *function,
				    char symbol[NEAR_SYMBOL_BYTES]);

/*
 * Loads the submission once, in a child of its own, and sees which functions it defines.
 * VERDICT_GRADED, VERDICT_REJECTED with a reason for the student, or VERDICT_HARNESS_FAULT.
 */
enum verdict sandbox_probe(struct sandbox *sandbox, const struct submission *submission, bool defined[OPERATION_COUNT],
			   struct text *reason);

/* What one call did. */
struct call_outcome {
	/*
	 * VERDICT_PASSED here means: it returned, within its limits, and stayed inside its buffers; whether
	 * the answer is right is for grading to say. VERDICT_UNWRITTEN is never given here.
	 */
	enum verdict verdict;
	int returned; /* what it returned, if it did */
	/*
	 * Copies of the written parameters in the first layout, in an arena; NULL for inputs, absent outputs
	 * and calls that did not return. `junk` is what the buffer held before the call, same size: an
	 * element equal to its junk was (almost surely) not written.
	 */
	void *outputs[OPERATION_PARAMETERS_MAX];
	const void *junk[OPERATION_PARAMETERS_MAX];
	/* The same for the second layout (buffers beginning after a guard page). */
	void *outputs_again[OPERATION_PARAMETERS_MAX];
	const void *junk_again[OPERATION_PARAMETERS_MAX];
	double cpu_ms, wall_ms;
	/*
	 * About a verdict other than passed: what happened, in words for the student. They are few and fixed:
	 * nothing in `message` can carry much of what the code saw. `detail` (NULL: none) adds what the code
	 * chose from many, the name of a forbidden call: for public cases only.
	 */
	const char *message, *detail;
	/* Which parameter the message is about, or OPERATION_PARAMETERS_MAX; meaningful if there is a message. */
	size_t parameter;
};

/*
 * Runs `n_selected` cases of a batch (`selected`: their indices, in this order), each in both layouts, in one
 * child if all goes well; after a call that killed the child, a fresh one goes on with the next case.
 * `stop` (may be NULL) is asked after each case whether case `selected[i]` with this outcome makes the next
 * ones pointless up to some index: it returns how many of the following selected cases to skip; outcomes
 * of skipped cases are left zeroed with verdict VERDICT_COUNT.
 * `printed` gets what the code wrote to stdout and stderr, capped. False on a harness fault (`why`).
 */
typedef size_t sandbox_stop(void *context, size_t i, const struct call_outcome *outcome);

bool sandbox_run(struct sandbox *sandbox, const struct submission *submission, const struct batch *batch,
		 const struct call_limits *limits, const size_t *selected, size_t n_selected, struct arena *arena,
		 struct call_outcome *outcomes, sandbox_stop *stop, void *context, struct text *printed,
		 struct text *why);

/*
 * A visit: the same in several lists of cases, and the child stays from one to the next unless a call ends it. What it
 * does may depend on the lists before. A list with which it could come to more than `most` cases has a fresh one, since
 * memory and idle time are allowed for all calls of a child. Batches are `like` that one; nothing else runs in the
 * sandbox meanwhile.
 */
struct visit;

struct visit *visit_begin(struct sandbox *sandbox, const struct submission *submission, const struct batch *like,
			  const struct call_limits *limits, size_t most);
bool visit_run(struct visit *visit, const struct batch *batch, const size_t *selected, size_t n_selected,
	       struct arena *arena, struct call_outcome *outcomes, sandbox_stop *stop, void *context, struct text *why);
bool visit_end(struct visit *visit, struct text *printed, struct text *why);

/*
 * One child that stays between its calls, for timing: `shape` is laid out like each case that is to come, of which
 * there will be `calls` at most, each in the first layout only. It keeps to that processor (-1: to those that the
 * sandbox has). Its CPU time of a call counts from the answer before: see bout_since_ms.
 */
struct bout;

struct bout *bout_create(struct sandbox *sandbox, const struct submission *submission, const struct batch *shape,
			 const struct call_limits *limits, size_t calls, int processor);

/* Calls it with the batch's only case. False on a harness fault. */
bool bout_call(struct bout *bout, const struct batch *batch, struct arena *arena, struct call_outcome *outcome,
	       struct text *why);

/* The CPU time that it has used since it answered: none, if it does what it should. */
double bout_since_ms(const struct bout *bout);

void bout_destroy(struct bout *bout, struct text *printed);

/* Another sandbox like this one. NULL as sandbox_open. */
struct sandbox *sandbox_open_twin(const struct sandbox *sandbox, struct text *why);

/* One row of `grader doctor`: something the sandbox needs or forbids, and whether that holds here. */
struct sandbox_finding {
	const char *what;
	bool holds;
	const char *detail; /* what was seen */
	const char *cure;   /* how to get it, or "" */
};

/*
 * Examines this machine for a mode, and proves the sandbox by attempting, inside it, what is forbidden.
 * Findings live in the arena.
 */
size_t sandbox_examine(const struct sandbox_options *options, struct arena *arena,
		       const struct sandbox_finding **findings);

#endif
