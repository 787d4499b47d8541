/*
 * Bytes that come up again, kept once: what the results of a class have in common is most of them.
 */
#ifndef CORE_POOL_H
#define CORE_POOL_H

#include <stddef.h>

#include "core/arena.h"

struct pool;

/* What is kept lives in the arena, and outlives the pool. */
struct pool *pool_create(struct arena *arena);
void pool_destroy(struct pool *pool);

/* A copy with a NUL behind it, aligned for any type: the same for the same bytes, so nobody may change it. */
const void *pool_keep(struct pool *pool, const void *data, size_t length);

#endif
