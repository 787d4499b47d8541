/*
 * A case as a C program that a student can compile with attention.h and link with the shared object: it
 * makes the call, prints what came back and what is right, and returns 1 if the two differ. Made from the
 * row of the operation table. Public inputs only.
 */
#ifndef GRADING_SNIPPET_H
#define GRADING_SNIPPET_H

#include "grading/judged.h"

/*
 * `message` says in a line what is wrong; `library` is the path to link with, NULL: where the starter's Makefile puts
 * it.
 */
const char *snippet_make(const struct judged *judged, double tolerance, const char *message, const char *library,
			 struct arena *arena);

#endif
