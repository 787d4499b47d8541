/*
 * Breaches: where the property of a case does not hold between the answers that a submission gave. Nothing here asks
 * whether they are right; the reference only tells what rounding may do, and what the echo's own inputs change.
 */
#ifndef GRADING_BREACH_H
#define GRADING_BREACH_H

#include "exercise/property.h"
#include "reference.h"
#include "sandbox/sandbox.h"

enum breach_kind {
	BREACH_NONE,
	BREACH_SUM,	  /* a row of weights does not sum to 1, or to 0 */
	BREACH_ECHO,	  /* an element is not what the echo says */
	BREACH_UNWRITTEN, /* the echo left the element as it was */
	BREACH_STATUS,	  /* the echo returned another status than it should */
	BREACH_UNASKED,	  /* the function to agree with is missing */
};

struct breach {
	enum breach_kind kind;
	size_t parameter, element; /* of the case; of a row, its first */
	double here, there;	   /* what the case says (a sum), and the echo */
	double ratio;		   /* as a multiple of what is allowed; 0 where that has no meaning */
};

/* A call, what is right, and what came of it. */
struct spoken {
	const struct frame *frame;
	const struct answer *answer;
	const struct call_outcome *outcome;
};

/* Rows of `weights`. The call returned. */
struct breach breach_of_sums(const struct spoken *spoken, double tolerance);

/* The worst of all links. Both calls returned, or the echo's function is missing. */
struct breach breach_of_echo(const struct spoken *spoken, const struct echo *echo, const struct spoken *echoed,
			     double tolerance);

#endif
