/* Anonymous files shared with the worker, and descriptors that close by themselves. */
#ifndef SANDBOX_MEMORY_H
#define SANDBOX_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* A memfd of that size, sealed against changing it; -1 and errno if there is none. */
int memory_create(const char *name, uint64_t bytes);

/*
 * Seals a memfd against every change and returns a descriptor that can only be read, in place of `fd`,
 * which is closed in any case; -1 and errno if that fails. No writable mapping may be left.
 */
int memory_freeze(int fd);

/*
 * Another descriptor of the same memfd, to read: with an offset of its own, which a process that holds it cannot use
 * to leave a note for the next. -1 and errno if that fails.
 */
int memory_reopen(int fd);

/* Gives all pages back; the memfd reads as zeros again. */
bool memory_wipe(int fd, uint64_t bytes);

void descriptor_close_at(int *fd);
#define DESCRIPTOR_SCOPED __attribute__((cleanup(descriptor_close_at)))

#endif
