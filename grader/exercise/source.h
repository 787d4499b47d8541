/*
 * Reading a file an instructor wrote, and finding the level that its directory gives.
 */
#ifndef EXERCISE_SOURCE_H
#define EXERCISE_SOURCE_H

#include <stdbool.h>

#include "core/text.h"
#include "exercise/reader.h"

/* Reads a file whole; one that is larger than a document may be is cut one byte above. False after a complaint. */
bool source_read(struct reader *reader, struct text *data);

/* The level of the innermost directory called "L<digit>-..." on the path, or 0. */
int source_level(const char *path);

#endif
