/*
 * Regrading with the real grader: what changes in a course after it was graded, who is told to have another score,
 * and what is stored.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/course.h"
#include "commands/pty.h"
#include "suite.h"

enum { STUDENTS = 2 }; /* "plain", who wins all 22 points, and "no-scaling", who loses points in L3.2 */

static char *folder;

static void set_up(void)
{
	folder = folder_create();
	course_create(folder, STUDENTS);
	PROGRAM_SCOPED struct program program = GRADER(folder, "grade", "-x", "L3-analysis", "class");
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
}

static void tear_down(void)
{
	folder_remove(&folder);
}

#define REGRADE(...) GRADER(folder, "regrade", "-x", "L3-analysis", __VA_ARGS__)

static void expect(const struct program *program, int status, const char *out)
{
	ck_assert_msg(program->status == status && strstr(text_string(&program->out), out) != NULL,
		      "exit %d, \"%s\" (%s), not %d, \"%s\"", program->status, text_string(&program->out),
		      text_string(&program->err), status, out);
}

static const json_t *get(const json_t *root, const char *const *path)
{
	for (; *path != NULL; path++)
		root = **path >= '0' && **path <= '9' ? json_array_get(root, strtoul(*path, NULL, 10))
						      : json_object_get(root, *path);
	ck_assert_ptr_nonnull(root);
	return root;
}

#define GET(root, ...) get(root, (const char *const[]){__VA_ARGS__, NULL})

/* In the file of an exercise, `from` becomes `to`. */
static void edit(const char *name, const char *from, const char *to)
{
	TEXT_SCOPED struct text before = {0}, after = {0}, path = {0};
	text_add_format(&path, "L3-analysis/%s", name);
	ck_assert(folder_read(folder, text_string(&path), &before));
	const char *place = strstr(text_string(&before), from);
	ck_assert_ptr_nonnull(place);
	text_add_bytes(&after, before.data, (size_t)(place - before.data));
	text_add(&after, to);
	text_add(&after, place + strlen(from));
	folder_write(folder, text_string(&path), text_string(&after));
}

static void change_points(void)
{
	edit("edges.yaml", "points: 10", "points: 919.25");
}

/* Both miss it: their sums of scores are scaled in float, which is nowhere near a millionth of the usual tolerance. */
static void lower_tolerance(void)
{
	edit("softmax.yaml", "points: 5", "points: 5\ntolerance: 1e-6");
}

static void add_hidden_group(void)
{
	edit("scores.yaml", "cases:\n",
	     "cases:\n- {name: wide, given: {n_q: 2, n_k: 2, d_k: 16, q: {normal: [0, 1]}, k: {normal: [0, 1]}}}\n");
}

static void remark(void)
{
	edit("edges.yaml", "title:", "# a remark\ntitle:");
}

/* As if all had been graded by another reference. */
static void change_reference(void)
{
	course_do(folder,
		  "UPDATE run SET reference = zeroblob(32); UPDATE result SET reference = zeroblob(32),"
		  " won = won - 1, grader_version = '0.0' WHERE exercise = (SELECT id FROM exercise WHERE name = "
		  "'L3.1'); UPDATE result SET reference = zeroblob(32)");
}

/* As if the gradebook had had another secret. */
static void change_secret(void)
{
	course_do(folder, "UPDATE run SET secret_id = zeroblob(32); UPDATE result SET secret_id = zeroblob(32),"
			  " won = 4, verdict = 'wrong' WHERE submission = 1 AND points = 5;"
			  " UPDATE result SET secret_id = zeroblob(32)");
}

/* Nothing is to be run for it. */
static void drop_alone(void)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/L3-analysis/edges.yaml", folder);
	ck_assert_int_eq(unlink(text_string(&path)), 0);
}

static void drop_exercise(void)
{
	drop_alone();
	edit("scores.yaml", "title:", "# a remark\ntitle:");
}

