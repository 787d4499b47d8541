/*
 * The grader fails: there is no sandbox, or a file cannot be read. Nobody has a score or an attempt of it, the
 * instructor is told on the class page, by whatever else shows scores, and until it is made good; the student learns
 * that it is not theirs to mend, and no more.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/course.h"
#include "commands/marks.h"
#include "suite.h"

enum { STUDENTS = 2 }; /* "plain", who wins all 22 points, and "no-scaling" */

static char *folder;

static void set_up(void)
{
	folder = folder_create();
	course_create(folder, STUDENTS);
}

static void tear_down(void)
{
	folder_remove(&folder);
}

static void expect(const struct program *program, int status, const char *out, const char *err)
{
	ck_assert_msg(program->status == status && strstr(text_string(&program->out), out) != NULL &&
			      strstr(text_string(&program->err), err) != NULL,
		      "exit %d, \"%s\", \"%s\", not %d, \"%s\", \"%s\"", program->status, text_string(&program->out),
		      text_string(&program->err), status, out, err);
}

static void grade(int status)
{
	PROGRAM_SCOPED struct program program = GRADER(folder, "grade", "-x", "L3-analysis", "class");
	expect(&program, status, "", "");
}

/* By a grader that finds no bubblewrap. */
static void grade_in_vain(void)
{
	const char *const lame[] = {
		"/usr/bin/env", "PATH=/nowhere", BUILD_DIR "/grader", "grade", "-x", "L3-analysis", "class", NULL};
	PROGRAM_SCOPED struct program program = program_run(folder, lame);
	expect(&program, EXIT_HARNESS, "", "bubblewrap is missing");
}

static void expect_file(const char *name, const char *words, bool there)
{
	TEXT_SCOPED struct text data = {0};
	ck_assert_msg(folder_read(folder, name, &data), "%s", name);
	ck_assert_msg((strstr(text_string(&data), words) != NULL) == there, "\"%s\" in %s", words, name);
}

static void report(void)
{
	PROGRAM_SCOPED struct program program = GRADER(folder, "report");
	expect(&program, EXIT_WELL, "", "");
}

static void expect_export(const char *format, const char *words)
{
	PROGRAM_SCOPED struct program program = GRADER(folder, "export", "--format", format);
	expect(&program, EXIT_WELL, words, "the first of");
}

static const char class_page[] = "reports/class/index.html", listed[] = "harness fault</span> ";

START_TEST(who_was_never_graded_has_no_score)
{
	grade_in_vain();
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), 0);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM fault WHERE length(sha256) = 32"), STUDENTS);
	report();
	expect_file(class_page, listed, true);
	expect_file(class_page, "class/student-001.so", true);
	expect_file(class_page, "bubblewrap is missing", true);
	expect_file(class_page, "there is no score yet", true);
	expect_file("reports/students/student-000.html", "this is our fault and uses up no attempt", true);
	expect_file("reports/students/student-000.html", "missing", false);
	expect_file("reports/students/student-000.html", "class/student", false);
	expect_export("csv", "student-000,,,,,,,0,,harness_fault,22,,,,,,\r\n");
	expect_export("canvas", "student-000,,,,,,,\r\n");
	expect_export("moodle", "student-000,student-000,student-000,-,");
	expect_export("junit", "tests=\"1\" failures=\"0\" errors=\"1\"");
	grade(EXIT_FINDINGS);
	report();
	expect_file(class_page, listed, false);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM fault"), 0);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), STUDENTS);
}
END_TEST

static void expect_json(const char *words)
{
	PROGRAM_SCOPED struct program program =
		GRADER(folder, "export", "--format", "json", "--student", "student-000");
	expect(&program, EXIT_WELL, words, "");
}

