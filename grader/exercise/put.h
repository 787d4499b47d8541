/*
 * Overlays: {in: buffer, where: W, value: V} writes V over the elements of a buffer that W covers. A table
 * has one row for each `where` word: what it takes, what it needs, and the test of one element.
 */
#ifndef EXERCISE_PUT_H
#define EXERCISE_PUT_H

#include "exercise/draw.h"
#include "exercise/value.h"

struct where;

struct put {
	struct place place;
	size_t parameter; /* the buffer */
	const struct where *where;
	size_t n_indices;
	const struct scalar *const *indices;
	const struct value *value;
};

/* Reads the list under `put`; overlays that were complained about are left out. */
void put_read(struct reader *reader, const struct operation *operation, const struct node *node,
	      const struct put **puts, size_t *count);

/* Warns of an index that is outside whatever is drawn; where nothing is drawn, applying complains. */
void put_check_reach(struct reader *reader, const struct given *given, const struct put *put);

/*
 * Overlay `number`, counted from 0, onto a buffer of that shape; NULL: only what can be checked without one.
 * False after a complaint.
 */
bool put_apply(const struct put *put, size_t number, struct draw *draw, const struct shape *shape, void *buffer);

#endif
