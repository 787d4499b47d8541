/*
 * A call of the reference written as a line of text, so that a test reads like the source of its numbers:
 *
 *   function  "attn_causal"
 *   given     "n 2  d_k 1  d_v 1  q 1 1  k 0 1  v 3 5"      scalars first, then buffers, row by row
 *   expect    "out 3.000000 4.462117  weights 1 0 _ _"      any outputs, row by row
 *
 * Numbers are C's: decimal, hexadecimal, nan, inf. An expected number with a decimal point is right to half
 * a unit of its last decimal, as printed; a whole or a hexadecimal number is right to the tolerance of the
 * function, the multiple of the gauge that a student's answer is allowed. `_` is an element about which the
 * source says nothing.
 */
#ifndef TESTS_REFERENCE_CALL_H
#define TESTS_REFERENCE_CALL_H

#include "reference.h"

struct call {
	struct frame frame;
	struct answer answer;
	double tolerance;
};

/* One fact of a source. */
struct fact {
	const char *source; /* where it stands, in words; failures begin with it */
	const char *also;   /* "owner/repo#1 owner/repo#2": further reports of the same, or fixes; or NULL */
	const char *function;
	const char *given;
	const char *expect;
	const char *wrong[4];  /* answers that the source reports as wrong: must not pass for right */
	const char *honest[2]; /* answers of honest binary32 code: must pass */
	int status;	       /* what the function must return */
};

/* Asks the reference. A text that does not fit the function fails the test at hand. */
struct call call_reference(struct arena *arena, const char *function, const char *given);

/* The real outputs of that name, one for each element. */
const double *call_output(const struct call *call, const char *name, size_t *count);

/* Fails the test at hand unless the reference agrees with the fact. */
void fact_check(const struct fact *fact);

#endif
