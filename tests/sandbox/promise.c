#include "sandbox/promise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

_Noreturn static void refuse(const char *path, const char *what)
{
	fprintf(stderr, "%s: first line: %s\n", path, what);
	abort();
}

static bool copy(char *place, size_t bytes, const char *value)
{
	return (size_t)snprintf(place, bytes, "%s", value) < bytes;
}

/* False if there is no such word, or its value is none. */
static bool take_word(struct promise *promise, const char *key, const char *value)
{
	const struct {
		const char *key;
		enum verdict *verdict;
		unsigned *number;
		char *text;
		size_t bytes;
	} words[] = {
		{.key = "verdict", .verdict = &promise->verdict},
		{.key = "graded", .verdict = &promise->graded},
		{.key = "everywhere", .verdict = &promise->everywhere},
		{.key = "memory", .number = &promise->limits.memory_mib},
		{.key = "threads", .number = &promise->limits.threads},
		{.key = "says", .text = promise->says, .bytes = sizeof(promise->says)},
		{.key = "advises", .text = promise->advises, .bytes = sizeof(promise->advises)},
		{.key = "machine", .text = promise->machine, .bytes = sizeof(promise->machine)},
		/* for tests/hostile/build */
		{.key = "link"},
		{.key = "needs"},
	};
	if (strcmp(key, "function") == 0)
		return (promise->operation = operation_find(value)) != NULL;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(key, words[i].key) != 0)
			continue;
		if (words[i].verdict != NULL)
			return (*words[i].verdict = verdict_parse(value)) < VERDICT_COUNT;
		if (words[i].number != NULL)
			return (*words[i].number = (unsigned)atoi(value)) > 0;
		return words[i].text == NULL || copy(words[i].text, words[i].bytes, value);
	}
	return false;
}

struct promise promise_read(const char *path)
{
	char line[256], *end;
	FILE *file = fopen(path, "re");
	if (file == NULL || fgets(line, sizeof(line), file) == NULL)
		refuse(path, "cannot be read");
	fclose(file);
	struct promise promise = {
		.verdict = VERDICT_COUNT,
		.graded = VERDICT_COUNT,
		.everywhere = VERDICT_COUNT,
		.operation = &operations[OP_attn_edges],
		.limits = {.cpu_ms = PROMISE_LONG_MS, .memory_mib = 64, .threads = 1},
	};
	const char *base = strrchr(path, '/') + 1;
	snprintf(promise.name, sizeof(promise.name), "%.*s", (int)strcspn(base, "."), base);
	if (strncmp(line, "/* ", 3) != 0 || (end = strstr(line, " */")) == NULL)
		refuse(path, "no comment");
	*end = '\0';
	char *rest = line + 2;
	for (char *word; (word = strsep(&rest, ";")) != NULL;) {
		char *key = word + strspn(word, " "), *value = strstr(key, ": ");
		if (value == NULL)
			refuse(path, "a word without a value");
		*value = '\0';
		if (!take_word(&promise, key, value + 2))
			refuse(path, key);
	}
	if (promise.verdict == VERDICT_COUNT)
		refuse(path, "no verdict");
	if (promise.graded == VERDICT_COUNT)
		promise.graded = promise.verdict;
	if (promise.verdict == VERDICT_TIMED_OUT || promise.graded == VERDICT_TIMED_OUT)
		promise.limits.cpu_ms = PROMISE_SHORT_MS;
	return promise;
}

bool promise_is_for_here(const struct promise *promise)
{
	struct utsname system;
	uname(&system);
	return promise->machine[0] == '\0' || strcmp(promise->machine, system.machine) == 0;
}
