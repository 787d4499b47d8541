/*
 * Whole files, read and written at once, with reasons for people: `cannot read "x": no such file or directory`.
 */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/text.h"

/*
 * Reads a regular file of at most `limit_bytes` bytes; `data` then holds it and nothing else. What is no
 * regular file is refused without waiting for it.
 */
bool file_read(const char *path, size_t limit_bytes, struct text *data, struct text *why);

/* Is there a regular file that holds just that? Then it need not be written. */
bool file_holds(const char *path, const void *data, size_t length);

/*
 * Writes a file so that others see the old one or the new one, never half of it. Its mode is that of the old
 * one, or what the umask leaves of 0666. A symbolic link keeps pointing where it points; a pipe or a device
 * is simply written to.
 */
bool file_write(const char *path, const void *data, size_t length, struct text *why);

/* Creates a directory and those above it, as far as they are not there. */
bool directory_create(const char *path, struct text *why);

/* What a value of errno means, in the words of a message. */
const char *file_error(int error);

#endif
