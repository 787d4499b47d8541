/* The names in a submission's symbol tables: whatever is shown is a name that ends, within the bytes given. */
#include <string.h>

#include "fuzz/fuzz.h"
#include "sandbox/symbols.h"

struct bounds {
	const char *begin, *end;
	size_t shown, patience;
};

static bool look(void *context, const struct symbol *symbol)
{
	struct bounds *bounds = context;
	MUST(symbol->name >= bounds->begin && symbol->name < bounds->end);
	const size_t left = (size_t)(bounds->end - symbol->name), length = strnlen(symbol->name, left);
	MUST(length < left && length > 0 && length <= SYMBOL_NAME_MAX);
	return ++bounds->shown < bounds->patience;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *begin = (const char *)data;
	struct bounds bounds = {begin, begin + size, 0, size % 7 == 0 ? 1 : SIZE_MAX};
	MUST(symbols_read(data, size, look, &bounds) == bounds.shown);
	return 0;
}
