/*
 * How far a run is, in one line of a terminal: `[####....] 120 of 300  14.2/s  13 s left`, or as much of it as fits.
 */
#ifndef COMMANDS_PROGRESS_H
#define COMMANDS_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

#include "commands/terminal.h"
#include "core/text.h"

struct progress {
	size_t total, finished;
	size_t work;   /* of all: those that take work, rather than being known already */
	size_t worked; /* of the finished: likewise */
	double begun;  /* and of those at hand, what is done of them, in sum */
	uint64_t elapsed_ms;
};

/*
 * Adds the line, without an end of line. Rate and time left are those of the work: what is known already goes by
 * in no time, and counting it would promise too much.
 */
void progress_describe(const struct progress *progress, const struct terminal *terminal, struct text *text);

#endif
