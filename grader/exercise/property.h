/*
 * Properties: what must hold between the answers of one submission, whatever the numbers are. A case that asks for
 * one is graded as ever, and the property makes further calls of it whose answers are compared with those of the case:
 * the future changed, the keys in another order, the same question put to another function.
 *
 * A property is a row for each function that has it (property.c). What it adds to a case are echoes: a frame, and links
 * between elements of the case's outputs and of the echo's that must be the same.
 */
#ifndef EXERCISE_PROPERTY_H
#define EXERCISE_PROPERTY_H

#include <stdbool.h>
#include <stddef.h>

#include "contract/operation.h"
#include "core/arena.h"

struct reader;
struct node;
struct stream;

enum property_kind {
	PROPERTY_ROWS_SUM_TO_ONE,
	PROPERTY_CAUSAL,
	PROPERTY_PADDING,
	PROPERTY_SHIFT,
	PROPERTY_PERMUTATION,
	PROPERTY_AGREEMENT,
	PROPERTY_KINDS
};

/* How two elements must be the same. */
enum relation {
	RELATION_BITS,	    /* to the bit */
	RELATION_TOLERANCE, /* as near as rounding allows */
	RELATION_SEEN	    /* one is a byte that is 1, the other a mask that is 0, where a key is seen */
};

/* `count` elements of the case's output, and those of the echo's. */
struct link {
	size_t parameter, element;
	size_t echo_parameter, echo_element;
	size_t count, stride; /* each `stride` elements behind the one before */
};

/* One further call. Like a case's, its frame has scalars and inputs set, outputs NULL. */
struct echo {
	struct frame frame;
	bool absent[OPERATION_PARAMETERS_MAX];
	enum relation relation;
	size_t n_links;
	struct link *links;
};

struct property;

/* Changes whenever the same secret would ask something else, or judge it otherwise. */
extern const char property_version[];

enum property_kind property_kind(const struct property *property);

/* "causal"; "agreement with attn_decode" */
const char *property_name(const struct property *property, struct arena *arena);

/* What is asked for, and what to say where it does not hold: sentences without an end. */
const char *property_asks(enum property_kind kind);
const char *property_broken(enum property_kind kind);

/* What stands under `property`, for a function; NULL after a complaint. */
const struct property *property_read(struct reader *reader, const struct operation *operation, const struct node *node,
				     const bool *absent);

/* Why the property makes no sense for a case of these scalars, with numbers; NULL if it does. */
const char *property_refuses(const struct property *property, const struct frame *frame, struct arena *arena);

/*
 * How many elements its further calls have, at most, if the case has `count`, and what each call costs
 * beside them; the frame has its scalars.
 */
size_t property_elements(const struct property *property, const struct frame *frame, size_t count);

/*
 * The echoes of a case, in the arena; what they are changed by comes from the stream. `*complaint` is set, and 0
 * returned, if the property makes no sense for the case's data.
 */
size_t property_echoes(const struct property *property, const struct frame *frame, const bool *absent,
		       struct stream *stream, struct arena *arena, const struct echo **echoes, const char **complaint);

#endif
