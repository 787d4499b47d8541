/* All ways to get memory, in large and small pieces, within the limit. */
#include "habit.h"

#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>

enum { LARGE = 32 << 20 };

static int copies(void)
{
	char *from = malloc(LARGE), *to = calloc(1, LARGE);
	if (from == NULL || to == NULL)
		return 0;
	memset(from, 'x', LARGE);
	memcpy(to, from, LARGE);
	memmove(to + 1, to, LARGE - 1);
	int good = memcmp(from, to, LARGE) == 0;
	from = realloc(from, LARGE + (4 << 20));
	good = good && from != NULL && from[LARGE - 1] == 'x';
	free(from);
	free(to);
	return good;
}

static int aligns(void)
{
	void *other = NULL, *pages = memalign(4096, 8192), *line = aligned_alloc(64, 640);
	int good = posix_memalign(&other, 1 << 16, 100) == 0 && (uintptr_t)line % 64 == 0 &&
		   (uintptr_t)pages % 4096 == 0 && malloc_usable_size(line) >= 640;
	free(other);
	free(pages);
	free(line);
	return good;
}

static int maps(void)
{
	char *pages = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (pages == MAP_FAILED)
		return 0;
	pages[12345] = 1;
	madvise(pages, 1 << 20, MADV_HUGEPAGE);
	mlock(pages, 4096);
	return mprotect(pages, 1 << 20, PROT_READ) == 0 && munmap(pages, 1 << 20) == 0;
}

static int habit(void)
{
	void *pieces[1000];
	for (int i = 0; i < 1000; i++)
		if ((pieces[i] = malloc((size_t)(i * 37 % 5000))) == NULL)
			return 0;
	for (int i = 0; i < 1000; i++)
		free(pieces[i * 7 % 1000]);
	char *copy = strdup("a string");
	int good = copy != NULL && copies() && aligns() && maps();
	free(copy);
	malloc_trim(0);
	return good && mallinfo2().arena > 0;
}
