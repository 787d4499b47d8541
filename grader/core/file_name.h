/*
 * File names for what is written about a student. A student's name is untrusted: it may be a path, empty, very long, or
 * differ from another in nothing that the file system tells apart.
 *
 * A name of lower-case letters, digits, dots, underscores and hyphens is its own file name. From any other
 * one only those characters (and upper-case letters) are kept, and a digest of the whole name follows. So
 * two names meet neither on a file system that ignores case nor by intent, and a file's name does not
 * depend on who else is in the class.
 */
#ifndef CORE_FILE_NAME_H
#define CORE_FILE_NAME_H

#include "core/text.h"

/* Adds the name without an extension. */
void file_name_add(struct text *out, const char *name);

#endif
