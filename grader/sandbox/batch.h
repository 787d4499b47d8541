/* What the files of the sandbox see of a batch. */
#ifndef SANDBOX_BATCH_H
#define SANDBOX_BATCH_H

#include "sandbox/layout.h"

struct planned_case {
	struct batch_case given;			/* scalars; of its buffers there are copies in `contents` */
	const void *contents[OPERATION_PARAMETERS_MAX]; /* what inputs and INOUT parameters hold; NULL for others */
	struct layout layouts[LAYOUTS];
};

struct batch {
	struct arena *arena;
	size_t count;
	struct planned_case *cases;
	uint64_t inputs_bytes, outputs_bytes; /* the widest windows of all cases */
};

#endif
