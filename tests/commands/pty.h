/* A program on a terminal of its own, and what a person would see there. */
#ifndef TESTS_COMMANDS_PTY_H
#define TESTS_COMMANDS_PTY_H

#include <stddef.h>

#include "core/text.h"

/* Runs argv in `folder` (NULL: here) on a terminal of so many columns. Adds all it writes, returns its exit code. */
int pty_run(const char *folder, const char *const *argv, size_t columns, struct text *written);

/* Starts it; returns the terminal. It is to be closed, and the process to be waited for. */
int pty_begin(const char *folder, const char *const *argv, size_t columns, int *pid);

/* Fails unless every line, redrawn ones too, keeps within the columns. */
void pty_expect_width(const struct text *written, size_t columns);

#endif
