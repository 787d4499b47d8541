/*
 * Every file in tests/bad-yaml has one fault, which its name names; some load, with a warning. What the loader says of
 * it stands beside it in NAME.expected, to the letter.
 */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "exercise/exercise.h"
#include "suite.h"

static const char folder[] = TESTS_DIR "/bad-yaml";

/* The level's directory that the loader wants to see; not printed in the expected files. */
static const char prefix[] = "L2-bad/";

static void read_file(const char *name, const char *ending, struct text *data)
{
	char path[4096], block[4096];
	snprintf(path, sizeof(path), "%s/%s%s", folder, name, ending);
	FILE *file = fopen(path, "rb");
	ck_assert_msg(file != NULL, "%s cannot be opened", path);
	for (size_t length; (length = fread(block, 1, sizeof(block), file)) > 0;)
		text_add_bytes(data, block, length);
	fclose(file);
}

/* What is printed about the file, without the prefix. */
static void complain(const char *name, struct text *printed)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	TEXT_SCOPED struct text data = {0};
	char *output = NULL;
	size_t length = 0;
	read_file(name, ".yaml", &data);
	const char *path = arena_format(arena, "%s%s.yaml", prefix, name);
	const struct exercise *exercise = exercise_parse(path, text_string(&data), data.length, arena, diagnostics);
	size_t errors = diagnostics_count(diagnostics, SEVERITY_ERROR);
	ck_assert_msg((exercise == NULL) == (errors > 0), "%s.yaml: %zu errors", name, errors);
	ck_assert_msg(diagnostics_total(diagnostics) > 0, "%s.yaml is sound", name);
	FILE *stream = open_memstream(&output, &length);
	diagnostics_print(diagnostics, stream, false);
	fclose(stream);
	for (const char *at = output; *at != '\0';)
		if (strncmp(at, prefix, strlen(prefix)) == 0)
			at += strlen(prefix);
		else
			text_add_bytes(printed, at++, 1);
	free(output);
}

/* Names of the folder with an ending, without it; counts them, and calls `each` for them. */
static size_t list(const char *ending, void (*each)(const char *name))
{
	size_t count = 0;
	DIR *directory = opendir(folder);
	ck_assert_ptr_nonnull(directory);
	for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
		size_t length = strlen(entry->d_name), tail = strlen(ending);
		if (length <= tail || strcmp(entry->d_name + length - tail, ending) != 0)
			continue;
		char name[256];
		snprintf(name, sizeof(name), "%.*s", (int)(length - tail), entry->d_name);
		each(name);
		count++;
	}
	closedir(directory);
	return count;
}

static void check(const char *name)
{
	TEXT_SCOPED struct text printed = {0};
	TEXT_SCOPED struct text expected = {0};
	complain(name, &printed);
	read_file(name, ".expected", &expected);
	ck_assert_msg(strcmp(text_string(&printed), text_string(&expected)) == 0, "%s: printed\n%s\nexpected\n%s", name,
		      text_string(&printed), text_string(&expected));
}

START_TEST(every_fault_is_named_at_its_place)
{
	ck_assert_uint_ge(list(".yaml", check), 40);
}
END_TEST

/* A message is one line: lowercase, no full stop, an error unless it says that there are more. */
static void check_style(const char *name)
{
	TEXT_SCOPED struct text expected = {0};
	read_file(name, ".expected", &expected);
	ck_assert_msg(expected.length > 0, "%s.expected is empty", name);
	char *rest = expected.data;
	for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
		const char *message = strstr(line, ": error: ");
		if (message == NULL)
			continue;
		message += strlen(": error: ");
		bool capital = message[0] >= 'A' && message[0] <= 'Z';
		ck_assert_msg(!capital && message[strlen(message) - 1] != '.', "%s: \"%s\"", name, message);
	}
}

START_TEST(messages_keep_to_the_style)
{
	ck_assert_uint_eq(list(".expected", check_style), list(".yaml", check_style));
}
END_TEST

int main(void)
{
	const TTest *tests[] = {every_fault_is_named_at_its_place, messages_keep_to_the_style};
	return SUITE_RUN("bad yaml", tests, NULL, NULL);
}
