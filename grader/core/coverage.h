/*
 * How well the cases of an exercise tell right from wrong: a plain record of what was measured, which grading
 * makes and which the terminal, JSON and the page of `grader lint` show. A row of the matrix is a wrong answer (a
 * misconception, or a trivial one like all zeros), a column a group of cases.
 *
 * A ratio is the largest error of an answer in a group as a multiple of the tolerance: above 1 the group
 * fails. It is infinite where no tolerance would help: NaN, another status, another count, what must be exact.
 */
#ifndef CORE_COVERAGE_H
#define CORE_COVERAGE_H

#include <stdbool.h>
#include <stddef.h>

/* A misconception must fail by this much, so that no honest code comes near it. */
#define COVERAGE_DISTANCE 4.0

/* Honest code must stay below this, so that no other honest code fails. */
#define COVERAGE_MARGIN 0.5

/*
 * How many secrets besides the public one are tried. A misconception must be caught under each: a course has a secret
 * of its own, and nobody may be lucky.
 */
enum { COVERAGE_SECRETS = 32 };

enum catch { CATCH_UNTRIED, CATCH_MISSED, CATCH_BARELY, CATCH_WELL };

struct coverage_group {
	const char *name;
	bool is_public;
	unsigned worth, repetitions;
	size_t caught; /* rows that fail it */
	/*
	 * Rows that fail it and no other hidden group. A hidden group without any on which all was tried is redundant:
	 * all that it catches is caught by the others together. That holds for each of two groups that catch the same:
	 * one may go, not both.
	 */
	size_t alone;
	size_t untried; /* rows of which that is not known, a smaller group having caught them */
};

struct coverage_row {
	const char *id;	      /* "M18"; of a trivial answer "zeros" */
	const char *name;     /* "mask_after_softmax" */
	const char *title;    /* a line */
	const char *excuse;   /* why the exercise is not for it; NULL: it must be caught */
	const double *ratios; /* by group; NaN: not tried, since a smaller group had caught it well */
	double ratio;	      /* the largest of the hidden groups */
	size_t group;	      /* where that is; meaningless if it is 0 */
	unsigned slips;	      /* secrets, of those other, under which no hidden group catches it well */
	double share;	      /* of the points that the answer earns */
};

struct coverage_honest {
	const char *name, *title;
	const double *ratios;	    /* by group; NaN: a group that does not count for it */
	double ratio;		    /* the largest */
	size_t group;		    /* where that is */
	const char *const *outputs; /* by group: where the largest error is; NULL: in none, or it is the status */
	const bool *overflows;	    /* by group: is that no number where one is expected? */
};

struct coverage_record {
	const char *id, *title, *function, *file;
	size_t n_groups, n_misconceptions, n_trivial, n_honest;
	const struct coverage_group *groups;
	const struct coverage_row *misconceptions; /* that break the function, in the catalogue's order */
	const struct coverage_row *trivial;
	const struct coverage_honest *honest;
};

/* What a ratio means. */
enum catch coverage_catch(double ratio);

/* In which way a row that should be caught is not, in a word or two: "missed"; NULL if it is caught, or excused. */
const char *coverage_fault(const struct coverage_row *row);

/* A hidden group that catches nothing that the others do not. */
bool coverage_redundant(const struct coverage_group *group);

/* How many misconceptions the exercise has to catch, and of those, how many it does, well. */
size_t coverage_to_catch(const struct coverage_record *record);
size_t coverage_caught(const struct coverage_record *record);

/* The one to catch that is nearest to being missed; NULL if there is none to catch. */
const struct coverage_row *coverage_nearest(const struct coverage_record *record);

/* The trivial answer that earns most; NULL if there is none. */
const struct coverage_row *coverage_richest(const struct coverage_record *record);

/* The honest code that comes nearest to failing; NULL if none was tried. */
const struct coverage_honest *coverage_worst(const struct coverage_record *record);

size_t coverage_count_redundant(const struct coverage_record *record);

#endif
