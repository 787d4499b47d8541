/*
 * A list of blocks, the newest first; each allocation is cut from the newest block. Blocks double in size,
 * so that their number stays small whatever the total. Under AddressSanitizer all that was not handed out is
 * out of bounds, and a gap lies behind each allocation.
 */
#include "core/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK_BYTES = 16 * 1024 };

#ifdef SANITIZED
#include <sanitizer/asan_interface.h>

enum { GAP_BYTES = 16 };

static void open_memory(void *start, size_t bytes)
{
	__asan_unpoison_memory_region(start, bytes);
}

/* Not inlined: what is passed as constant must have been written, thinks gcc. */
static __attribute__((noinline)) void close_memory(void *start, size_t bytes)
{
	__asan_poison_memory_region(start, bytes);
}
#else
enum { GAP_BYTES = 0 };

static void open_memory(void *start, size_t bytes)
{
	(void)start, (void)bytes;
}

static void close_memory(void *start, size_t bytes)
{
	(void)start, (void)bytes;
}
#endif

struct block {
	struct block *older;
	size_t capacity;
	size_t used;
	alignas(max_align_t) unsigned char data[];
};

struct arena {
	struct block *newest;
};

static void die(size_t bytes)
{
	fprintf(stderr, "grader: out of memory (%zu bytes wanted)\n", bytes);
	abort();
}

static struct block *create_block(size_t capacity, struct block *older)
{
	size_t bytes;
	if (__builtin_add_overflow(capacity, sizeof(struct block), &bytes))
		die(capacity);
	struct block *block = malloc(bytes);
	if (block == NULL) {
		die(bytes);
		return NULL;
	}
	block->older = older;
	block->capacity = capacity;
	block->used = 0;
	close_memory(block->data, capacity);
	return block;
}

struct arena *arena_create(void)
{
	struct arena *arena = malloc(sizeof(*arena));
	if (arena == NULL) {
		die(sizeof(*arena));
		return NULL;
	}
	arena->newest = create_block(FIRST_BLOCK_BYTES, NULL);
	return arena;
}

static void free_blocks(struct block *block)
{
	while (block != NULL) {
		struct block *older = block->older;
		free(block);
		block = older;
	}
}

void arena_destroy(struct arena *arena)
{
	if (arena == NULL)
		return;
	free_blocks(arena->newest);
	free(arena);
}

void arena_destroy_at(struct arena **arena)
{
	arena_destroy(*arena);
}

void arena_reset(struct arena *arena)
{
	free_blocks(arena->newest->older);
	arena->newest->older = NULL;
	arena->newest->used = 0;
	close_memory(arena->newest->data, arena->newest->capacity);
}

void *arena_alloc(struct arena *arena, size_t bytes)
{
	size_t rounded;
	if (__builtin_add_overflow(bytes, alignof(max_align_t) - 1 + GAP_BYTES, &rounded))
		die(bytes);
	rounded -= rounded % alignof(max_align_t);
	struct block *block = arena->newest;
	if (rounded > block->capacity - block->used) {
		size_t capacity = block->capacity * 2;
		block = create_block(capacity > rounded ? capacity : rounded, block);
		arena->newest = block;
	}
	void *memory = block->data + block->used;
	block->used += rounded;
	open_memory(memory, bytes);
	return memset(memory, 0, bytes);
}

void *arena_array(struct arena *arena, size_t count, size_t bytes)
{
	size_t product;
	if (__builtin_mul_overflow(count, bytes, &product))
		die((size_t)-1);
	return arena_alloc(arena, product);
}

char *arena_copy(struct arena *arena, const void *data, size_t length)
{
	char *copy = arena_array(arena, length + 1, 1);
	if (length > 0)
		memcpy(copy, data, length);
	return copy;
}

char *arena_string(struct arena *arena, const char *string)
{
	return arena_copy(arena, string, strlen(string));
}

char *arena_format(struct arena *arena, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	int length = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	char *string = arena_alloc(arena, (size_t)length + 1);
	va_start(arguments, format);
	vsnprintf(string, (size_t)length + 1, format, arguments);
	va_end(arguments);
	return string;
}
