/*
 * Is a tolerance wide enough for honest code, and narrow enough for the rest? An experiment: for every function,
 * the largest error of honest float code by size, in gauges; how far inputs in half precision are; and for every
 * misconception, how far it goes. Written as tables, which TOLERANCE.md keeps.
 *
 * All cases come from fixed seeds, so the tables are the same on every run of a build. A sample of the experiment
 * takes the first cases of each cell.
 */
#ifndef TESTS_REFERENCE_TOLERANCE_H
#define TESTS_REFERENCE_TOLERANCE_H

#include "core/text.h"
#include "misconceptions.h"
#include "reference/implementation.h"

/* Those of honest.h that are right for all numbers. */
struct variants {
	size_t count;
	struct implementation *implementations;
	const char **titles;
};

struct variants tolerance_variants(struct arena *arena);

/* A cell of the first table: the largest ratio over some cases of one size. */
struct tolerance_cell {
	double worst;	    /* of any output of any implementation */
	size_t parameter;   /* the output that it was in */
	size_t variant;	    /* whose it was */
	double *by_variant; /* the worst of each */
};

enum { TOLERANCE_SIZES = 8 };

extern const struct tolerance_size {
	const char *name;
	size_t low, high; /* keys */
} tolerance_sizes[TOLERANCE_SIZES];

/* How many cases the kept table has of that function and size; 0 if it is out of reach. */
size_t tolerance_cases(enum operation_id operation, size_t size);

struct tolerance_cell tolerance_measure(const struct variants *variants, enum operation_id operation, size_t size,
					size_t count, struct arena *arena);

/* How far a misconception goes, over all its cases of a function. */
struct tolerance_reach {
	double largest; /* ratio */
	size_t refused; /* cases beyond the tolerance */
};

/* Stops at the first case that is beyond `enough`. */
struct tolerance_reach tolerance_mistaken(const struct misconception *misconception, enum operation_id operation,
					  double enough);

/* The whole experiment: minutes. */
void tolerance_write(struct text *text);

#endif
