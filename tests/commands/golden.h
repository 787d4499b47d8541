/* Files below golden/commands that hold what was seen last. */
#ifndef TESTS_COMMANDS_GOLDEN_H
#define TESTS_COMMANDS_GOLDEN_H

#include "core/text.h"

/* Compares, or, with UPDATE_GOLDEN in the environment, writes the file anew. */
void golden_compare(const char *name, const struct text *seen);

#endif
