/*
 * Honest float implementations of the contract, the sample submissions linked in under other names, with a step
 * done otherwise that must not matter: an exercise must let them pass, with room to spare. They are our own code,
 * so they are simply called.
 *
 * To add one: a file in honest/ that says which sample it is and what is done otherwise, and a row in its table.
 */
#ifndef REFERENCE_HONEST_H
#define REFERENCE_HONEST_H

#include <stdbool.h>
#include <stddef.h>

#include "contract/operation.h"

struct honest {
	const char *name;	    /* "plain" */
	const char *title;	    /* what is done otherwise: a line for the teacher, lowercase, no full stop */
	const char *why;	    /* it must not matter */
	bool finite_only;	    /* it may go wrong where there is a NaN, an infinity or an empty row */
	const attn_symbol *symbols; /* by operation */
};

size_t honest_count(void);

/* index < honest_count(). */
const struct honest *honest_at(size_t index);

#endif
