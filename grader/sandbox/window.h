/*
 * Memory that the grader shares with one child: the inputs of the call at hand, which the child can only read, and its
 * outputs. Each child has its own, since even untouched pages could hold a note for the next: which of them are there.
 */
#ifndef SANDBOX_WINDOW_H
#define SANDBOX_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

struct shared_window {
	int fd; /* -1: there is none */
	char *start;
	uint64_t bytes;
};

/* A new window, of zeros, in place of the old one. False, with errno, if there is no memory. */
bool window_renew(struct shared_window *window, const char *name, uint64_t bytes);

/* From now on nobody else can write into it, or map it to write. False, with errno, if that fails. */
bool window_seal(struct shared_window *window);

void window_release(struct shared_window *window);

#endif
