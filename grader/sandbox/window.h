/*
 * Memory that the grader shares with the children of a sandbox, one after the other: the inputs of the call at hand,
 * which children can only read, and its outputs. It lives as long as the sandbox.
 */
#ifndef SANDBOX_WINDOW_H
#define SANDBOX_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

struct shared_window {
	int fd; /* -1: there is none yet */
	char *start;
	uint64_t bytes;
};

/* Makes the window at least that large. What was in it is gone then. False, with errno, if there is no memory. */
bool window_fit(struct shared_window *window, uint64_t bytes);

/* The same; and nobody else can ever write into it, or map it to write. */
bool window_fit_sealed(struct shared_window *window, uint64_t bytes);

void window_release(struct shared_window *window);

#endif
