/*
 * Honest implementations of the contract, as shared objects that the build has made: the reference's own
 * ("reference") and the float samples ("plain", "blocked"), or those that are linked in.
 */
#ifndef TESTS_REFERENCE_IMPLEMENTATION_H
#define TESTS_REFERENCE_IMPLEMENTATION_H

#include "contract/operation.h"
#include "honest.h"

struct implementation {
	const char *name;
	attn_symbol symbols[OPERATION_COUNT];
};

/* Loads BUILD_DIR/samples/NAME.so for the rest of the run; fails the test at hand if a function is missing. */
struct implementation implementation_load(const char *name);

/* One that is linked in. */
struct implementation implementation_of(const struct honest *honest);

/* Calls the frame's function. */
int implementation_call(const struct implementation *implementation, const struct frame *frame);

#endif
