/*
 * One question to the reference: a frame, the ideas to answer it with, and where the answer goes. Answers
 * read their arguments and claim their outputs here by the names of operations.def; a name that is not
 * there is our own error and trips an assertion.
 */
#ifndef REFERENCE_QUESTION_H
#define REFERENCE_QUESTION_H

#include "ideas.h"
#include "reference.h"

struct question {
	const struct ideas *ideas;
	const struct frame *frame;
	const bool *absent;    /* by parameter: outputs that nobody wants; NULL if all are wanted */
	bool gauged;	       /* are gauges wanted? */
	struct arena *arena;   /* for the answer */
	struct arena *scratch; /* for the work: gone when the answer is there */
	struct answer *answer;
};

size_t question_size(const struct question *question, const char *name);
ptrdiff_t question_offset(const struct question *question, const char *name);
uint64_t question_number(const struct question *question, const char *name);
int32_t question_choice(const struct question *question, const char *name);

/*
 * A float input in double. The last extent of its shape gives the columns, the others together the rows; a
 * vector is one row. It carries no errors: inputs are exact.
 */
struct matrix question_matrix(const struct question *question, const char *name);

const uint64_t *question_integers(const struct question *question, const char *name);

/* A float output, zeroed; its errors are the gauge. Values are NULL if it is unwanted. */
struct matrix question_real(const struct question *question, const char *name);

/* An integer output, zeroed. */
uint64_t *question_integer(const struct question *question, const char *name);

/* A zeroed matrix for work in between, with errors if gauges are wanted. */
struct matrix question_scratch(const struct question *question, size_t rows, size_t columns);

#endif
