/*
 * What one may miss in the catalogue of misconceptions, and why it is not in it: it is no mistake by this contract,
 * since it is off by no more than rounding may be, or the contract leaves no room for it. What differs by rounding
 * alone and is often taken for a mistake (other orders of summation, the scale split over both sides, exp2) is kept as
 * honest code, see honest.h.
 */
#ifndef REFERENCE_OMISSIONS_H
#define REFERENCE_OMISSIONS_H

#include <stdbool.h>
#include <stddef.h>

struct omission {
	const char *id;	  /* "M54", of nothing in the catalogue; "" if it never had one */
	const char *name; /* "denom_eps" */
	const char *title, *why;
	bool passes; /* it is no mistake; else no exercise can ask for it */
};

size_t omission_count(void);

/* index < omission_count(). */
const struct omission *omission_at(size_t index);

/* The one with that id or that name, or NULL. */
const struct omission *omission_find(const char *id_or_name);

#endif
