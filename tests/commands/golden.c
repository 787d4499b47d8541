#include "commands/golden.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"

void golden_compare(const char *name, const struct text *seen)
{
	TEXT_SCOPED struct text path = {0}, why = {0}, want = {0};
	text_add_format(&path, "%s/golden/commands/%s", TESTS_DIR, name);
	if (getenv("UPDATE_GOLDEN") != NULL)
		ck_assert_msg(file_write(text_string(&path), seen->data, seen->length, &why), "%s", text_string(&why));
	ck_assert_msg(file_read(text_string(&path), 1 << 20, &want, &why), "%s", text_string(&why));
	size_t same = 0;
	while (same < seen->length && seen->data[same] == text_string(&want)[same])
		same++;
	while (same > 0 && seen->data[same - 1] != '\n')
		same--;
	ck_assert_msg(strcmp(text_string(seen), text_string(&want)) == 0, "%s: want '%.200s', got '%.200s'", name,
		      text_string(&want) + same, text_string(seen) + same);
}
