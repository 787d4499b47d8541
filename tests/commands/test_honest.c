/*
 * Honest code is not hurt: nothing that tests/honest/list.mk builds, by whatever compiler, linker and flags, and
 * whatever it does beside its work, loses a point.
 */
#include <check.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/course.h"
#include "commands/marks.h"
#include "honest.h"
#include "suite.h"

#define HONEST_DIR BUILD_DIR "/honest"
#define OWN_EXERCISES TESTS_DIR "/honest/exercises/L2-honest"

/* What compilers do is nothing that sanitizers look at: a level is enough for them. */
#define ASKED (SUITE_IS_SANITIZED ? "exercises/L2-application" : "exercises")

/* With -Ofast, one gives up NaN, infinities and the smallest numbers. */
static bool gives_up_specials(const char *name)
{
	return strstr(name, "Ofast") != NULL;
}

/* All that was built in a folder was graded and lost nothing. */
static void expect_unhurt(const struct program *program, const char *folder, const char *pattern, size_t least)
{
	glob_t files;
	json_t *course = course_parse(program);
	ck_assert_int_eq(glob(pattern, 0, NULL, &files), 0);
	ck_assert_uint_ge(files.gl_pathc, least);
	ck_assert_uint_eq(json_array_size(json_object_get(course, "students")), files.gl_pathc);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		char *name = strrchr(files.gl_pathv[i], '/') + 1;
		name[strlen(name) - strlen(".so")] = '\0';
		const json_t *student = marks_student(course, name);
		if (gives_up_specials(name))
			marks_expect_all_but_specials(student, folder);
		else
			marks_expect_everything(student);
	}
	json_decref(course);
	globfree(&files);
}

START_TEST(any_compiler_at_any_level)
{
	FOLDER_SCOPED char *folder = folder_create();
	marks_light_exercises(folder);
	PROGRAM_SCOPED struct program program =
		GRADER(folder, "grade", "-x", ASKED, "-f", "json", HONEST_DIR "/levels");
	expect_unhurt(&program, folder, HONEST_DIR "/levels/*.so", 24);
}
END_TEST

/* All that the grader itself takes for honest, with long rows too where no sanitizer is at work. */
START_TEST(any_step_done_otherwise)
{
	FOLDER_SCOPED char *folder = folder_create();
	marks_long_exercises(folder);
	PROGRAM_SCOPED struct program program =
		GRADER(folder, "grade", "-x", ASKED, "-f", "json", HONEST_DIR "/harmless");
	expect_unhurt(&program, folder, HONEST_DIR "/harmless/*.so", honest_count() - 1);
}
END_TEST

START_TEST(any_habit_and_any_linker)
{
	FOLDER_SCOPED char *folder = folder_create();
	PROGRAM_SCOPED struct program program =
		GRADER(folder, "grade", "-x", OWN_EXERCISES, "-f", "json", HONEST_DIR "/habits");
	ck_assert_msg(program.status == EXIT_WELL || program.status == EXIT_FINDINGS, "%s", text_string(&program.err));
	expect_unhurt(&program, folder, HONEST_DIR "/habits/*.so", 40);
}
END_TEST

START_TEST(threads_where_they_are_allowed)
{
	FOLDER_SCOPED char *folder = folder_create();
	PROGRAM_SCOPED struct program program =
		GRADER(folder, "grade", "-x", OWN_EXERCISES "/two-threads.yaml", "-f", "json", HONEST_DIR "/threads");
	expect_unhurt(&program, folder, HONEST_DIR "/threads/*.so", 2);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {any_compiler_at_any_level, any_step_done_otherwise, any_habit_and_any_linker,
				      threads_where_they_are_allowed};
	return SUITE_RUN("honest", tests, NULL, NULL);
}
