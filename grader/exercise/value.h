/*
 * Buffer values: nested lists, a number for every element, and generators. A table has one row for each
 * form: what it takes, what it needs, and the function that makes one element. Elements are made one by
 * one in row-major order, so a buffer costs no memory but its own.
 */
#ifndef EXERCISE_VALUE_H
#define EXERCISE_VALUE_H

#include "exercise/draw.h"
#include "exercise/list.h"
#include "exercise/scalar.h"

struct value_form;

struct value {
	struct place place;
	const struct value_form *form;
	struct list list; /* numbers: of a list, or what a generator takes */
	size_t n_scalars;
	const struct scalar *const *scalars;
	size_t n_values;
	const struct value *const *values;
};

enum value_use { VALUE_GIVEN, VALUE_PUT }; /* for a whole buffer; for some elements of one */

/* NULL after a complaint. */
const struct value *value_read(struct reader *reader, const struct operation *operation,
			       const struct parameter *parameter, const struct node *node, enum value_use use);

/* A value made ready: its scalars evaluated. */
struct maker {
	const struct value *value;
	const struct parameter *parameter;
	__int128 bounds[2];
	const struct maker *operands;
};

/* Which element is made: its index in the buffer, or for `put` how many were put before it. */
struct spot {
	const struct shape *shape;
	size_t index;
};

/* False after a complaint. */
bool value_prepare(struct maker *maker, const struct value *value, const struct parameter *parameter, struct draw *draw,
		   struct stream *stream);

/* Does a literal list have the buffer's shape? Complains if not. */
bool value_fits(struct reader *reader, const struct value *value, const struct parameter *parameter,
		const struct shape *shape);

/* Does every element fit its type, whatever is drawn? */
bool value_always_fits(const struct value *value);

/* Makes an element and stores it at `index`. False, after a complaint, if it does not fit its type. */
bool value_make(struct reader *reader, const struct maker *maker, struct stream *stream, const struct spot *spot,
		void *buffer, size_t index);

#endif
