/*
 * The exercises that come with the gym: all of them load, and every case of every group can be made. So do
 * the examples in their manual.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/text.h"
#include "exercise/exercise.h"
#include "suite.h"

static void make_cases(const struct exercise *exercise, size_t group, struct diagnostics *diagnostics)
{
	static const struct secret public_secret;
	for (unsigned repetition = 0; repetition < exercise->groups[group].repeat; repetition++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		struct frame frame;
		bool absent[OPERATION_PARAMETERS_MAX];
		ck_assert_msg(
			exercise_case(exercise, group, repetition, &public_secret, arena, diagnostics, &frame, absent),
			"%s, \"%s\", repetition %u", exercise->path, exercise->groups[group].name, repetition);
		ck_assert_ptr_eq(frame.operation, exercise->operation);
	}
}

START_TEST(every_case_can_be_made)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const char *paths[] = {SOURCE_DIR "/exercises"};
	struct catalogue catalogue;
	bool loaded = catalogue_load(paths, 1, arena, diagnostics, &catalogue);
	for (size_t i = 0; i < catalogue.count; i++)
		for (size_t g = 0; g < catalogue.exercises[i]->n_groups; g++)
			make_cases(catalogue.exercises[i], g, diagnostics);
	diagnostics_print(diagnostics, stderr, false);
	ck_assert(loaded);
	ck_assert_uint_eq(diagnostics_total(diagnostics), 0);
	ck_assert_uint_gt(catalogue.count, 0);
}
END_TEST

/* The yaml block that follows a heading of the manual. */
static void read_example(const char *heading, struct text *example)
{
	TEXT_SCOPED struct text manual = {0};
	FILE *file = fopen(SOURCE_DIR "/exercises/README.md", "r");
	ck_assert_ptr_nonnull(file);
	char block[4096];
	for (size_t length; (length = fread(block, 1, sizeof(block), file)) > 0;)
		text_add_bytes(&manual, block, length);
	fclose(file);
	const char *section = strstr(text_string(&manual), heading);
	ck_assert_ptr_nonnull(section);
	const char *start = strstr(section, "```yaml\n");
	ck_assert_ptr_nonnull(start);
	start += strlen("```yaml\n");
	text_add_bytes(example, start, (size_t)(strstr(start, "```") - start));
}

START_TEST(the_manual_shows_an_exercise_that_loads)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	TEXT_SCOPED struct text example = {0};
	read_example("## A complete example", &example);
	const struct exercise *exercise = exercise_parse("L2-application/example.yaml", text_string(&example),
							 example.length, arena, diagnostics);
	diagnostics_print(diagnostics, stderr, false);
	ck_assert_ptr_nonnull(exercise);
	ck_assert_uint_eq(exercise->n_groups, 2);
	for (size_t g = 0; g < exercise->n_groups; g++)
		make_cases(exercise, g, diagnostics);
}
END_TEST

START_TEST(the_manual_shows_a_case_that_can_be_answered)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	TEXT_SCOPED struct text example = {0};
	char path[] = "/tmp/test-shipped-XXXXXX";
	struct frame frame;
	bool absent[OPERATION_PARAMETERS_MAX];
	read_example("## Trying things out", &example);
	int descriptor = mkstemp(path);
	ck_assert_int_ge(descriptor, 0);
	ck_assert_int_eq(write(descriptor, text_string(&example), example.length), (int)example.length);
	close(descriptor);
	bool made = exercise_single_case(path, arena, diagnostics, &frame, absent);
	unlink(path);
	diagnostics_print(diagnostics, stderr, false);
	ck_assert(made);
	ck_assert_str_eq(frame.operation->name, "attn_masked_softmax");
}
END_TEST

int main(void)
{
	const TTest *tests[] = {
		every_case_can_be_made,
		the_manual_shows_an_exercise_that_loads,
		the_manual_shows_a_case_that_can_be_answered,
	};
	return SUITE_RUN("shipped exercises", tests, NULL, NULL);
}
