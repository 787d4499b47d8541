#include "report/clippings.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/hash.h"

enum { BUCKETS = 4096 };

struct clipping {
	struct clipping *next; /* in the same bucket */
	uint64_t hash;
	size_t key_length, length;
	char bytes[]; /* the key, then the HTML */
};

struct clippings {
	size_t limit_bytes, kept_bytes;
	struct arena *arena;
	struct clipping *buckets[BUCKETS];
};

struct clippings *clippings_create(size_t limit_bytes)
{
	struct clippings *clippings = calloc(1, sizeof(*clippings));
	if (clippings == NULL)
		abort();
	clippings->limit_bytes = limit_bytes;
	clippings->arena = arena_create();
	return clippings;
}

void clippings_destroy(struct clippings *clippings)
{
	if (clippings == NULL)
		return;
	arena_destroy(clippings->arena);
	free(clippings);
}

void clippings_destroy_at(struct clippings **clippings)
{
	clippings_destroy(*clippings);
}

void clippings_forget(struct clippings *clippings)
{
	if (clippings->kept_bytes == 0)
		return;
	clippings->kept_bytes = 0;
	memset(clippings->buckets, 0, sizeof(clippings->buckets));
	arena_reset(clippings->arena);
}

static const struct clipping *find(const struct clippings *clippings, const struct text *key, uint64_t hash)
{
	const struct clipping *clipping = clippings->buckets[hash % BUCKETS];
	while (clipping != NULL && (clipping->hash != hash || clipping->key_length != key->length ||
				    memcmp(clipping->bytes, key->data, key->length) != 0))
		clipping = clipping->next;
	return clipping;
}

bool clippings_paste(const struct clippings *clippings, const struct text *key, struct html *html)
{
	const struct clipping *clipping =
		clippings == NULL ? NULL : find(clippings, key, hash_of(key->data, key->length));
	if (clipping != NULL)
		html_trusted_bytes(html, clipping->bytes + clipping->key_length, clipping->length);
	return clipping != NULL;
}

void clippings_keep(struct clippings *clippings, const struct text *key, const struct html *html, size_t mark)
{
	if (clippings == NULL)
		return;
	const size_t length = html->out->length - mark, bytes = sizeof(struct clipping) + key->length + length;
	if (bytes > clippings->limit_bytes - clippings->kept_bytes)
		clippings_forget(clippings);
	if (bytes > clippings->limit_bytes)
		return;
	struct clipping *clipping = arena_alloc(clippings->arena, bytes);
	const uint64_t hash = hash_of(key->data, key->length);
	struct clipping **bucket = &clippings->buckets[hash % BUCKETS];
	*clipping = (struct clipping){.next = *bucket, .hash = hash, .key_length = key->length, .length = length};
	memcpy(clipping->bytes, key->data, key->length);
	memcpy(clipping->bytes + key->length, html->out->data + mark, length);
	*bucket = clipping;
	clippings->kept_bytes += bytes;
}
