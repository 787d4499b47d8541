/*
 * Scalar values: a whole number, the name of another scalar, or a map with one word, {int: [lo, hi]},
 * {choice: [...]}, {sum: [...]}, {difference: [a, b]}, {product: [...]}, whose operands are scalar values.
 */
#ifndef EXERCISE_SCALAR_H
#define EXERCISE_SCALAR_H

#include "exercise/draw.h"

struct scalar_range {
	__int128 lo, hi;
};

struct scalar {
	struct place place;
	bool (*evaluate)(const struct scalar *scalar, struct draw *draw, struct stream *stream, __int128 *value);
	struct scalar_range (*join)(struct scalar_range a, struct scalar_range b); /* of its operands' ranges */
	bool random;	  /* it draws itself, whatever its operands do */
	bool is_name;	  /* of parameter `parameter` */
	__int128 whole;	  /* a number */
	size_t parameter; /* a name */
	size_t n_operands;
	const struct scalar *const *operands;
};

/* NULL after a complaint. */
const struct scalar *scalar_read(struct reader *reader, const struct operation *operation, const struct node *node);

/* Reads a list of `least` to `most` scalars. False after a complaint. */
bool scalar_list(struct reader *reader, const struct operation *operation, const struct node *node, size_t least,
		 size_t most, const struct scalar *const **list, size_t *count);

/* Random numbers come from the stream of whatever the scalar is part of. False after a complaint. */
bool scalar_evaluate(const struct scalar *scalar, struct draw *draw, struct stream *stream, __int128 *value);

/* No draw is outside; not every number inside need be drawn. */
struct scalar_range scalar_range(const struct scalar *scalar, const struct given *given);

/* Is it the same in every repetition? */
bool scalar_constant(const struct scalar *scalar, const struct given *given);

/* Of it and the scalars that it names the first that draws; NULL if none does. */
const struct scalar *scalar_drawn(const struct scalar *scalar, const struct given *given);

#endif
