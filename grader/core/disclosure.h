/*
 * What whoever is no instructor may read of a hidden group: its number, verdict, hint, kind of place, ratio and
 * message; not its name (the author wrote it, and it may say what is tested) and not how many of its cases passed.
 */
#ifndef CORE_DISCLOSURE_H
#define CORE_DISCLOSURE_H

#include "core/record.h"
#include "core/text.h"

/* "random rows", or "hidden group 2": the second hidden one of its exercise. */
void disclosure_add_group_name(const struct result_record *result, size_t group, struct text *out);

#endif
