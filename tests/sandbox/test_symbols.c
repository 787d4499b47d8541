/*
 * Symbol tables are a stranger's word: whatever bytes they hold, nothing outside them is read (the sanitizers
 * watch), and from honest ones comes what a student may have meant.
 */
#include <check.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sandbox/symbols.h"
#include "sandbox/trial.h"
#include "suite.h"

/* A file of its own length, so that one byte too far is seen. */
static unsigned char *read_object(const char *name, size_t *length)
{
	char path[512];
	snprintf(path, sizeof(path), BUILD_DIR "/hostile/%s.so", name);
	FILE *file = fopen(path, "re");
	ck_assert_msg(file != NULL, "%s", path);
	ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
	*length = (size_t)ftell(file);
	rewind(file);
	unsigned char *data = malloc(*length);
	ck_assert_uint_eq(fread(data, 1, *length, file), *length);
	fclose(file);
	return data;
}

struct seen {
	size_t exported, all;
	bool edges;
};

static bool count(void *context, const struct symbol *symbol)
{
	struct seen *seen = context;
	seen->all++;
	seen->exported += symbol->exported;
	seen->edges |= symbol->exported && strcmp(symbol->name, "attn_edges") == 0;
	ck_assert_uint_le(strlen(symbol->name), SYMBOL_NAME_MAX);
	return true;
}

static bool stop(void *context, const struct symbol *symbol)
{
	(void)symbol;
	++*(size_t *)context;
	return false;
}

START_TEST(test_honest)
{
	size_t length, stopped = 0;
	struct seen seen = {0};
	unsigned char *data = read_object("honest", &length);
	ck_assert_uint_eq(symbols_read(data, length, count, &seen), seen.all);
	ck_assert(seen.edges);
	ck_assert_uint_eq(seen.exported, 2); /* attn_edges, attn_softmax */
	ck_assert_uint_gt(seen.all, seen.exported);
	ck_assert_uint_eq(symbols_read(data, length, stop, &stopped), 1);
	ck_assert_uint_eq(stopped, 1);
	free(data);
}
END_TEST

/* Every length it can be cut to. */
START_TEST(test_cut)
{
	size_t length;
	unsigned char *data = read_object("honest", &length);
	for (size_t i = 0; i < length; i += i < 1024 ? 1 : 13) {
		struct seen seen = {0};
		unsigned char *shorter = malloc(i == 0 ? 1 : i);
		memcpy(shorter, data, i);
		symbols_read(shorter, i, count, &seen);
		free(shorter);
	}
	free(data);
}
END_TEST

/* Numbers that are likely to break sums and products, at places where numbers stand. */
START_TEST(test_changed)
{
	static const uint64_t numbers[] = {0,	      1,      24, 0xffff, 0xffffffff, UINT64_MAX, UINT64_MAX - 63,
					   INT64_MAX, 1 << 20};
	size_t length, found = 0;
	unsigned char *data = read_object("honest", &length), *changed = malloc(length);
	Elf64_Ehdr header;
	memcpy(&header, data, sizeof(header));
	srand(7);
	for (int i = 0; i < 20000; i++) {
		struct seen seen = {0};
		memcpy(changed, data, length);
		for (int j = 0; j < 1 + i % 3; j++) {
			/* within the header, the section headers, or anywhere */
			const size_t places[] = {0, (size_t)header.e_shoff, 0};
			const size_t spans[] = {sizeof(header), length - (size_t)header.e_shoff, length};
			size_t at = places[i % 3] + (size_t)rand() % spans[i % 3];
			uint64_t number = numbers[(size_t)rand() % (sizeof(numbers) / sizeof(numbers[0]))];
			size_t bytes = (size_t)1 << (rand() % 4);
			memcpy(changed + at, &number, bytes < length - at ? bytes : length - at);
		}
		found += symbols_read(changed, length, count, &seen) > 0;
	}
	ck_assert_uint_gt(found, 1000);
	free(changed);
	free(data);
}
END_TEST

static enum near_miss miss(const char *name, const char *function, char symbol[NEAR_SYMBOL_BYTES])
{
	struct submission submission;
	trial_submission(name, &submission);
	enum near_miss near = submission_near_miss(&submission, function, symbol);
	submission_close(&submission);
	return near;
}

START_TEST(test_near)
{
	char symbol[NEAR_SYMBOL_BYTES];
	ck_assert_int_eq(miss("misspelt", "attn_edges", symbol), NEAR_MISS_OTHER);
	ck_assert_str_eq(symbol, "attn_egdes");
	ck_assert_int_eq(miss("mangled", "attn_edges", symbol), NEAR_MISS_MANGLED);
	ck_assert_str_eq(symbol, "_Z10attn_edgesmPmS_");
	ck_assert_int_eq(miss("hidden_symbol", "attn_edges", symbol), NEAR_MISS_HIDDEN);
	ck_assert_int_eq(miss("missing", "attn_edges", symbol), NEAR_MISS_NONE);
	/* far too far, and a function of the contract in its own right */
	ck_assert_int_eq(miss("misspelt", "attn_causal_backward", symbol), NEAR_MISS_NONE);
	ck_assert_int_eq(miss("honest", "attn_edge", symbol), NEAR_MISS_NONE);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {test_honest, test_cut, test_changed, test_near};
	return SUITE_RUN("symbols", tests, NULL, NULL);
}
