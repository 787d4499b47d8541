/*
 * Honest float code that differs from the textbook in ways that must not matter: each variant is the plain
 * sample with one step done otherwise. A file of its own for each, which says what is different by the macros
 * of that sample and then includes harmless_variant.h.
 */
#ifndef TESTS_REFERENCE_HARMLESS_H
#define TESTS_REFERENCE_HARMLESS_H

#include "reference/implementation.h"

extern const struct implementation harmless_shifted;   /* a little more than the maximum is subtracted */
extern const struct implementation harmless_split;     /* queries and keys scaled by a fourth root each */
extern const struct implementation harmless_backwards; /* dot products summed from the end, in two halves */
extern const struct implementation harmless_exp2;      /* powers of 2 of scores times log2(e) */

#endif
