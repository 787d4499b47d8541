/* Who handed in, and who is told about because they did not: the real grader on folders of all kinds. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/program.h"
#include "suite.h"

static char *folder;

static void set_up(void)
{
	folder = folder_create();
	const char *const argv[] = {"mkdir", "L2-application", "class", NULL};
	PROGRAM_SCOPED struct program made = program_run(folder, argv);
	ck_assert_int_eq(made.status, 0);
	folder_write(folder, "L2-application/mine.yaml",
		     "id: L2.1\ntitle: t\nfunction: attn_softmax\npoints: 1\nstatement: s\n"
		     "cases:\n- {name: a, given: {n_q: 1, n_k: 1, scores: 0}}\n");
}

static void tear_down(void)
{
	folder_remove(&folder);
}

/* A file below the class, in folders that are made. What it holds is no library, so it is rejected. */
static void hand_in(const char *name)
{
	char path[256];
	snprintf(path, sizeof(path), "%s/class/%s", folder, name);
	for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
		*slash = '\0';
		mkdir(path, 0700);
		*slash = '/';
	}
	snprintf(path, sizeof(path), "class/%s", name);
	folder_write(folder, path, name);
}

static struct program grade(const char *place)
{
	return GRADER(folder, "grade", "-x", "L2-application", place);
}

START_TEST(nobody_vanishes_without_a_word)
{
	hand_in("ada.so");
	hand_in("bob/attention.c");
	hand_in("bob/Makefile");
	hand_in("cleo/build/attention.so");
	hand_in("dora.SO");
	hand_in("erik/attention.SO");
	hand_in("fay.zip");
	char path[256];
	snprintf(path, sizeof(path), "%s/class/gil", folder);
	ck_assert_int_eq(symlink("nowhere", path), 0);
	snprintf(path, sizeof(path), "%s/class/hal", folder);
	ck_assert_int_eq(symlink("bob", path), 0);
	snprintf(path, sizeof(path), "%s/class/ian.so", folder);
	ck_assert_int_eq(symlink("nowhere", path), 0);
	PROGRAM_SCOPED struct program program = grade("class/");
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
	ck_assert_str_eq(
		text_string(&program.err),
		"grader: warning: \"class/bob\" is left out: it holds no *.so\n"
		"grader: warning: \"class/cleo\" is left out: it holds no *.so; "
		"\"class/cleo/build/attention.so\" is not looked at\n"
		"grader: warning: \"class/dora.SO\" is left out: STUDENT.so or STUDENT/*.so is wanted\n"
		"grader: warning: \"class/erik\" is left out: it holds no *.so; "
		"\"class/erik/attention.SO\" is not looked at\n"
		"grader: warning: \"class/fay.zip\" is left out: STUDENT.so or STUDENT/*.so is wanted\n"
		"grader: warning: \"class/gil\" is left out: the link leads nowhere: no such file or directory\n"
		"grader: warning: \"class/hal\" is left out: it is a symbolic link, not a folder\n"
		"grader: warning: \"class/ian.so\" is left out: the link leads nowhere: no such file or directory\n");
	ck_assert_ptr_nonnull(strstr(text_string(&program.out), "ada: rejected"));
	ck_assert_ptr_nonnull(strstr(text_string(&program.out), "1 submission: 0 graded, 1 rejected"));
}
END_TEST

/* What nobody takes for a hand-in: hidden things, notes beside the submissions, the gym's own folders. */
START_TEST(there_is_no_fuss_about_other_things)
{
	hand_in("ada/attention.so");
	hand_in("ada/attention.c");
	hand_in("ada/build/attention.o");
	hand_in(".dora.SO");
	hand_in(".git/config");
	hand_in("README.md");
	hand_in("template/attention.c");
	hand_in("samples/plain/attention.so");
	PROGRAM_SCOPED struct program program = grade("class");
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
	ck_assert_str_eq(text_string(&program.err), "");
	ck_assert_ptr_nonnull(strstr(text_string(&program.out), "ada: rejected"));
	ck_assert_ptr_null(strstr(text_string(&program.out), "template"));
}
END_TEST

/* The name alone does not hide what was handed in. */
START_TEST(a_student_may_be_called_template)
{
	hand_in("template/attention.so");
	PROGRAM_SCOPED struct program program = grade("class");
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
	ck_assert_ptr_nonnull(strstr(text_string(&program.out), "template: rejected"));
	ck_assert_str_eq(text_string(&program.err), "");
}
END_TEST

/* The time of a file below the class: so many seconds after the beginning. */
static void set_time(const char *name, time_t seconds)
{
	char path[256];
	const struct timespec times[2] = {{seconds, 0}, {seconds, 0}};
	snprintf(path, sizeof(path), "%s/class/%s", folder, name);
	ck_assert_int_eq(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* Of several files in a folder the newest counts; of equally old ones the last by name. */
START_TEST(the_newest_counts)
{
	hand_in("ada/a.so");
	hand_in("ada/z.so");
	folder_write(folder, "class/ada/m.so", "");
	set_time("ada/a.so", 2000);
	set_time("ada/m.so", 3000);
	set_time("ada/z.so", 1000);
	PROGRAM_SCOPED struct program newest = grade("class");
	ck_assert_ptr_nonnull(strstr(text_string(&newest.out), "empty"));
	set_time("ada/z.so", 3000);
	PROGRAM_SCOPED struct program last = grade("class");
	ck_assert_ptr_nonnull(strstr(text_string(&last.out), "ada: rejected"));
	ck_assert_ptr_null(strstr(text_string(&last.out), "empty"));
	set_time("ada/m.so", 3001);
	PROGRAM_SCOPED struct program again = grade("class");
	ck_assert_ptr_nonnull(strstr(text_string(&again.out), "empty"));
}
END_TEST

int main(void)
{
	const TTest *tests[] = {nobody_vanishes_without_a_word, there_is_no_fuss_about_other_things,
				a_student_may_be_called_template, the_newest_counts};
	return SUITE_RUN("hand in", tests, set_up, tear_down);
}
