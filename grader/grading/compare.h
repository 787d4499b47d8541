/*
 * Is an answer right? Expected NaN wants NaN, expected infinity the same infinity, an expected finite
 * number a finite one within tolerance * gauge; integers and statuses are exact. Nothing else is a
 * wildcard.
 */
#ifndef GRADING_COMPARE_H
#define GRADING_COMPARE_H

#include <stdbool.h>

#include "core/verdict.h"
#include "grading/exam.h"

enum difference {
	DIFFERENCE_NONE,
	DIFFERENCE_STATUS,     /* another return value */
	DIFFERENCE_TOUCHED,    /* an error was returned, rightly, but an output was written */
	DIFFERENCE_UNWRITTEN,  /* the element was never written */
	DIFFERENCE_NOT_NAN,    /* NaN expected */
	DIFFERENCE_NOT_INF,    /* an infinity expected */
	DIFFERENCE_NOT_FINITE, /* a finite number expected */
	DIFFERENCE_NUMBER,     /* a finite number too far off, or another integer */
	DIFFERENCE_COUNT
};

struct comparison {
	enum verdict verdict; /* passed, wrong or unwritten */
	enum difference difference;
	size_t parameter, element; /* the worst, where there is one */
	double ratio;		   /* error as a multiple of the tolerance; 0 where that has no meaning */
};

/* Does the call have the right value there, whatever else it returned? */
bool compare_element(const struct frame *frame, const struct answer *answer, double tolerance, void *const *outputs,
		     size_t parameter, size_t element);

/* Differences that do not count. */
struct comparison_exemption {
	bool (*exempts)(const void *context, size_t parameter, size_t element);
	const void *context;
};

/* `outputs` and `junk` by parameter, as the sandbox hands them out; the call returned `returned`. */
struct comparison compare_outcome(const struct frame *frame, const struct answer *answer, double tolerance,
				  int returned, void *const *outputs, const void *const *junk);

/* The same for all elements but those that are exempt. */
struct comparison compare_most(const struct frame *frame, const struct answer *answer, double tolerance, int returned,
			       void *const *outputs, const void *const *junk,
			       const struct comparison_exemption *exemption);

/* Which outputs differ in that, a bit each by parameter; all of them if something else does. */
uint64_t compare_misfits(const struct frame *frame, const struct answer *answer, double tolerance, int returned,
			 void *const *outputs, const void *const *junk, const struct comparison_exemption *exemption);

/* Element `element` of a buffer as a double, whatever its type (64-bit integers rounded). */
double element_value(enum element type, const void *buffer, size_t element);

/* Are these two elements the same bits? */
bool element_same(enum element type, const void *a, const void *b, size_t element);

#endif
