/*
 * The exercise book as plain records: what grading works out with the reference for students to read, and what report
 * draws. Nothing hidden is in them: public cases only, no hints, no notes among teachers.
 */
#ifndef CORE_BOOK_H
#define CORE_BOOK_H

#include "core/record.h"

/* A matrix on the way to an answer. */
struct figure_record {
	struct matrix_record matrix; /* its role says nothing here */
	const char *caption;
	const char *const *row_names, *const *column_names; /* NULL: they are numbered */
	const unsigned char *marked;			    /* rows * columns, or NULL: 1 marks what to look at */
};

/* A step of a worked example: what is done, in a line, and what comes of it. */
struct step_record {
	const char *title, *words;
	size_t n_figures;
	const struct figure_record *figures;
};

struct book_case_record {
	const char *name;
	unsigned repetitions; /* the first is shown */
	const char *property; /* what else must hold, a sentence without an end, or "" */
	const char *returns;  /* "ATTN_OK" */
	struct case_record shown;
	size_t n_steps; /* 0 if there is nothing between the question and the answer, or it is too large to look at */
	const struct step_record *steps;
};

struct book_exercise_record {
	const struct exercise_record *exercise;
	const char *declaration; /* of the function, with the comment above it */
	size_t n_cases;
	const struct book_case_record *cases;
};

/* One sentence through causal attention. What the mask hides is hidden in `mask`, `masked` and `weights` alone. */
struct walkthrough_record {
	size_t n;
	const char *const *tokens;
	size_t row;  /* the one that is looked at closely */
	size_t leak; /* the token ahead that it would listen to most */
	struct matrix_record q, k, v;
	struct matrix_record dots, scaled, open_weights; /* without a mask */
	struct matrix_record mask, masked, weights, out;
};

struct book_record {
	const char *title;	     /* of the course */
	const struct policy *policy; /* NULL: it has no rules */
	const char *grader_version;
	size_t n_exercises;
	const struct book_exercise_record *exercises; /* in the catalogue's order */
	struct walkthrough_record walkthrough;
};

#endif
