/* What the files of the sandbox see of a batch. */
#ifndef SANDBOX_BATCH_H
#define SANDBOX_BATCH_H

#include "sandbox/layout.h"

struct planned_case {
	struct batch_case given; /* scalars; its inputs are copies: INOUT in `contents`, the others in the memfd */
	const void *contents[OPERATION_PARAMETERS_MAX]; /* what INOUT parameters hold before the call */
	struct layout layouts[LAYOUTS];
	uint64_t inputs_offset[LAYOUTS]; /* of the inputs window in the memfd */
};

struct batch {
	struct arena *arena;
	size_t count;
	struct planned_case *cases;
	int inputs;			      /* read-only, sealed */
	uint64_t inputs_bytes, outputs_bytes; /* the widest windows of all cases */
};

#endif
