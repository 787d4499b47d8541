/*
 * The catalogue of misconceptions: what people get wrong about masked attention, each as the answers that
 * code with that one mistake gives. A student whose answers equal those of a misconception, right and wrong
 * ones, is told about it; an exercise whose cases cannot tell a misconception from the truth is reported.
 *
 * A misconception replaces one idea of ideas.h, or a few functions, and so spoils whatever is built on it.
 * Where a mistake shows only in float (an exp that overflows, a score that vanishes beside -1e9), it is
 * computed as float code would compute it. The gauge of a mistaken answer has the size of the rounding
 * errors of the mistaken code.
 *
 * People write the same mistake in several ways, which part where a row is empty or holds NaN, say. A row has as
 * many codings as are worth telling apart from other mistakes; any of them is the misconception.
 *
 * To add one: a row in the file of its family, and above it the few lines that the row replaces.
 */
#ifndef REFERENCE_MISCONCEPTIONS_H
#define REFERENCE_MISCONCEPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contract/operation.h"
#include "core/arena.h"
#include "reference.h"

struct misconception {
	const char *id;			 /* "M18": never changes, never used again */
	const char *name;		 /* "mask_after_softmax" */
	const char *title;		 /* a line for the teacher, lowercase, no full stop */
	const char *explanation;	 /* for the student: what you did, why it seems right, what to change */
	const struct ideas *changes;	 /* see ideas_with: its first coding */
	const struct ideas *const *also; /* other codings: changes on top of these, up to a NULL; NULL: none */
	const char *holds; /* another that is a part of it, by id, and explains as much if no more shows */
	uint64_t breaks;   /* by operation, a bit each: is any answer of it wrong? */
};

size_t misconception_count(void);

/* In the order of the catalogue; index < misconception_count(). */
const struct misconception *misconception_at(size_t index);

/* The one with that id or that name, or NULL. */
const struct misconception *misconception_find(const char *id_or_name);

/* The family that a misconception belongs to: "who sees whom". */
const char *misconception_family(size_t index);

/* Does it change any answer of that function? If not, all its answers are the right ones. */
bool misconception_breaks(const struct misconception *misconception, enum operation_id operation);

/* How many ways there are to write it: at least one. */
size_t misconception_codings(const struct misconception *misconception);

/* What code with that mistake answers, in its first coding; for the rest see reference_answer_with. */
void misconception_answer(const struct misconception *misconception, const struct frame *frame, const bool *absent,
			  struct arena *arena, struct answer *answer);

/* The same in any: coding < misconception_codings(misconception). */
void misconception_answer_coded(const struct misconception *misconception, size_t coding, const struct frame *frame,
				const bool *absent, struct arena *arena, struct answer *answer);

/* Can both be made at once in that function? Not if they replace the same idea. */
bool misconception_joins(const struct misconception *one, const struct misconception *other,
			 enum operation_id operation);

/* Also if the one is written in that coding? */
bool misconception_joins_coded(const struct misconception *one, size_t coding, const struct misconception *other,
			       enum operation_id operation);

/* What code with both mistakes answers, the one in that coding, the other in its first. They join so. */
void misconception_answer_both(const struct misconception *one, size_t coding, const struct misconception *other,
			       const struct frame *frame, const bool *absent, struct arena *arena,
			       struct answer *answer);

#endif
