/* Counts what is allocated: the linker brings calls of malloc and so on here. */
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "bench/task.h"

static atomic_size_t held, peak;

static void *take(void *block)
{
	size_t bytes = malloc_usable_size(block), now = atomic_fetch_add(&held, bytes) + bytes;
	size_t before = atomic_load(&peak);
	while (now > before && !atomic_compare_exchange_weak(&peak, &before, now))
		;
	return block;
}

/* The names are the linker's. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void __real_free(void *block);

void *__wrap_malloc(size_t bytes)
{
	return take(__real_malloc(bytes));
}

void *__wrap_calloc(size_t count, size_t bytes)
{
	return take(__real_calloc(count, bytes));
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
	return take(__real_aligned_alloc(alignment, bytes));
}

void __wrap_free(void *block)
{
	atomic_fetch_sub(&held, malloc_usable_size(block));
	__real_free(block);
}

size_t memory_peak(void)
{
	size_t now = atomic_load(&held);
	return atomic_exchange(&peak, now) - now;
}
