/*
 * How the echoes of a property are put together: copies of the case's call with some inputs changed, or calls of
 * another function made from the case's inputs. For the files that make echoes only.
 */
#ifndef EXERCISE_ECHO_H
#define EXERCISE_ECHO_H

#include <stdint.h>

#include "exercise/property.h"
#include "exercise/stream.h"

struct echoes;

/* A row of the table in property.c. Lists of parameters have blanks between names. */
struct property {
	enum property_kind kind;
	enum operation_id operation;
	enum operation_id partner; /* OPERATION_COUNT: it needs none */
	void (*make)(struct echoes *echoes, const struct property *property);
	const char *per;    /* the size that says how many echoes there are at most; NULL: two */
	const char *rows;   /* inputs with a row for each row of the answer */
	const char *keys;   /* inputs with a row for each key */
	const char *length; /* how many keys count; NULL: all */
	const char *kept;   /* outputs that the property is about */
	size_t (*extra)(const struct frame *frame); /* elements that an echo has and the case has not; NULL: none */
	/* NULL: it makes sense for all scalars; see property_refuses */
	const char *(*refuses)(const struct frame *frame, struct arena *arena);
};

struct echoes {
	const struct frame *frame; /* of the case */
	const bool *absent;
	struct stream *stream;
	struct arena *arena;
	size_t count;
	struct echo *list;
	const char *complaint; /* or NULL */
};

/* A scalar of a call by the name of its parameter. */
size_t echo_size(const struct frame *frame, const char *name);

/* The offset, or 0 for a function that takes none. */
ptrdiff_t echo_offset(const struct frame *frame);

/* The elements of a buffer by name. */
const float *echo_floats(const struct frame *frame, const char *name);
uint64_t echo_whole(const struct frame *frame, const char *name, size_t element);

/* The case's call once more. It is the latest echo until the next is added. */
struct echo *echo_repeat(struct echoes *echoes, enum relation relation);

/* A call of another function, its scalars 0. Sizes come first, then buffers: zeros until they are written. */
struct echo *echo_add(struct echoes *echoes, enum operation_id operation, enum relation relation);
void echo_set(struct echo *echo, const char *name, int64_t value);
void *echo_make(struct echoes *echoes, struct echo *echo, const char *name);

/* A buffer of a repeated call, to change: a copy of its own, made once. */
void *echo_own(struct echoes *echoes, struct echo *echo, const char *name);

/* Copies `count` floats of a buffer of the case, from element `first` on, to element `to` of the echo's. */
void echo_copy(struct echoes *echoes, struct echo *echo, const char *name, size_t to, const char *from, size_t first,
	       size_t count);

/* `count` elements of the case's output `name` must be those of the echo's output `other`. Nothing if one is absent. */
void echo_link(struct echoes *echoes, struct echo *echo, const char *name, size_t element, const char *other,
	       size_t echo_element, size_t count);

/* Column `from` of the case's matrix must be column `to` of the echo's, which has the same shape. */
void echo_link_column(struct echoes *echoes, struct echo *echo, const char *name, size_t from, size_t to);

#endif
