/* What the files of the sandbox share: the sandbox itself. */
#ifndef SANDBOX_INSIDE_H
#define SANDBOX_INSIDE_H

#include <sys/types.h>

#include "sandbox/library.h"
#include "sandbox/sandbox.h"
#include "sandbox/window.h"
#include "sandbox/worker/protocol.h"

/* The user that a grader which is root becomes before anything else. */
enum { UNPRIVILEGED_ID = 65534 };

/* Of `swift_ns`, but for tests, which are not about time. */
enum { SWIFT_NS = 100000 };

/* What lies in the pages of an input, in one room, with slack around it. */
struct shown {
	uint64_t pages_offset, pages_bytes, offset, bytes;
};

struct sandbox {
	struct arena *arena;
	enum sandbox_mode mode;
	const char *worker;	/* absolute */
	const char *bubblewrap; /* absolute; NULL in the other mode */
	size_t n_libraries;
	struct library libraries[LIBRARIES_MAX];
	cpu_set_t processors; /* for children with several threads; none: as the zygote has */
	pid_t pid;	      /* what was spawned; 0 if nothing runs */
	int socket;
	int complaints; /* memfd: its stderr */
	struct reply ready;
	uint64_t cpu_ns;   /* of the zygote and its children, as it said last */
	bool counts;	   /* a child can tell by its number how many there were before it */
	bool resigned;	   /* bubblewrap leaves the zygote no privilege to number its children */
	uint64_t swift_ns; /* a call that takes longer is made alone: waking takes no time beside it */
	uint64_t noise;	   /* state of the generator of junk */
	int printed;	   /* memfd: stdout and stderr of children */
	struct shared_window inputs, outputs; /* of the child at hand */
	struct shown shown[ROUND_CALLS_MAX][OPERATION_PARAMETERS_MAX];
};

/* Spawns the zygote and waits until it is ready. False, with one line of why, and nothing left running. */
bool zygote_start(struct sandbox *sandbox, struct text *why);
void zygote_stop(struct sandbox *sandbox);

/*
 * The generator of junk and nonces: fast. A submission can work out its state from the junk it sees, so it starts
 * anew, from the system's, before anything is drawn for another child. False if there is no randomness.
 */
bool noise_renew(uint64_t *state);
uint64_t noise_next(uint64_t *state);

/* What to do where root cannot become UNPRIVILEGED_ID. */
const char *cure_user(void);

#endif
