#include "sandbox/library.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What one look at the running process' objects finds. */
struct own {
	const char *loader, *libc;
};

static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash == NULL ? path : slash + 1;
}

static int note(struct dl_phdr_info *info, size_t size, void *context)
{
	(void)size;
	struct own *own = context;
	const ElfW(Phdr) *table = NULL;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		if (segment->p_type == PT_PHDR)
			table = segment;
		/* the table describes itself, which gives the distance from addresses in the file to real ones */
		else if (segment->p_type == PT_INTERP && table != NULL && own->loader == NULL)
			own->loader = (const char *)info->dlpi_phdr + segment->p_vaddr - table->p_vaddr;
	}
	if (strncmp(file_name(info->dlpi_name), "libc.so", strlen("libc.so")) == 0)
		own->libc = info->dlpi_name;
	return 0;
}

static size_t add(struct arena *arena, struct library *libraries, size_t count, const char *path)
{
	char *file = realpath(path, NULL);
	if (file == NULL)
		return count;
	libraries[count] = (struct library){arena_string(arena, path), arena_string(arena, file)};
	free(file);
	return count + 1;
}

size_t library_list(struct arena *arena, struct library libraries[LIBRARIES_MAX])
{
	static const char *const names[] = {"libm.so.6", "libmvec.so.1", "libgomp.so.1", "libgcc_s.so.1"};
	/* the compiler's libraries may stand under /usr where libc does not */
	static const char *const prefixes[] = {"", "/usr"};
	struct own own = {0};
	dl_iterate_phdr(note, &own);
	if (own.loader == NULL || own.libc == NULL || own.libc[0] != '/')
		return 0;
	size_t count = add(arena, libraries, 0, own.loader);
	count = add(arena, libraries, count, own.libc);
	const int directory = (int)(file_name(own.libc) - own.libc);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t before = count;
		for (size_t j = 0; j < sizeof(prefixes) / sizeof(prefixes[0]) && count == before; j++)
			count = add(arena, libraries, count,
				    arena_format(arena, "%s%.*s%s", prefixes[j], directory, own.libc, names[i]));
	}
	return count;
}
