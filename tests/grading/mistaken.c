#include "grading/mistaken.h"

#include <string.h>

#include "core/file.h"
#include "misconceptions.h"

enum { LIMIT_BYTES = 1 << 24 };

bool mistaken_write(const char *path, const struct misconception *misconception, struct text *why)
{
	TEXT_SCOPED struct text data = {0};
	if (!file_read(BUILD_DIR "/mistaken/attention.so", LIMIT_BYTES, &data, why))
		return false;
	char *mark = memmem(data.data, data.length, MISTAKEN_MARK, sizeof(MISTAKEN_MARK));
	if (mark == NULL) {
		text_add(why, "there is no place for a misconception");
		return false;
	}
	if (misconception != NULL)
		strcpy(mark + sizeof(MISTAKEN_MARK) - 1, misconception->id);
	return file_write(path, data.data, data.length, why);
}
