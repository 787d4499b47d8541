#include "core/pool.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"

enum { FIRST_SLOTS = 1024 }; /* a power of two, as all that follow */

struct slot {
	const char *data; /* NULL: the slot is free */
	size_t length;
	uint64_t hash;
};

struct pool {
	struct arena *arena;
	size_t n_slots, n_used;
	struct slot *slots;
};

static struct slot *create_slots(size_t count)
{
	struct slot *slots = calloc(count, sizeof(*slots));
	if (slots == NULL)
		abort();
	return slots;
}

struct pool *pool_create(struct arena *arena)
{
	struct pool *pool = arena_alloc(arena, sizeof(*pool));
	*pool = (struct pool){.arena = arena, .n_slots = FIRST_SLOTS, .slots = create_slots(FIRST_SLOTS)};
	return pool;
}

void pool_destroy(struct pool *pool)
{
	if (pool != NULL)
		free(pool->slots);
}

/* Where it is, or the free slot that it belongs into. */
static struct slot *find(const struct pool *pool, const struct slot *wanted)
{
	size_t i = wanted->hash;
	for (;; i++) {
		struct slot *slot = &pool->slots[i & (pool->n_slots - 1)];
		if (slot->data == NULL || (slot->hash == wanted->hash && slot->length == wanted->length &&
					   memcmp(slot->data, wanted->data, wanted->length) == 0))
			return slot;
	}
}

static void grow(struct pool *pool)
{
	struct slot *old = pool->slots;
	const size_t n_old = pool->n_slots;
	pool->n_slots *= 2;
	pool->slots = create_slots(pool->n_slots);
	for (size_t i = 0; i < n_old; i++)
		if (old[i].data != NULL)
			*find(pool, &old[i]) = old[i];
	free(old);
}

const void *pool_keep(struct pool *pool, const void *data, size_t length)
{
	const struct slot wanted = {length == 0 ? "" : data, length, hash_of(data, length)};
	struct slot *slot = find(pool, &wanted);
	if (slot->data != NULL)
		return slot->data;
	if (2 * ++pool->n_used > pool->n_slots) {
		grow(pool);
		slot = find(pool, &wanted);
	}
	*slot = wanted;
	slot->data = arena_copy(pool->arena, data, length);
	return slot->data;
}
