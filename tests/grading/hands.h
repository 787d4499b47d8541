/*
 * Other hands: the contract as a student writes it, plain float, a row at a time, with points at which somebody does
 * something else. The catalogue's own code shares nothing with it: what is named here is recognised, not remembered.
 *
 * To add one: a row in the table, and a habit if it has none yet.
 */
#ifndef TESTS_HANDS_H
#define TESTS_HANDS_H

#include "contract/operation.h"

struct hand {
	const char *name;	    /* what is done otherwise */
	const char *id;		    /* of the misconception */
	const char *beside;	    /* ids that may be said along with it: no case of some function tells them apart */
	uint64_t in;		    /* functions in which it must be named, a bit each by operation */
	const struct habit *habits; /* those of hands.c */
};

size_t hands_count(void);

/* index < hands_count(). */
const struct hand *hands_at(size_t index);

/*
 * From now on functions do as that hand does; NULL: as they should. They take no context, so one hand writes at a time.
 */
void hands_choose(const struct hand *hand);

/* NULL: the function is not written. */
attn_symbol hands_symbol(enum operation_id operation);

#endif
