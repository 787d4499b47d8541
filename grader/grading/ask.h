/*
 * Asking the reference one thing at a time, for those who show how an answer comes about: a function of the contract
 * with arguments made for it, and one of its outputs.
 */
#ifndef GRADING_ASK_H
#define GRADING_ASK_H

#include "ideas.h"
#include "reference.h"

/* The output of that name. The arguments stand in the order of the operation's row; outputs are left NULL. */
const double *ask(enum operation_id operation, const union argument *arguments, const char *output,
		  const struct ideas *ideas, struct arena *arena);

/* Dot products of all queries and keys, nothing scaled; and scores, scaled. */
const double *ask_dots(size_t n_q, size_t n_k, size_t d_k, const float *q, const float *k, struct arena *arena);
const double *ask_scores(size_t n_q, size_t n_k, size_t d_k, const float *q, const float *k, struct arena *arena);

/* Weights of rows of scores; `mask` is added first, unless it is NULL. */
const double *ask_weights(size_t n_q, size_t n_k, const float *scores, const float *mask, struct arena *arena);

/* As floats, which functions take. */
const float *ask_floats(const double *values, size_t count, struct arena *arena);

/* A constant buffer as an argument. Answers do not write what they are given. */
union argument ask_buffer(const void *buffer);

#endif
