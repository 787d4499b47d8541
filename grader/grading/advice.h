/*
 * What to do about it: for each verdict a line to the student, and for what the loader says of a shared object
 * that it does not load.
 */
#ifndef GRADING_ADVICE_H
#define GRADING_ADVICE_H

#include "core/arena.h"
#include "core/verdict.h"
#include "sandbox/sandbox.h"

/* "what happened; what to do", or what happened alone if nothing is known to help. */
const char *advice_add(const char *happened, enum verdict verdict, struct arena *arena);

/* The same for the reason of a rejection. */
const char *advice_rejected(const char *reason, struct arena *arena);

/* A function is missing, and nothing more is known. */
const char *advice_undefined(const char *name, struct arena *arena);

/* Why a function is missing, as far as the submission's symbols tell. */
const char *advice_missing(const struct operation *operation, const struct submission *submission, struct arena *arena);

#endif
