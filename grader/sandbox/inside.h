/* What the files of the sandbox share: the sandbox itself. */
#ifndef SANDBOX_INSIDE_H
#define SANDBOX_INSIDE_H

#include <sys/types.h>

#include "sandbox/library.h"
#include "sandbox/sandbox.h"
#include "sandbox/worker/protocol.h"

/* The user that a grader which is root becomes before anything else. */
enum { UNPRIVILEGED_ID = 65534 };

/* Memory for outputs that lives as long as the sandbox and is wiped between children. */
struct output_window {
	int fd;
	char *start;
	uint64_t bytes;
};

struct sandbox {
	struct arena *arena;
	enum sandbox_mode mode;
	const char *worker;	/* absolute */
	const char *bubblewrap; /* absolute; NULL in the other mode */
	size_t n_libraries;
	struct library libraries[LIBRARIES_MAX];
	pid_t pid; /* what was spawned; 0 if nothing runs */
	int socket;
	int complaints; /* memfd: its stderr */
	struct reply ready;
	uint64_t noise; /* state of the generator of junk */
	int printed;	/* memfd: stdout and stderr of children */
	struct output_window outputs;
};

/* Spawns the zygote and waits until it is ready. False, with one line of why, and nothing left running. */
bool zygote_start(struct sandbox *sandbox, struct text *why);
void zygote_stop(struct sandbox *sandbox);

/* The generator of junk and nonces: fast, and unknown to the submission. */
uint64_t noise_next(uint64_t *state);

/* Makes the window for outputs at least that large. */
bool output_window_fit(struct output_window *window, uint64_t bytes);
void output_window_release(struct output_window *window);

/* What to do where root cannot become UNPRIVILEGED_ID. */
const char *cure_user(void);

#endif
