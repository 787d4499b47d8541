/*
 * One call: its inputs are shown, the outputs are filled with junk, the child is told which pages to open, and
 * what it leaves behind is copied out once and compared with what was there before.
 */
#ifndef SANDBOX_CALL_H
#define SANDBOX_CALL_H

#include "sandbox/batch.h"
#include "sandbox/inside.h"

/*
 * Where a call of the nth case of a round has its room. Alone a case is called in the first; there the first case of a
 * round has its second call, so that the addresses of its buffers come again, and what was kept by address shows.
 */
size_t call_room(size_t nth, enum side side);

struct call {
	struct sandbox *sandbox;
	const struct batch *batch;
	const struct planned_case *planned;
	enum side side;
	size_t room;		    /* of the batch's, where it is laid out: see call_room */
	const unsigned char *slack; /* a page of what surrounds outputs */
	struct arena *arena;
};

/* Fills its room in both windows, and says how to make the call. `junk` gets a copy of what each output holds. */
void call_prepare(const struct call *call, struct wire_call *told, const void *junk[OPERATION_PARAMETERS_MAX]);

/*
 * Copies the outputs out. The index of a parameter around which something was written, or
 * OPERATION_PARAMETERS_MAX if all is well.
 */
size_t call_collect(const struct call *call, void *outputs[OPERATION_PARAMETERS_MAX]);

/* A page full of noise, for `slack`. */
const unsigned char *call_slack(struct sandbox *sandbox, struct arena *arena);

#endif
