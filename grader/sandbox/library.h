/*
 * The files that a submission may be linked with: the loader, libc, libm and the compiler's libraries, where
 * the running grader's own libc lies.
 */
#ifndef SANDBOX_LIBRARY_H
#define SANDBOX_LIBRARY_H

#include <stddef.h>

#include "core/arena.h"

enum { LIBRARIES_MAX = 8 };

struct library {
	const char *path; /* where it is looked for */
	const char *file; /* the file itself, links resolved */
};

/* 0 if the running process has no dynamic loader to go by. */
size_t library_list(struct arena *arena, struct library libraries[LIBRARIES_MAX]);

#endif