static const struct {
	void (*change)(void);
	int status;
	const char *says[6];
} changes[] = {
	{change_points,
	 EXIT_FINDINGS,
	 {"student-000: 22 of 22 -> 931.25 of 931.25 points\n  L3.1: passed 10 of 10 -> passed 919.25 of 919.25\n"
	  "    exercise file changed: ",
	  " (its points; whether tolerance, limits or inputs did cannot be told)\n",
	  "2 students changed, 0 unchanged\n"}},
	{add_hidden_group,
	 EXIT_FINDINGS,
	 {"student-001: ", "    through hidden group \"wide\": not there -> wrong, 0 of 1\n",
	  " (its groups of cases or rungs; whether ", "1 student changed, 1 unchanged\n"}},
	{lower_tolerance,
	 EXIT_FINDINGS,
	 {"  L3.3: passed 5 of 5 -> wrong ", "    through hidden group \"large\": passed, 4 of 4 -> wrong, ",
	  " (neither points nor groups; whether tolerance, "}},
	{remark, EXIT_WELL, {"0 students changed, 2 unchanged\n"}},
	{change_reference,
	 EXIT_FINDINGS,
	 {"student-000: 21 of 22 -> 22 of 22 points\n  L3.1: passed 9 of 10 -> passed 10 of 10\n"
	  "    reference changed: 000000000000 -> ",
	  "    grader version changed: 0.0 -> ", "2 students changed, 0 unchanged\n"}},
	{change_secret,
	 EXIT_FINDINGS,
	 {"  L3.3: wrong 4 of 5 -> passed 5 of 5\n    secret changed: 000000000000 -> ",
	  "1 student changed, 1 unchanged\n"}},
	{drop_exercise,
	 EXIT_FINDINGS,
	 {"student-000: 22 of 22 -> 12 of 12 points\n"
	  "  L3.1: passed 10 of 10 -> not among the exercises any more\n",
	  "2 students changed, 0 unchanged\n"}},
	{drop_alone,
	 EXIT_FINDINGS,
	 {"student-000: 22 of 22 -> 12 of 12 points\n"
	  "  L3.1: passed 10 of 10 -> not among the exercises any more\n",
	  "2 students changed, 0 unchanged\n"}},
};

START_TEST(a_change_is_explained_and_stored)
{
	const int64_t before = course_ask(folder, "SELECT count(*) FROM attempt");
	changes[_i].change();
	PROGRAM_SCOPED struct program program = REGRADE("--explain");
	for (size_t i = 0; changes[_i].says[i] != NULL; i++)
		expect(&program, changes[_i].status, changes[_i].says[i]);
	ck_assert_str_eq(text_string(&program.err), "");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM run"), 2);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), before);
	PROGRAM_SCOPED struct program again = REGRADE("-f", "text");
	expect(&again, EXIT_WELL, "0 students changed, 2 unchanged\n");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM run"), 2);
	PROGRAM_SCOPED struct program receipt = GRADER(folder, "receipt", "-V", "-x", "L3-analysis", "student-001");
	expect(&receipt, EXIT_WELL, "all the same again");
}
END_TEST

static void expect_within(const char *const *argv, int status, const char *words)
{
	enum { COLUMNS = 80 };
	TEXT_SCOPED struct text seen = {0};
	ck_assert_int_eq(pty_run(folder, argv, COLUMNS, &seen), status);
	pty_expect_width(&seen, COLUMNS);
	ck_assert_msg(strstr(text_string(&seen), words) != NULL, "%s", text_string(&seen));
}

#define GRADER_EXPECT_WITHIN(status, words, ...) \
	expect_within((const char *const[]){BUILD_DIR "/grader", __VA_ARGS__, NULL}, status, words)

START_TEST(what_is_told_keeps_within_the_terminal)
{
	setenv("TERM", "xterm", 1);
	change_points();
	GRADER_EXPECT_WITHIN(EXIT_FINDINGS, " (its points; whether\r\n        tolerance, limits or inputs did ",
			     "regrade", "-x", "L3-analysis", "--explain", "--dry-run");
	GRADER_EXPECT_WITHIN(EXIT_FINDINGS, "L3.1: exercise: the receipt says\r\n    ", "receipt", "-x", "L3-analysis",
			     "--verify", "student-000");
	GRADER_EXPECT_WITHIN(EXIT_WELL, "the words of a reason\r\n      that is longer ", "score", "student-000",
			     "L3.1", "--points", "9", "--reason",
			     "one of the words of a reason that is longer than a line");
	GRADER_EXPECT_WITHIN(EXIT_WELL, "of a reason", "receipt", "student-000");
}
END_TEST

/* Old rows stay as they are; the new ones are those of the changed exercise. */
START_TEST(a_regrade_adds_rows)
{
	const char *const sum = "SELECT 1000 * sum(won) FROM result WHERE id <= 6";
	const int64_t won = course_ask(folder, sum);
	change_points();
	PROGRAM_SCOPED struct program program = REGRADE("-j", "1");
	expect(&program, EXIT_FINDINGS, "student-000: 22 of 22 -> 931.25 of 931.25 points\nstudent-001: ");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM result"), 8);
	ck_assert_int_eq(course_ask(folder, sum), won);
}
END_TEST

START_TEST(a_dry_run_changes_nothing)
{
	TEXT_SCOPED struct text before = {0}, after = {0};
	add_hidden_group();
	ck_assert(folder_read(folder, "grades.db", &before));
	PROGRAM_SCOPED struct program dry = REGRADE("--explain", "--dry-run");
	expect(&dry, EXIT_FINDINGS, "nothing was stored: --dry-run\n");
	ck_assert(folder_read(folder, "grades.db", &after));
	ck_assert(before.length == after.length && memcmp(before.data, after.data, before.length) == 0);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM run"), 1);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM result"), 6);
	/* It says what the real one says. */
	PROGRAM_SCOPED struct program real = REGRADE("--explain");
	ck_assert_int_eq(strncmp(text_string(&dry.out), text_string(&real.out), real.out.length), 0);
}
END_TEST

