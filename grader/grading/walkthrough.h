/* The sentence of the walkthrough, taken through causal attention by the reference. */
#ifndef GRADING_WALKTHROUGH_H
#define GRADING_WALKTHROUGH_H

#include "core/arena.h"
#include "core/book.h"

struct walkthrough_record walkthrough_make(struct arena *arena);

#endif
