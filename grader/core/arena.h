/*
 * Memory that is released all at once. Two arenas live in a run: one for the run (exercises, answers),
 * one for the submission at hand. Running out of memory ends the program with a message: there is
 * nothing sensible to go on with.
 */
#ifndef CORE_ARENA_H
#define CORE_ARENA_H

#include <stddef.h>

struct arena;

struct arena *arena_create(void);
void arena_destroy(struct arena *arena);

/* Forgets everything allocated, keeps the memory for the next use. */
void arena_reset(struct arena *arena);

/* Zeroed, aligned for any type. */
void *arena_alloc(struct arena *arena, size_t bytes);

/* `count` times `bytes`, zeroed; ends the program if the product overflows. */
void *arena_array(struct arena *arena, size_t count, size_t bytes);

/* A copy of the `length` bytes at `data`, with a NUL behind it. */
char *arena_copy(struct arena *arena, const void *data, size_t length);
char *arena_string(struct arena *arena, const char *string);
char *arena_format(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* For use as ARENA_SCOPED struct arena *a = arena_create(); */
void arena_destroy_at(struct arena **arena);
#define ARENA_SCOPED __attribute__((cleanup(arena_destroy_at)))

#endif