static void remove_file(void)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/class/student-001.so", folder);
	ck_assert_int_eq(unlink(text_string(&path)), 0);
}

static void replace_file(void)
{
	course_copy_sample(folder, "class/student-001.so", "plain", "");
}

START_TEST(who_is_not_found_keeps_the_class_as_it_is)
{
	static void (*const losses[])(void) = {remove_file, replace_file};
	PROGRAM_SCOPED struct program before = GRADER(folder, "export", "-F", "csv");
	losses[_i]();
	course_do(folder, "DELETE FROM content");
	change_points();
	PROGRAM_SCOPED struct program program = REGRADE("--explain");
	expect(&program, EXIT_FINDINGS, "student-000: 22 of 22 -> 931.25 of 931.25 points\n");
	expect(&program, EXIT_FINDINGS,
	       "student-001: not found: \"class/student-001.so\" is not there, or not the file");
	expect(&program, EXIT_FINDINGS, "1 student changed, 0 unchanged, 1 not found\nnothing was stored: it is all");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM run"), 1);
	PROGRAM_SCOPED struct program after = GRADER(folder, "export", "-F", "csv");
	ck_assert_str_eq(text_string(&before.out), text_string(&after.out));
	PROGRAM_SCOPED struct program json = REGRADE("-f", "json");
	json_t *root = course_parse(&json);
	ck_assert_str_eq(json_string_value(GET(root, "students", "1", "state")), "not_found");
	ck_assert_uint_eq(json_string_length(GET(root, "students", "1", "submission_sha256")), 64);
	ck_assert(json_is_false(GET(root, "stored")));
	json_decref(root);
}
END_TEST

START_TEST(paths_narrow_and_keep)
{
	change_points();
	PROGRAM_SCOPED struct program one = REGRADE("class/student-000.so");
	expect(&one, EXIT_FINDINGS, "1 student changed, 0 unchanged\nnothing was stored: ");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM run"), 1);
	PROGRAM_SCOPED struct program none = REGRADE("class/student");
	expect(&none, EXIT_USAGE, "");
	PROGRAM_SCOPED struct program all = REGRADE("class/");
	expect(&all, EXIT_FINDINGS, "2 students changed, 0 unchanged\n");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM run"), 2);
}
END_TEST

START_TEST(json_tells_the_same)
{
	add_hidden_group();
	PROGRAM_SCOPED struct program program = REGRADE("-E", "-D", "--format", "json");
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
	json_t *root = course_parse(&program);
	const json_t *change = GET(root, "students", "0", "changes", "0");
	ck_assert_str_eq(json_string_value(GET(root, "explains")), "regrade");
	ck_assert(json_is_true(GET(root, "dry_run")));
	ck_assert_int_eq(json_integer_value(GET(root, "changed")), 1);
	ck_assert_int_eq(json_integer_value(GET(root, "unchanged")), 1);
	ck_assert_str_eq(json_string_value(GET(root, "students", "0", "student")), "student-001");
	ck_assert_str_eq(json_string_value(GET(change, "exercise")), "L3.2");
	ck_assert_str_eq(json_string_value(GET(change, "causes", "0")), "exercise");
	ck_assert_str_eq(json_string_value(GET(change, "causes", "1")), "groups");
	ck_assert_str_eq(json_string_value(GET(change, "groups", "0", "name")), "wide");
	ck_assert(json_is_null(GET(change, "groups", "0", "before")));
	ck_assert_str_eq(json_string_value(GET(change, "groups", "0", "after", "verdict")), "wrong");
	ck_assert_double_gt(json_number_value(GET(change, "before", "won")),
			    json_number_value(GET(change, "after", "won")));
	json_decref(root);
}
END_TEST

START_TEST(the_last_change_is_explained)
{
	PROGRAM_SCOPED struct program none = REGRADE("--explain");
	expect(&none, EXIT_WELL, "nothing to grade again; of the last change in the gradebook: 0 students changed, 2");
	change_points();
	PROGRAM_SCOPED struct program grade = GRADER(folder, "grade", "-x", "L3-analysis", "class");
	ck_assert_int_eq(grade.status, EXIT_FINDINGS);
	PROGRAM_SCOPED struct program last = REGRADE("--explain");
	expect(&last, EXIT_FINDINGS,
	       "student-000: 22 of 22 -> 931.25 of 931.25 points\n  L3.1: passed 10 of 10 -> passed 919");
	expect(&last, EXIT_FINDINGS, "of the last change in the gradebook: 2 students changed, 0 unchanged\n");
	/* The last, not the first. */
	edit("edges.yaml", "points: 919.25", "points: 30");
	PROGRAM_SCOPED struct program regrade = REGRADE("-j", "1");
	PROGRAM_SCOPED struct program latest = REGRADE("--explain");
	expect(&latest, EXIT_FINDINGS,
	       "student-000: 931.25 of 931.25 -> 42 of 42 points\n  L3.1: passed 919.25 of 919.25 -> passed 30");
}
END_TEST

