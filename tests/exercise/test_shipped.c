/*
 * The exercises that come with the gym: all of them load, and every case of every group can be made.
 */
#include <check.h>
#include <stdlib.h>

#include "exercise/exercise.h"

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

int main(void)
{
	Suite *suite = suite_create("shipped exercises");
	TCase *cases = tcase_create("load");
	tcase_set_timeout(cases, 120);
	tcase_add_test(cases, every_case_can_be_made);
	suite_add_tcase(suite, cases);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