/* For an exercise it makes no total; for the whole course it is one. */
START_TEST(a_score_by_hand_is_no_total_of_what_was_never_graded)
{
	static const char page[] = "reports/students/student-000.html";
	static const char of_one[] = "L3.1: 5 points given by hand, not graded yet: seen";
	grade_in_vain();
	PROGRAM_SCOPED struct program one = GRADER(folder, "score", "student-000", "L3.1", "-p", "5", "-R", "seen");
	expect(&one, EXIT_WELL, "student-000: 5 of 10 points so far\n", "");
	expect(&one, EXIT_WELL, "  1 of 3 exercises has a score so far, the rest is not graded yet\n", "");
	expect(&one, EXIT_WELL, of_one, "");
	report();
	expect_file(page, "<b>5</b> of 10 points so far<", true);
	expect_file(page, of_one, true);
	expect_file(page, "by the grader", false);
	expect_export("csv", "student-000,,,,,,,0,,harness_fault,22,,,,5,,\r\n");
	expect_json("\"won\": null,\n      \"standing\"");
	expect_json(of_one);
	PROGRAM_SCOPED struct program board = GRADER(folder, "grade", "-x", "L3-analysis", "class/student-001.so");
	expect(&board, EXIT_FINDINGS, "- of 22  harness fault, given by hand\n", "");
	PROGRAM_SCOPED struct program all = GRADER(folder, "score", "student-000", "-p", "9", "-R", "oral");
	expect(&all, EXIT_WELL, "student-000: 9 of 22 points\n", "");
	expect(&all, EXIT_WELL, "  9 points given by hand, not graded yet: oral\n", "");
	report();
	expect_file(page, "<b>9</b> of 22 points<", true);
	expect_file(page, "by the grader", false);
	expect_file(class_page, "the score was given by hand", true);
	expect_export("csv", "student-000,,,,,,,0,,harness_fault,22,9,,9,5,,\r\n");
	expect_json("\"won\": 9.0,\n      \"standing\"");
}
END_TEST

/* What others handed in before is known, and is graded without a sandbox. */
START_TEST(who_was_graded_before_keeps_the_score)
{
	grade(EXIT_FINDINGS);
	course_copy_sample(folder, "class/student-000.so", "no-maximum", "2");
	grade_in_vain();
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM fault"), 1);
	report();
	expect_file(class_page, listed, true);
	expect_file(class_page, "the score is of an earlier hand-in", true);
	expect_file("reports/students/student-000.html", "this is our fault and uses up no attempt", true);
	expect_file("reports/students/student-001.html", "our fault", false);
	expect_export("canvas", "student-000,,,,,10,7,5\r\n");
	expect_export("junit", "tests=\"4\" failures=\"0\" errors=\"1\"");
	expect_export("junit", "name=\"latest hand-in\"");
	PROGRAM_SCOPED struct program json = GRADER(folder, "export", "--format", "json");
	json_t *course = course_parse(&json);
	const json_t *fault = json_object_get(marks_student(course, "student-000"), "fault");
	ck_assert_str_eq(marks_word(fault, "file"), "class/student-000.so");
	ck_assert_uint_eq(strlen(marks_word(fault, "sha256")), 64);
	ck_assert_ptr_nonnull(strstr(marks_word(fault, "reason"), "bubblewrap is missing"));
	ck_assert_uint_eq(strlen(marks_word(fault, "failed_at")), strlen("2026-01-01T00:00:00Z"));
	ck_assert_uint_eq(json_object_size(fault), 4);
	ck_assert(json_is_null(json_object_get(marks_student(course, "student-001"), "fault")));
	json_decref(course);
	PROGRAM_SCOPED struct program receipt = GRADER(folder, "receipt", "student-000");
	expect(&receipt, EXIT_WELL, "this is our fault and uses up no attempt", "");
}
END_TEST

/* The board of a grade elsewhere marks whoever waits; a file that is gone is waited for no longer. */
START_TEST(who_takes_it_back_is_not_waited_for)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/class/student-001.so", folder);
	grade_in_vain();
	PROGRAM_SCOPED struct program other = GRADER(folder, "grade", "-x", "L3-analysis", "class/student-000.so");
	expect(&other, EXIT_FINDINGS, "- of 22  harness fault\n", "");
	ck_assert_int_eq(unlink(text_string(&path)), 0);
	PROGRAM_SCOPED struct program narrow = GRADER(folder, "grade", "-x", "L3-analysis", "class/student-000.so");
	expect(&narrow, EXIT_FINDINGS, "harness fault", "");
	grade(EXIT_WELL);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM fault"), 0);
	report();
	expect_file(class_page, "student-001", false);
}
END_TEST

