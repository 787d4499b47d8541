/* make install and uninstall; the installed grader finds its worker, exercises and header from any folder. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/program.h"

static struct program make(const char *folder, const char *target)
{
	TEXT_SCOPED struct text destination = {0};
	text_add_format(&destination, "DESTDIR=%s", folder);
	const char *const argv[] = {"make",
				    "-s",
				    "-C",
				    SOURCE_DIR,
				    "BUILD=" BUILD_DIR,
				    target,
				    "PREFIX=/opt/gym",
				    text_string(&destination),
				    NULL};
	return program_run(NULL, argv);
}

/* Runs the installed grader in another folder. */
#define INSTALLED(folder, ...) program_run("/", (const char *const[]){text_string(folder), __VA_ARGS__, NULL})

START_TEST(installed_it_works_from_anywhere)
{
	FOLDER_SCOPED char *folder = folder_create();
	PROGRAM_SCOPED struct program made = make(folder, "install");
	ck_assert_msg(made.status == 0, "%s", text_string(&made.err));
	TEXT_SCOPED struct text grader = {0}, header = {0};
	text_add_format(&grader, "%s/opt/gym/bin/grader", folder);
	PROGRAM_SCOPED struct program list = INSTALLED(&grader, "list");
	ck_assert_msg(list.status == EXIT_WELL, "%s", text_string(&list.err));
	ck_assert_ptr_nonnull(strstr(text_string(&list.out), "attn_causal"));
	PROGRAM_SCOPED struct program check = INSTALLED(&grader, "check", BUILD_DIR "/samples/plain.so");
	ck_assert_msg(check.status == EXIT_WELL, "%s%s", text_string(&check.out), text_string(&check.err));
	ck_assert(folder_read(folder, "opt/gym/share/attention-gym/attention.h", &header));
	ck_assert(folder_read(folder, "opt/gym/share/attention-gym/template/Makefile", &header));
}
END_TEST

/* Where man and the shells look. */
static const char *const shared[] = {"man/man1/grader.1", "man/man5/grader-course.5", "man/man5/grader-exercise.5",
				     "bash-completion/completions/grader", "zsh/site-functions/_grader"};

START_TEST(installed_it_is_documented)
{
	FOLDER_SCOPED char *folder = folder_create();
	PROGRAM_SCOPED struct program made = make(folder, "install");
	ck_assert_int_eq(made.status, 0);
	for (size_t i = 0; i < sizeof(shared) / sizeof(shared[0]); i++) {
		TEXT_SCOPED struct text name = {0}, data = {0};
		text_add_format(&name, "opt/gym/share/%s", shared[i]);
		ck_assert_msg(folder_read(folder, text_string(&name), &data), "%s", shared[i]);
		ck_assert(data.length > 1000);
	}
}
END_TEST

START_TEST(uninstalled_nothing_is_left)
{
	FOLDER_SCOPED char *folder = folder_create();
	PROGRAM_SCOPED struct program made = make(folder, "install");
	PROGRAM_SCOPED struct program unmade = make(folder, "uninstall");
	ck_assert_int_eq(made.status, 0);
	ck_assert_int_eq(unmade.status, 0);
	const char *const argv[] = {"find", folder, "-type", "f", NULL};
	PROGRAM_SCOPED struct program left = program_run(NULL, argv);
	ck_assert_str_eq(text_string(&left.out), "");
}
END_TEST

/* The starter, copied with the installed header, becomes a submission by typing `make`. */
START_TEST(a_student_types_make)
{
	FOLDER_SCOPED char *folder = folder_create();
	PROGRAM_SCOPED struct program made = make(folder, "install");
	ck_assert_int_eq(made.status, 0);
	const char *const copy[] = {"sh", "-c",
				    "mkdir mine && cp opt/gym/share/attention-gym/template/* "
				    "opt/gym/share/attention-gym/attention.h mine/ && make -s -C mine",
				    NULL};
	PROGRAM_SCOPED struct program built = program_run(folder, copy);
	ck_assert_msg(built.status == 0, "%s", text_string(&built.err));
	PROGRAM_SCOPED struct program check =
		GRADER(folder, "check", "-x", SOURCE_DIR "/exercises", "mine/attention.so");
	ck_assert_int_eq(check.status, EXIT_FINDINGS);
	ck_assert_ptr_nonnull(strstr(text_string(&check.out), "missing"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("install");
	TCase *tests = tcase_create("install");
	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, installed_it_works_from_anywhere);
	tcase_add_test(tests, installed_it_is_documented);
	tcase_add_test(tests, uninstalled_nothing_is_left);
	tcase_add_test(tests, a_student_types_make);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
