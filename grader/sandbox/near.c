/* Looks for what a student may have meant by a function that is not there: hidden, mangled or misspelt. */
#include "sandbox/sandbox.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "sandbox/symbols.h"

enum { EDITS_MAX = 2, MANGLED_BYTES = 80 };

struct search {
	const char *function;
	char mangled[MANGLED_BYTES]; /* as it stands within a mangled name: "11attn_scores" */
	enum near_miss miss;
	size_t edits;
	char *symbol;
};

/* Is it a name that C code can be told to use? The rest is not for showing. */
static bool is_plain(const char *name)
{
	size_t length = strlen(name);
	for (size_t i = 0; i < length; i++)
		if (!isalnum((unsigned char)name[i]) && name[i] != '_')
			return false;
	return length < NEAR_SYMBOL_BYTES;
}

/* How far from the function's name; more than EDITS_MAX if it is another one's or nothing like it. */
static size_t edits(const struct search *search, const char *name)
{
	const size_t length = strlen(name), wanted = strlen(search->function);
	if (length > TEXT_EDITS_WORD_MAX || length > wanted + EDITS_MAX || wanted > length + EDITS_MAX ||
	    operation_find(name) != NULL)
		return EDITS_MAX + 1;
	return text_edits(name, search->function);
}

static void keep(struct search *search, enum near_miss miss, const char *name)
{
	search->miss = miss;
	snprintf(search->symbol, NEAR_SYMBOL_BYTES, "%s", name);
}

/* The surest explanation ends the search. */
static bool look(void *context, const struct symbol *symbol)
{
	struct search *search = context;
	if (!is_plain(symbol->name))
		return true;
	if (strcmp(symbol->name, search->function) == 0) {
		keep(search, NEAR_MISS_HIDDEN, symbol->name);
		return false;
	}
	if (strncmp(symbol->name, "_Z", 2) == 0) {
		if (strstr(symbol->name, search->mangled) != NULL)
			keep(search, NEAR_MISS_MANGLED, symbol->name);
		return true;
	}
	size_t far =
		symbol->exported && search->miss != NEAR_MISS_MANGLED ? edits(search, symbol->name) : EDITS_MAX + 1;
	if (far < search->edits) {
		search->edits = far;
		keep(search, NEAR_MISS_OTHER, symbol->name);
	}
	return true;
}

enum near_miss submission_near_miss(const struct submission *submission, const char *function,
				    char symbol[NEAR_SYMBOL_BYTES])
{
	struct search search = {.function = function, .edits = EDITS_MAX + 1, .symbol = symbol};
	snprintf(search.mangled, sizeof(search.mangled), "%zu%s", strlen(function), function);
	void *data = mmap(NULL, submission->bytes, PROT_READ, MAP_SHARED, submission->memfd, 0);
	if (data == MAP_FAILED)
		return NEAR_MISS_NONE;
	symbols_read(data, submission->bytes, look, &search);
	munmap(data, submission->bytes);
	return search.miss;
}