/* As somebody whom permissions bind, and by a grader that he may run wherever this one lies. */
static struct program grade_as_somebody(void)
{
	TEXT_SCOPED struct text command = {0};
	if (geteuid() != 0)
		return GRADER(folder, "grade", "-x", "L3-analysis", "class");
	text_add_format(&command,
			"mkdir -p '%s/bin' && cp " BUILD_DIR "/grader " BUILD_DIR
			"/grader-worker '%s/bin' && chown -R 65533:65533 '%s'",
			folder, folder, folder);
	ck_assert_int_eq(system(text_string(&command)), 0);
	return program_run(folder, (const char *const[]){"setpriv", "--reuid=65533", "--regid=65533", "--clear-groups",
							 "bin/grader", "grade", "-x", "L3-analysis", "class", NULL});
}

static void set_mode(const char *name, mode_t mode)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/%s", folder, name);
	ck_assert_int_eq(chmod(text_string(&path), mode), 0);
}

/* Where all of a class is closed, notes and the gym's own folders are no students. */
START_TEST(a_closed_class_is_no_zero)
{
	folder_write(folder, "class/README.md", "notes");
	PROGRAM_SCOPED struct program made =
		program_run(folder, (const char *const[]){"mkdir", "class/template", "class/ada", NULL});
	ck_assert_int_eq(made.status, 0);
	set_mode("class", 0444);
	PROGRAM_SCOPED struct program closed = grade_as_somebody();
	set_mode("class", 0755);
	expect(&closed, EXIT_HARNESS, "3 submissions: 0 graded, 0 rejected, 0 unchanged, 3 to be tried again\n", "");
	expect(&closed, EXIT_HARNESS, "ada: harness_fault: cannot be read: permission denied\n", "");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM fault"), STUDENTS + 1);
}
END_TEST

/* Files, folders that cannot be listed, or looked into. A link that leads nowhere is nothing. */
START_TEST(what_cannot_be_read_is_no_zero)
{
	static const struct {
		const char *file, *closed;
		mode_t mode;
	} things[] = {{"class/file.so", "class/file.so", 0},
		      {"class/unlisted/attention.so", "class/unlisted", 0},
		      {"class/unsearched/attention.so", "class/unsearched", 0444}};
	enum { THINGS = sizeof(things) / sizeof(things[0]) };
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/class/dangling.so", folder);
	ck_assert_int_eq(symlink("nowhere", text_string(&path)), 0);
	PROGRAM_SCOPED struct program made =
		program_run(folder, (const char *const[]){"mkdir", "class/unlisted", "class/unsearched", NULL});
	ck_assert_int_eq(made.status, 0);
	for (size_t i = 0; i < THINGS; i++) {
		course_copy_sample(folder, things[i].file, "plain", "x");
		set_mode(things[i].closed, things[i].mode);
	}
	PROGRAM_SCOPED struct program closed = grade_as_somebody();
	expect(&closed, EXIT_HARNESS, "file: harness_fault: cannot be opened: Permission denied\n", "");
	expect(&closed, EXIT_HARNESS, "unlisted: harness_fault: cannot be read: permission denied\n", "leads nowhere");
	expect(&closed, EXIT_HARNESS, "unsearched: harness_fault: cannot be read: permission denied\n", "");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), STUDENTS);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM fault WHERE sha256 IS NULL"), THINGS);
	for (size_t i = 0; i < THINGS; i++)
		set_mode(things[i].closed, 0755);
	PROGRAM_SCOPED struct program open = grade_as_somebody();
	expect(&open, EXIT_FINDINGS, "", "");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), STUDENTS + THINGS);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM fault"), 0);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		who_was_never_graded_has_no_score,     a_score_by_hand_is_no_total_of_what_was_never_graded,
		who_was_graded_before_keeps_the_score, who_takes_it_back_is_not_waited_for,
		what_cannot_be_read_is_no_zero,	       a_closed_class_is_no_zero};
	return SUITE_RUN("commands: faults", tests, set_up, tear_down);
}
