/*
 * Random frames for every function of the contract, the same on every machine: sizes mostly small, inputs
 * from several distributions, among them the ones that hurt floats (large offsets, long tails, ties, tiny
 * and huge values).
 */
#ifndef TESTS_REFERENCE_DRAW_H
#define TESTS_REFERENCE_DRAW_H

#include "contract/operation.h"
#include "core/arena.h"

struct draw {
	uint64_t state;
};

uint64_t draw_word(struct draw *draw);
size_t draw_size(struct draw *draw, size_t low, size_t high); /* inclusive */
double draw_unit(struct draw *draw);			      /* [0, 1) */
double draw_normal(struct draw *draw);

/* A frame with sizes up to `largest` rows, all inputs set, and outputs allocated and filled with junk. */
struct frame draw_frame(struct draw *draw, enum operation_id operation, size_t largest, struct arena *arena);

/* The same with n keys, and where it does not say how many queries there are, as many of these. */
struct frame draw_sized_frame(struct draw *draw, enum operation_id operation, size_t n, struct arena *arena);

/* Fills the inputs of a frame whose scalars are set and whose buffers are there. */
void draw_inputs(struct draw *draw, struct frame *frame);

/* draw_frame with standard normal inputs only, nothing hidden that need not be, and at least two of each size. */
struct frame draw_ordinary_frame(struct draw *draw, enum operation_id operation, size_t largest, struct arena *arena);

void draw_ordinary_inputs(struct draw *draw, struct frame *frame);

/* A copy of a frame with buffers of its own. */
struct frame frame_copy(const struct frame *frame, struct arena *arena);

/* The argument of that name, which the operation must have. */
union argument *frame_argument(struct frame *frame, const char *name);

/* Allocates all buffers, zeroed, by the scalars of the frame. */
void frame_allocate(struct frame *frame, struct arena *arena);

#endif
