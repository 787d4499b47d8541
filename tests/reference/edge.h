/*
 * Frames at the edges, where mistakes show that ordinary numbers hide: NaN and infinities, scores below -1e4
 * and -1e9, hidden scores far above visible ones, empty rows, a full cache, masks that are nearly causal,
 * matrices whose pivots are zero or tiny.
 */
#ifndef TESTS_REFERENCE_EDGE_H
#define TESTS_REFERENCE_EDGE_H

#include "reference/draw.h"

/* A small frame at one edge or another; all of them are seen after some hundred draws. */
struct frame draw_edge_frame(struct draw *draw, enum operation_id operation, struct arena *arena);

#endif
