/* What the command line says of itself, and how it takes misuse: exit code 2 and a hint. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/program.h"

START_TEST(help_lists_every_command)
{
	PROGRAM_SCOPED struct program program = GRADER(NULL, "--help");
	ck_assert_int_eq(program.status, EXIT_WELL);
	for (size_t i = 0; i < command_count; i++)
		ck_assert_msg(strstr(text_string(&program.out), commands[i].name) != NULL, "%s", commands[i].name);
}
END_TEST

START_TEST(every_command_has_help)
{
	PROGRAM_SCOPED struct program program = GRADER(NULL, commands[_i].name, "--help");
	ck_assert_int_eq(program.status, EXIT_WELL);
	ck_assert_ptr_nonnull(strstr(text_string(&program.out), commands[_i].brief));
	ck_assert_ptr_nonnull(strstr(text_string(&program.out), "--help"));
	ck_assert_str_eq(text_string(&program.err), "");
}
END_TEST

START_TEST(version_is_told)
{
	PROGRAM_SCOPED struct program program = GRADER(NULL, "--version");
	TEXT_SCOPED struct text version = {0}, want = {0};
	ck_assert(folder_read(SOURCE_DIR, "grader/VERSION", &version));
	text_add_format(&want, "grader %s", text_string(&version));
	ck_assert_int_eq(program.status, EXIT_WELL);
	ck_assert_str_eq(text_string(&program.out), text_string(&want));
}
END_TEST

static const struct {
	const char *argv[5];
	const char *says;
} misuses[] = {
	{{BUILD_DIR "/grader", NULL}, "usage:"},
	{{BUILD_DIR "/grader", "bake", NULL}, "there is no command \"bake\""},
	{{BUILD_DIR "/grader", "check", NULL}, "FILE.so is missing"},
	{{BUILD_DIR "/grader", "check", "a.so", "b.so", NULL}, "\"b.so\" is one too many"},
	{{BUILD_DIR "/grader", "grade", "--jobs", "0", NULL}, "\"0\" is no number from 1 to 256"},
	{{BUILD_DIR "/grader", "grade", "--jobs", "two", NULL}, "\"two\" is no number"},
	{{BUILD_DIR "/grader", "grade", "--jobs", NULL}, "wants a value"},
	{{BUILD_DIR "/grader", "grade", "--colour", NULL}, "\"--colour\" is not known here"},
	{{BUILD_DIR "/grader", "list", "-j", "2", NULL}, "\"j\" is not known here"},
	{{BUILD_DIR "/grader", "doctor", "--sandbox", "none", NULL}, "is neither bubblewrap nor landlock"},
	{{BUILD_DIR "/grader", "list", "--format", "xml", NULL}, "is neither text nor json"},
	{{BUILD_DIR "/grader", "show", "L9.9", NULL}, "there is no exercise \"L9.9\""},
};

START_TEST(misuse_is_explained)
{
	PROGRAM_SCOPED struct program program = program_run(SOURCE_DIR, misuses[_i].argv);
	ck_assert_int_eq(program.status, EXIT_USAGE);
	ck_assert_msg(strstr(text_string(&program.err), misuses[_i].says) != NULL, "%s", text_string(&program.err));
	ck_assert_str_eq(text_string(&program.out), "");
}
END_TEST

START_TEST(report_without_a_gradebook_is_no_crash)
{
	FOLDER_SCOPED char *folder = folder_create();
	PROGRAM_SCOPED struct program program = GRADER(folder, "report");
	ck_assert_int_eq(program.status, EXIT_HARNESS);
	ck_assert_msg(strstr(text_string(&program.err), "grades.db") != NULL, "%s", text_string(&program.err));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("usage");
	TCase *tests = tcase_create("usage");
	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, help_lists_every_command);
	tcase_add_loop_test(tests, every_command_has_help, 0, (int)command_count);
	tcase_add_test(tests, version_is_told);
	tcase_add_loop_test(tests, misuse_is_explained, 0, (int)(sizeof(misuses) / sizeof(misuses[0])));
	tcase_add_test(tests, report_without_a_gradebook_is_no_crash);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
