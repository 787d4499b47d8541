/*
 * The main of a suite that is one list of tests with one fixture (functions, or NULL).
 */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include <check.h>
#include <stdbool.h>
#include <stddef.h>

/* Sanitizers take many times as long, and want the code to be run rather than all that it can be given. */
#ifdef SANITIZED
enum { SUITE_IS_SANITIZED = true };
#else
enum { SUITE_IS_SANITIZED = false };
#endif
/* How many rows of a table of much the same are tried, from its beginning. */
#define SUITE_SHARE(count) (SUITE_IS_SANITIZED ? ((count) + 3) / 4 : (count))

/* What main returns: 0 if all tests passed. */
static inline int suite_run(const char *name, const TTest *const *tests, size_t count, SFun set_up, SFun tear_down)
{
	Suite *suite = suite_create(name);
	TCase *all = tcase_create(name);
	tcase_add_checked_fixture(all, set_up, tear_down);
	tcase_set_timeout(all, 600); /* against hanging only */
	for (size_t i = 0; i < count; i++)
		tcase_add_test(all, tests[i]);
	suite_add_tcase(suite, all);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

#define SUITE_RUN(name, tests, set_up, tear_down) \
	suite_run(name, tests, sizeof(tests) / sizeof((tests)[0]), set_up, tear_down)

#endif