/* By a dry run before it is done, and by what is stored afterwards, be it `grade` that did it. */
START_TEST(what_was_dropped_is_told_before_and_after)
{
	drop_alone();
	PROGRAM_SCOPED struct program dry = REGRADE("--explain", "--dry-run");
	expect(&dry, EXIT_FINDINGS, "2 students changed, 0 unchanged\nnothing was stored: --dry-run\n");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM run"), 1);
	PROGRAM_SCOPED struct program grade = GRADER(folder, "grade", "-x", "L3-analysis", "class");
	PROGRAM_SCOPED struct program last = REGRADE("--explain");
	expect(&last, EXIT_FINDINGS, "  L3.1: passed 10 of 10 -> not among the exercises any more\n");
	expect(&last, EXIT_FINDINGS, "of the last change in the gradebook: 2 students changed, 0 unchanged\n");
	PROGRAM_SCOPED struct program plain = REGRADE("-j", "1");
	expect(&plain, EXIT_WELL, "0 students changed, 2 unchanged\n");
}
END_TEST

/* Who has no result of today yet, since a regrade was stopped, is compared with what was before. */
START_TEST(a_stopped_regrade_goes_on)
{
	change_points();
	PROGRAM_SCOPED struct program first = REGRADE("-j", "1");
	ck_assert_int_eq(first.status, EXIT_FINDINGS);
	course_do(folder, "DELETE FROM matrix WHERE group_result IN (SELECT id FROM group_result WHERE result = 8);"
			  "DELETE FROM group_result WHERE result = 8; DELETE FROM result WHERE id = 8");
	PROGRAM_SCOPED struct program second = REGRADE("--explain");
	expect(&second, EXIT_FINDINGS, "  L3.1: passed 10 of 10 -> passed 919.25 of 919.25\n");
	expect(&second, EXIT_FINDINGS, "1 student changed, 1 unchanged\n");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM result"), 8);
}
END_TEST

/* A grader that finds no bubblewrap: the class page tells of whoever waits until it is done. */
START_TEST(what_could_not_be_graded_again_waits)
{
	const char *const lame[] = {
		"/usr/bin/env", "PATH=/nowhere", BUILD_DIR "/grader", "regrade", "-x", "L3-analysis", NULL};
	change_points();
	PROGRAM_SCOPED struct program failed = program_run(folder, lame);
	ck_assert_int_eq(failed.status, EXIT_HARNESS);
	ck_assert_ptr_nonnull(strstr(text_string(&failed.err), "bubblewrap is missing"));
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM fault"), STUDENTS);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM student"), STUDENTS);
	PROGRAM_SCOPED struct program done = REGRADE("-j", "1");
	expect(&done, EXIT_FINDINGS, "2 students changed, 0 unchanged\n");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM fault"), 0);
}
END_TEST

START_TEST(no_gradebook_is_made)
{
	PROGRAM_SCOPED struct program program = REGRADE("-d", "other.db");
	TEXT_SCOPED struct text file = {0};
	ck_assert_int_eq(program.status, EXIT_HARNESS);
	ck_assert(!folder_read(folder, "other.db", &file));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("regrade");
	TCase *tests = tcase_create("regrade");
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_set_timeout(tests, 120);
	tcase_add_loop_test(tests, a_change_is_explained_and_stored, 0, (int)(sizeof(changes) / sizeof(changes[0])));
	tcase_add_test(tests, what_is_told_keeps_within_the_terminal);
	tcase_add_test(tests, a_regrade_adds_rows);
	tcase_add_test(tests, a_dry_run_changes_nothing);
	tcase_add_loop_test(tests, who_is_not_found_keeps_the_class_as_it_is, 0, 2);
	tcase_add_test(tests, paths_narrow_and_keep);
	tcase_add_test(tests, json_tells_the_same);
	tcase_add_test(tests, the_last_change_is_explained);
	tcase_add_test(tests, what_was_dropped_is_told_before_and_after);
	tcase_add_test(tests, a_stopped_regrade_goes_on);
	tcase_add_test(tests, what_could_not_be_graded_again_waits);
	tcase_add_test(tests, no_gradebook_is_made);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
