/* What the files of the sandbox see of a batch. */
#ifndef SANDBOX_BATCH_H
#define SANDBOX_BATCH_H

#include "sandbox/layout.h"

struct planned_case {
	struct batch_case given;			/* scalars; of its buffers there are copies in `contents` */
	const void *contents[OPERATION_PARAMETERS_MAX]; /* what inputs and INOUT parameters hold; NULL for others */
	struct layout layouts[LAYOUTS];
};

/* A room takes longer to open than a round to make: many are for batches of many cases. */
enum { ROOMS = 8, MANY_CASES = 256 };

struct batch {
	struct arena *arena;
	size_t count;
	struct planned_case *cases;
	struct widths widths; /* of the rooms */
	/* Windows are made of rooms for one call each, of the widest windows of all cases, and a script at the end. */
	size_t rooms; /* 1: there are no rounds, and no script */
	uint64_t room_inputs_bytes, room_outputs_bytes;
	uint64_t script_offset, script_bytes;
	uint64_t inputs_bytes, outputs_bytes; /* of the windows */
};

/* May both be called in one round? */
bool batch_case_joins(const struct batch_case *one, const struct batch_case *other);

#endif
