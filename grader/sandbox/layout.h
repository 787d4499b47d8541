/*
 * Where the buffers of one call lie. The arena has two windows, inputs and outputs; in each, every buffer
 * has pages of its own with a wide guard on both sides that nobody may touch. A buffer ends flush at the
 * guard behind it (LAYOUT_END), or begins right after the guard before it (LAYOUT_START): between the two,
 * one step too far in either direction is a fault. What is left of a page besides the buffer is slack.
 *
 * Offsets count from the start of the buffer's own window.
 */
#ifndef SANDBOX_LAYOUT_H
#define SANDBOX_LAYOUT_H

#include "sandbox/sandbox.h"

enum side { LAYOUT_END, LAYOUT_START, LAYOUTS };

enum { PAGE_BYTES_MAX = 65536, GUARD_BYTES = 256 << 10 };

enum window { WINDOW_NONE, WINDOW_INPUTS, WINDOW_OUTPUTS, WINDOWS };

struct slot {
	enum window window; /* NONE: a scalar, or a buffer passed as NULL */
	uint64_t pages_offset, pages_bytes;
	uint64_t offset, bytes;
};

struct layout {
	uint64_t inputs_bytes, outputs_bytes; /* of both windows; multiples of a page */
	struct slot slots[OPERATION_PARAMETERS_MAX];
};

/* False if the sizes do not fit. */
bool layout_make(const struct batch_case *given, enum side side, struct layout *layout);

/* What parameters take in each window, whatever the function. */
struct widths {
	bool used[WINDOWS][OPERATION_PARAMETERS_MAX];
	uint64_t pages_bytes[WINDOWS][OPERATION_PARAMETERS_MAX]; /* the most of any layout */
};

void widths_add(struct widths *widths, const struct layout *layout);

/*
 * Moves its buffers to where any layout of which the widths know has them: a parameter ends, or begins, at the same
 * guard in all.
 */
void layout_spread(struct layout *layout, enum side side, const struct widths *widths);

/* The whole pages that so many bytes take. */
uint64_t layout_pages_bytes(uint64_t bytes);

/* A window without buffers. */
uint64_t layout_empty_bytes(void);

enum relation { RELATION_INSIDE, RELATION_BEFORE, RELATION_AFTER };

/* Which buffer is nearest to an offset of a window, and on which side of it? False if there is none. */
bool layout_nearest(const struct layout *layout, enum window window, uint64_t offset, size_t *parameter,
		    enum relation *relation);

#endif
