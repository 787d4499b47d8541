/*
 * One mistake fails many exercises: what a diagnosis explains at the first of them need not be said again at
 * the others.
 */
#ifndef CORE_REPETITION_H
#define CORE_REPETITION_H

#include "core/record.h"

/* Were both results diagnosed, and in the same way? */
bool repetition_of(const struct result_record *earlier, const struct result_record *later);

#endif
