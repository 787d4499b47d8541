/*
 * Nested lists of numbers, as `given` and `expect` hold matrices. Reading checks that they nest as deep
 * as the parameter's shape and hold its type of element; whether the lengths are right can only be told
 * once the sizes are known.
 */
#ifndef EXERCISE_LIST_H
#define EXERCISE_LIST_H

#include "contract/operation.h"
#include "exercise/reader.h"

struct list {
	const struct node *node;
	size_t count;
	const struct number *numbers; /* row-major */
	const char *const *written;   /* as they stand in the file */
	const struct place *places;   /* likewise */
};

/* The whole numbers that an element holds; F32 is not asked for. */
struct element_range {
	__int128 lo, hi;
};
struct element_range element_range(enum element element);

/* How many extents a shape like "n_q, n_k" has. */
size_t shape_extents(const char *shape);

/* The text of one of them, for messages. */
const char *shape_extent(struct arena *arena, const char *shape, size_t axis);

/* One number of a buffer's type. False after a complaint. */
bool list_number(struct reader *reader, const struct parameter *parameter, const struct node *node,
		 struct number *number);

/* A nested list (a bare number for the shape ""). False after complaints. */
bool list_read(struct reader *reader, const struct parameter *parameter, const struct node *node, struct list *list);

/* Has every list in it the length that the shape wants? Complains about each that has not. */
bool list_fits(struct reader *reader, const struct parameter *parameter, const struct list *list,
	       const struct shape *shape);

#endif
