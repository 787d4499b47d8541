#include "contract/header.h"

#include <assert.h>
#include <string.h>

const char header_text[] =
#include "generated/attention.h.h"
	;

/* The last place before `end` where the string stands. */
static const char *find_before(const char *end, const char *string)
{
	const size_t length = strlen(string);
	const char *at = end - length;
	while (at > header_text && strncmp(at, string, length) != 0)
		at--;
	return at;
}

const char *header_declaration(const char *function, struct arena *arena)
{
	const char *name = strstr(header_text, arena_format(arena, "\nint %s(", function));
	assert(name != NULL);
	const char *begin = find_before(name, "\n/*\n") + 1, *end = strchr(name, ';') + 1;
	return arena_copy(arena, begin, (size_t)(end - begin));
}
