/*
 * The ideas that masked attention is made of, one small function each, and the set of them that every
 * answer of the reference is composed from. Here is the right set; a misconception is a copy of it with one
 * idea replaced, which spoils every function built on that idea, as it does in a student's head.
 *
 * Everything is double; the inputs were floats. Matrices carry an optional second array, the error that
 * honest float code makes in each element (see gauge.h); the ideas themselves never look at it.
 */
#ifndef REFERENCE_IDEAS_H
#define REFERENCE_IDEAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attention.h"
#include "contract/operation.h"
#include "core/arena.h"

struct question; /* one question to the reference: question.h */

/* A matrix, or a part of one: element (i, j) is values[i * stride + j]. */
struct matrix {
	size_t rows, columns, stride;
	double *values;
	double *errors; /* laid out like values; NULL where the values are exact or nobody asks */
};

static inline double *matrix_row(const struct matrix *matrix, size_t row)
{
	return matrix->values + row * matrix->stride;
}

double *matrix_row_errors(const struct matrix *matrix, size_t row); /* NULL without errors */

/* `count` rows from row `first` on, as a matrix that shares the memory. */
struct matrix matrix_rows(const struct matrix *matrix, size_t first, size_t count);

/* What a row may look at. */
struct sight {
	bool causal;	  /* j <= i + offset */
	ptrdiff_t offset; /* only if causal */
	size_t window;	  /* the last `window` keys, the row's own counted; SIZE_MAX without a window */
	size_t length;	  /* keys from here on are padding; SIZE_MAX without padding */
};

/* Causal with an offset, no window, no padding. */
struct sight sight_causal(ptrdiff_t offset);

/* One row of masked scores on its way to weights. */
struct row {
	size_t n;	 /* keys */
	bool *visible;	 /* n */
	double *scores;	 /* n; those of hidden keys are not to be looked at unless ideas.peeks */
	double *weights; /* n */
	double *errors;	 /* n, errors of the scores, for the gauge; NULL if nobody asks */
	double common;	 /* a relative error that all weights share; 0 as long as they are divided by their own sum */
	int32_t policy;	 /* enum attn_empty_policy: what the row holds if it is empty */
};

/* A row of n keys, all visible, in an arena. */
struct row row_create(size_t n, bool gauged, struct arena *arena);

/* The largest visible score: NaN if there is a NaN among them, -inf if the row is empty. */
double row_maximum(const struct row *row);

/* What attention is asked, and where its results go; the pointers of unwanted results are NULL. */
struct attention {
	struct matrix q, k, v;
	struct sight sight;
	size_t n_heads; /* of which this is one */
};

struct attended {
	struct matrix out;     /* n_q x d_v */
	struct matrix weights; /* n_q x n_k; values NULL if unwanted */
	struct matrix lse;     /* n_q x 1; values NULL if unwanted */
};

typedef int answer_function(const struct question *question);

struct ideas {
	/* which keys a row sees */
	bool (*sees)(const struct sight *sight, size_t row, size_t key);

	/* which entries of an additive mask hide a key, and what the others do to its score */
	bool (*hides)(double mask);
	double (*add_mask)(double score, double mask);

	/* what a dot product is multiplied by; the head is one of n_heads */
	double (*scale)(size_t d_k, size_t n_heads);

	/* how a row of masked scores becomes weights */
	void (*weigh)(const struct ideas *ideas, struct row *row);

	/* does `weigh` look at the scores of hidden keys? (They are not even computed if it does not.) */
	bool peeks;

	/* what a row without a key gets; whatever it leaves visible will be mixed */
	void (*fill_empty)(struct row *row);

	/* the log-sum-exp of a row */
	double (*log_sum)(const struct row *row);

	/* how weights mix values: out has as many elements as v has columns */
	void (*mix)(const struct row *row, const struct matrix *v, double *out);

	/* from the derivatives by the weights to those by the scores, for one row */
	void (*differentiate)(const struct row *row, const double *d_weights, double *d_scores);

	/* attention as a whole, composed of the above */
	void (*attend)(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
		       struct attended *attended);

	/* x w */
	void (*project)(const struct matrix *x, const struct matrix *w, struct matrix *product);

	/* which part of a matrix of heads side by side belongs to a head, and which key/value head it uses */
	struct matrix (*head)(const struct matrix *heads, size_t head, size_t d_head);
	size_t (*kv_head)(size_t head, size_t n_heads, size_t n_kv_heads);

	/* where the cache puts the next row: must be below capacity; length < capacity */
	size_t (*cache_row)(size_t length, size_t capacity);

	/* whole functions that are not composed of the above but replaced; NULL for the others */
	answer_function *whole[OPERATION_COUNT];

	/* what a replaced function that is right in all else goes by; NULL: the right ideas */
	const struct ideas *rest;
};

extern const struct ideas ideas_right; /* also in reference.h, for those who look no deeper */

/*
 * The right set with some ideas replaced: those that are set in `changes`, all others there being NULL. A
 * misconception is written as {.sees = sees_all}.
 */
struct ideas ideas_with(const struct ideas *changes);

/* The same for any set in place of the right one. */
struct ideas ideas_over(const struct ideas *base, const struct ideas *changes);

/* Do both replace the same idea, as far as this function goes? Then no head holds them at once. */
bool ideas_clash(const struct ideas *one, const struct ideas *other, enum operation_id operation);

/* The right ideas one by one, for misconceptions that are right most of the time. */
bool idea_sees(const struct sight *sight, size_t row, size_t key);
bool idea_hides(double mask);
double idea_add_mask(double score, double mask);
double idea_scale(size_t d_k, size_t n_heads);
void idea_weigh(const struct ideas *ideas, struct row *row);
void idea_fill_empty(struct row *row);
double idea_log_sum(const struct row *row);
void idea_mix(const struct row *row, const struct matrix *v, double *out);
void idea_differentiate(const struct row *row, const double *d_weights, double *d_scores);
void idea_attend(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
		 struct attended *attended);
void idea_project(const struct matrix *x, const struct matrix *w, struct matrix *product);
struct matrix idea_head(const struct matrix *heads, size_t head, size_t d_head);
size_t idea_kv_head(size_t head, size_t n_heads, size_t n_kv_heads);
size_t idea_cache_row(size_t length, size_t capacity);

/*
 * Scores row `i` of an attention problem: who is visible, scaled scores, their errors. The step that
 * attention and its gradient share.
 */
void attention_score(const struct ideas *ideas, const struct attention *attention, size_t i, struct row *row);

/* The last step: mixes the values of row `i`, once it has weights, and writes what is wanted of it. */
void attention_mix(const struct ideas *ideas, const struct attention *attention, size_t i, struct row *row,
		   struct attended *attended);

#endif
