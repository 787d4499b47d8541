/*
 * The exercises that ship pass lint's audit, all of it: each catches every misconception that it does not excuse. And
 * what the `why` of a case says that it catches, it does catch.
 */
#include <check.h>
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/program.h"
#include "exercise/exercise.h"

/* Sanitizers take many times as long, and want the code to be run rather than all exercises. */
#ifdef SANITIZED
static const char *const audited[] = {SOURCE_DIR "/exercises/L1-recognition", SOURCE_DIR "/exercises/L3-analysis"};
#else
static const char *const audited[] = {SOURCE_DIR "/exercises"};
#endif

enum { AUDITED = sizeof(audited) / sizeof(audited[0]) };

/* As lint has it: an infinity is a word, and what was not tried is null. */
static bool is_caught(const json_t *ratio)
{
	enum { FAILS_CLEARLY = 4 };
	return json_is_null(ratio) || json_is_string(ratio) || json_number_value(ratio) >= FAILS_CLEARLY;
}

/* Does the group catch that misconception? `named` says whether it must be one that breaks the function at all. */
static void expect_caught(const json_t *coverage, size_t group, const char *name, unsigned number, bool named)
{
	char id[16];
	size_t index;
	const json_t *row;
	snprintf(id, sizeof(id), "M%02u", number);
	json_array_foreach(json_object_get(coverage, "misconceptions"), index, row)
	{
		if (strcmp(json_string_value(json_object_get(row, "id")), id) != 0)
			continue;
		ck_assert_msg(is_caught(json_array_get(json_object_get(row, "ratios"), group)),
			      "%s: the why of \"%s\" names %s, which passes it",
			      json_string_value(json_object_get(coverage, "id")), name, id);
		return;
	}
	ck_assert_msg(!named, "%s: the why of \"%s\" names %s, which is no mistake in that function",
		      json_string_value(json_object_get(coverage, "id")), name, id);
}

/* Every "M18" of a why, and all between the ends of an "M20 to M25" that break the function. */
static void check_why(const json_t *coverage, size_t group, const char *name, const char *why)
{
	unsigned last = 0;
	for (const char *at = why; (at = strchr(at, 'M')) != NULL; at++) {
		if (!isdigit((unsigned char)at[1]) || (at > why && isalnum((unsigned char)at[-1])))
			continue;
		const unsigned number = (unsigned)strtoul(at + 1, NULL, 10);
		if (at >= why + 4 && strncmp(at - 4, " to ", 4) == 0)
			for (unsigned between = last + 1; between < number; between++)
				expect_caught(coverage, group, name, between, false);
		expect_caught(coverage, group, name, number, true);
		last = number;
	}
}

static void check_whys(const json_t *coverages, const struct catalogue *course)
{
	size_t index;
	const json_t *coverage;
	json_array_foreach(coverages, index, coverage)
	{
		const struct exercise *exercise =
			catalogue_find(course, json_string_value(json_object_get(coverage, "id")));
		ck_assert_ptr_nonnull(exercise);
		for (size_t g = 0; g < exercise->n_groups; g++)
			check_why(coverage, g, exercise->groups[g].name, exercise->groups[g].why);
	}
}

START_TEST(shipped_exercises_pass_the_audit)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	PROGRAM_SCOPED struct program program = GRADER(NULL, "lint", "--format", "json", audited[_i]);
	const char *whole = SOURCE_DIR "/exercises";
	struct catalogue course;
	json_error_t error;
	ck_assert(catalogue_load(&whole, 1, arena, diagnostics, &course));
	ck_assert_msg(program.status == EXIT_WELL, "%s", text_string(&program.out));
	ck_assert_str_eq(text_string(&program.err), "");
	json_t *root = json_loads(text_string(&program.out), 0, &error);
	ck_assert_msg(root != NULL, "%s", error.text);
	ck_assert_uint_eq(json_array_size(json_object_get(root, "findings")), 0);
	ck_assert_uint_gt(json_array_size(json_object_get(root, "coverage")), 0);
	check_whys(json_object_get(root, "coverage"), &course);
	json_decref(root);
}
END_TEST

int main(void)
{
	enum { HANGS_SECONDS = 900 }; /* seconds are what it takes, minutes with sanitizers beside other suites */
	Suite *suite = suite_create("commands/shipped");
	TCase *all = tcase_create("shipped");
	tcase_set_timeout(all, HANGS_SECONDS);
	tcase_add_loop_test(all, shipped_exercises_pass_the_audit, 0, AUDITED);
	if (AUDITED > 1)
		puts("under sanitizers a sample: the exercises of levels 1 and 3");
	suite_add_tcase(suite, all);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
