/*
 * Answers that took no thought: all zeros, what was given handed back, nothing written at all. No exercise
 * may be won with one of them, and none should give half its points for one.
 */
#ifndef GRADING_TRIVIAL_H
#define GRADING_TRIVIAL_H

#include "core/arena.h"
#include "sandbox/sandbox.h"

struct trivial {
	const char *name;  /* "zeros" */
	const char *title; /* a line for the teacher, lowercase, no full stop */
	void (*fill)(const struct batch_case *given, size_t parameter, void *buffer, size_t count);
};

size_t trivial_count(void);

/* index < trivial_count(). */
const struct trivial *trivial_at(size_t index);

/* Its title, or what it is called where the function has no V. */
const char *trivial_title(const struct trivial *trivial, const struct operation *operation);

/* What comes of code that fills its outputs so, leaves INOUT buffers alone and returns 0. */
struct call_outcome trivial_outcome(const struct trivial *trivial, const struct batch_case *given, struct arena *arena);

#endif
