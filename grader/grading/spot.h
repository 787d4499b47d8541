/*
 * Where an answer went wrong. Of a public case the element; of a hidden case only the kind of place it is.
 */
#ifndef GRADING_SPOT_H
#define GRADING_SPOT_H

#include "grading/judged.h"

/* "row 2, column 5 of weights"; "a row that sees no key, in weights"; "" if nowhere in particular. */
const char *spot_describe(const struct judged *judged, bool is_public, struct arena *arena);

#endif
