/*
 * How a child gives up everything but computing: its memory is mapped first, then descriptors, limits,
 * Landlock and seccomp close behind it, in this order, since each needs what the next one takes away.
 */
#ifndef WORKER_LOCKDOWN_H
#define WORKER_LOCKDOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "sandbox/worker/filter.h"
#include "sandbox/worker/protocol.h"

/* What the zygote prepared for all children. */
struct fortress {
	struct filter single, threaded;
	int ruleset;
	uint64_t mapped_bytes; /* by the zygote itself */
	bool own_processes;    /* the pid and user namespaces are ours alone, so RLIMIT_NPROC counts our own */
	int parent;	       /* the zygote's pid */
};

/* The arena: inputs, then outputs. */
struct arena_window {
	char *start;
	uint64_t inputs_bytes, outputs_bytes;
};

/* Tells libraries how many threads there may be. The zygote says one, for all children that do not say more. */
void lockdown_advise(unsigned threads);

/* NULL, or the name of the step that failed (errno says why). */
const char *lockdown_map(const struct request *request, const int fds[START_FDS], struct arena_window *arena);
const char *lockdown_close(const struct request *request, const struct fortress *fortress, const int fds[START_FDS]);

/*
 * Once the submission is loaded: what the loader did not need of its room goes, so that memory_mib is no more than
 * it says. False if there is none left: static data and constructors have taken it all.
 */
bool lockdown_tighten(const struct request *request, const struct fortress *fortress, uint64_t libraries_bytes);

#endif
