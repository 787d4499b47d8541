/* The exercises that ship pass lint's audit, all of it: each catches every misconception that it does not excuse. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "commands/command.h"
#include "commands/program.h"

/* Sanitizers take many times as long, and want the code to be run rather than all exercises. */
#ifdef __SANITIZE_ADDRESS__
static const char *const audited[] = {SOURCE_DIR "/exercises/L1-recognition", SOURCE_DIR "/exercises/L3-analysis"};
#else
static const char *const audited[] = {SOURCE_DIR "/exercises"};
#endif

enum { AUDITED = sizeof(audited) / sizeof(audited[0]) };

START_TEST(shipped_exercises_pass_the_audit)
{
	PROGRAM_SCOPED struct program program = GRADER(NULL, "lint", audited[_i]);
	ck_assert_msg(program.status == EXIT_WELL, "%s", text_string(&program.err));
	ck_assert_str_eq(text_string(&program.err), "");
	ck_assert_msg(strstr(text_string(&program.out), " 0 errors, 0 warnings\n") != NULL, "%s",
		      text_string(&program.out));
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
