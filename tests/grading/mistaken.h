/* Submissions with one misconception each: copies of one shared object with another name written into it. */
#ifndef TESTS_GRADING_MISTAKEN_H
#define TESTS_GRADING_MISTAKEN_H

#include <stdbool.h>

#include "core/text.h"

struct misconception;

/* In the shared object the id of the misconception follows the mark; none: it is right. */
#define MISTAKEN_MARK "misconception: "
enum { MISTAKEN_SELECTION_BYTES = 64 };

/* Writes the submission with that misconception (NULL: none). False, and why, if it cannot. */
bool mistaken_write(const char *path, const struct misconception *misconception, struct text *why);

#endif
