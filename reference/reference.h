/*
 * The reference: the right answer to a frame, and for every real number of it the gauge, the scale of
 * error that honest binary32 code cannot avoid. The answers table stands beside the operation table, row
 * for row, and lives apart from it so that the worker links none of it.
 */
#ifndef REFERENCE_REFERENCE_H
#define REFERENCE_REFERENCE_H

#include "contract/operation.h"
#include "core/arena.h"

struct ideas; /* ideas.h */
extern const struct ideas ideas_right;

/* A gauge of at least this: nothing is known of the value, since code with that mistake may do anything. */
#define GAUGE_UNKNOWN 1e300

/*
 * What one written parameter must hold. Real elements (F32) have `real` and `gauge`, the others `integer`
 * (I32 sign-extended); the other pointers are NULL. An element with gauge 0 must be exact.
 */
struct answer_output {
	size_t count;
	double *real;
	double *gauge; /* an error of 1 * gauge is about what rounding costs; a few are allowed */
	uint64_t *integer;
};

struct answer {
	int status; /* what the function must return; if not ATTN_OK, outputs must be left alone */
	struct answer_output outputs[OPERATION_PARAMETERS_MAX]; /* by parameter; empty for inputs */
};

/*
 * Computes the answer to a frame whose scalars and inputs are set; output buffers of the frame are not
 * looked at. The answer lives in the arena. When status is not ATTN_OK the outputs are not set, except
 * INOUT ones, which then hold what they held.
 */
void reference_answer(const struct frame *frame, struct arena *arena, struct answer *answer);

/*
 * The same with any set of ideas. Outputs marked in `absent` (by parameter; NULL:
 * none) are unwanted: they are neither computed nor allocated, which matters for a matrix of weights.
 */
void reference_answer_with(const struct ideas *ideas, const struct frame *frame, const bool *absent,
			   struct arena *arena, struct answer *answer);

/*
 * Does the contract leave the answer open ("Left open, and never asked" in attention.h), so that honest code
 * may say NaN where the right answer has a number, or the other way round?
 */
bool reference_is_open(const struct frame *frame, const bool *absent, const struct answer *right);

/* The default tolerance of a function: the multiple of the gauge that is allowed. */
double reference_tolerance(enum operation_id operation);

/*
 * Does row `row` of output matrix `parameter` see column `column`? For hatching the future and for naming
 * kinds of places. True where the question makes no sense.
 */
bool reference_visible(const struct frame *frame, size_t parameter, size_t row, size_t column);

/* Does row `row` of a buffer whose rows are queries see no key at all? False where it makes no sense. */
bool reference_row_empty(const struct frame *frame, size_t parameter, size_t row);

/* Version of contract and reference: changes whenever an answer or a gauge may have. */
extern const char reference_version[];

/* Version of the fast functions (fast/): changes whenever one may have become quicker or slower. */
extern const char fast_version[];

#endif
