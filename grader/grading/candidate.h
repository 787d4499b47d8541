/*
 * Candidates: the public inputs on which counterexamples are looked for, a few hundred of each function,
 * the plainest and smallest first. They are made from the function's row of the operation table and from what
 * parameters are called, never from a case of an exercise: whatever a submission does with them may be
 * shown. The same for all submissions, so they are made once, when they are first needed.
 *
 * Order: small whole numbers, then fractions and numbers of two digits, then very large and very small ones,
 * then NaN and infinities, then sizes of 0 and arguments that make no sense.
 */
#ifndef GRADING_CANDIDATE_H
#define GRADING_CANDIDATE_H

#include "core/arena.h"
#include "core/text.h"
#include "reference.h"
#include "sandbox/sandbox.h"

/* Inputs with their right answers. */
struct inputs {
	size_t count;
	struct batch_case *cases;
	struct answer *answers;
};

/* A part of the candidates of a function, laid out for the sandbox: all of them in one batch. */
struct candidates {
	struct inputs inputs;
	struct batch *batch;
	size_t first; /* where it begins there */
};

struct candidate_pool;

struct candidate_pool *candidate_pool_create(void);
void candidate_pool_destroy(struct candidate_pool *pool);

/* Part `index` of a function's candidates, or NULL behind the last. Any thread may ask. */
const struct candidates *candidate_pool_part(struct candidate_pool *pool, const struct operation *operation,
					     size_t index);

/* Which parameters hold NaN, and which infinities: two bits each. In a mask, -inf is a number. */
uint64_t candidate_specials(const struct batch_case *given);

/* Is the right answer the one that all honest binary32 code gives? */
bool candidate_is_fair(const struct batch_case *given, const struct answer *answer);

#endif
