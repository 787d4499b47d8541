/*
 * Hand-ins whose file was written over or removed, by the grader as it is: they are graded again from the gradebook's
 * copy, and where there is none that is said.
 */
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/course.h"
#include "suite.h"

static char *folder;

static void expect(const struct program *program, int status, const char *out, const char *err)
{
	ck_assert_msg(program->status == status && strstr(text_string(&program->out), out) != NULL &&
			      strstr(text_string(&program->err), err) != NULL,
		      "exit %d, \"%s\", \"%s\", not %d, \"%s\", \"%s\"", program->status, text_string(&program->out),
		      text_string(&program->err), status, out, err);
}

#define GRADE(...) GRADER(folder, "grade", "-x", "L3-analysis", __VA_ARGS__)

static void grade(void)
{
	PROGRAM_SCOPED struct program program = GRADE("class");
	ck_assert_msg(program.status <= EXIT_FINDINGS, "%s", text_string(&program.err));
}

static void hand_in(const char *sample)
{
	course_copy_sample(folder, "class/student-000.so", sample, "");
	grade();
}

/* Of student-000's files the first was the best, with all 22 points; the other wins 18.5, as student-001 does. */
static void set_up(void)
{
	folder = folder_create();
	course_create(folder, 2);
	folder_write(folder, "course.yaml", "title: t\ncounts: best\n");
	hand_in("plain");
	hand_in("no-scaling");
}

static void tear_down(void)
{
	folder_remove(&folder);
}

static void add_line(const char *name, const char *line)
{
	TEXT_SCOPED struct text exercise = {0};
	ck_assert(folder_read(folder, name, &exercise));
	text_add(&exercise, line);
	folder_write(folder, name, text_string(&exercise));
}

static void remark(void)
{
	add_line("L3-analysis/edges.yaml", "# a remark\n");
}

static void remove_file(const char *name)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/class/%s", folder, name);
	ck_assert_int_eq(unlink(text_string(&path)), 0);
}

static void expect_receipt(const char *student, const char *words)
{
	PROGRAM_SCOPED struct program receipt = GRADER(folder, "receipt", student);
	expect(&receipt, EXIT_WELL, words, "");
}

START_TEST(a_remark_takes_the_best_from_nobody)
{
	expect_receipt("student-000", "counts      22 of 22 points\n              hand-in 1 of 2 counts, the best\n\n");
	remark();
	PROGRAM_SCOPED struct program program = GRADE("class");
	expect(&program, EXIT_FINDINGS, "2 submissions: 2 graded, 0 rejected, 0 unchanged, 0 to be tried again; ", "");
	expect(&program, EXIT_FINDINGS, "1 earlier hand-in that may count graded by the exercises as they are now\n",
	       "");
	expect_receipt("student-000", "counts      22 of 22 points\n              hand-in 1 of 2 counts, the best\n\n");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), 3);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM result"), 3 * (COURSE_EXERCISES + 1));
	PROGRAM_SCOPED struct program again = GRADE("class");
	expect(&again, EXIT_FINDINGS, "2 submissions, nothing new: nothing was graded again\n", "");
}
END_TEST

/* A new exercise counts for the best hand-in too. */
START_TEST(a_new_exercise_is_for_all_that_may_be_the_best)
{
	TEXT_SCOPED struct text exercise = {0};
	ck_assert(folder_read(folder, "L3-analysis/edges.yaml", &exercise));
	folder_write(folder, "L3-analysis/more.yaml", strchr(text_string(&exercise), '\n') + 1);
	add_line("L3-analysis/more.yaml", "id: L3.9\n");
	grade();
	expect_receipt("student-000", "counts      32 of 32 points\n              hand-in 1 of 2 counts, the best\n\n");
}
END_TEST

static void expect_in_file(const char *name, const char *words)
{
	TEXT_SCOPED struct text data = {0};
	ck_assert(folder_read(folder, name, &data));
	ck_assert_msg(strstr(text_string(&data), words) != NULL, "%s: %s", name, text_string(&data));
}

START_TEST(what_nobody_has_is_told)
{
	static const char words[] = "1 other hand-in has no part in this: not graded by the exercises as they are now, "
				    "and no copy of it was kept to do so";
	course_do(folder, "DELETE FROM content");
	remark();
	PROGRAM_SCOPED struct program program = GRADE("class");
	expect(&program, EXIT_FINDINGS, "2 submissions: 2 graded, 0 rejected, 0 unchanged, 0 to be tried again\n",
	       "warning: 1 earlier hand-in that may count cannot be graded by the exercises as they are now: nobody "
	       "has "
	       "a copy\n");
	expect_receipt("student-000", "counts      18.5 of 22 points\n");
	expect_receipt("student-000", words);
	PROGRAM_SCOPED struct program json = GRADER(folder, "receipt", "-f", "json", "student-000");
	expect(&json, EXIT_WELL, words, "");
	PROGRAM_SCOPED struct program report = GRADER(folder, "report");
	ck_assert_int_eq(report.status, EXIT_WELL);
	expect_in_file("reports/students/student-000.html", words);
}
END_TEST

/* A file that was removed is graded as well, unless only others are named. */
START_TEST(who_withdrew_a_file_keeps_the_score)
{
	folder_write(folder, "course.yaml", "title: t\n");
	remove_file("student-001.so");
	remark();
	PROGRAM_SCOPED struct program named = GRADE("class/student-000.so");
	expect(&named, EXIT_FINDINGS, "1 submission: 1 graded, 0 rejected, 0 unchanged, 0 to be tried again\n", "");
	expect_receipt("student-001", ": graded, 8.5 of 12 points so far\n");
	expect_receipt("student-001", "counts      8.5 of 12 points so far\n");
	expect_receipt("student-001", "L3.1: not graded yet, of 10 points\n");
	PROGRAM_SCOPED struct program json = GRADER(folder, "receipt", "-f", "json", "student-001");
	expect(&json, EXIT_WELL, "  \"points\": 22.0,\n  \"won\": null,\n", "");
	PROGRAM_SCOPED struct program all = GRADE("class");
	expect(&all, EXIT_FINDINGS, "; 1 earlier hand-in that may count graded", "");
	expect_receipt("student-001", "counts      18.5 of 22 points\n");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM result"),
			 2 * (COURSE_EXERCISES + 1) + COURSE_EXERCISES);
}
END_TEST

/* Two of a student's files lie side by side: what no gradebook kept is taken from the file, and kept from then on. */
START_TEST(a_file_that_is_there_needs_no_copy)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/class/cy", folder);
	ck_assert_int_eq(mkdir(text_string(&path), 0755), 0);
	course_copy_sample(folder, "class/cy/first.so", "plain", "1");
	grade();
	course_copy_sample(folder, "class/cy/second.so", "no-scaling", "2");
	grade();
	expect_receipt("cy", "counts      22 of 22 points\n");
	course_do(folder, "DELETE FROM content");
	remark();
	PROGRAM_SCOPED struct program program = GRADE("class");
	expect(&program, EXIT_FINDINGS, "; 1 earlier hand-in that may count graded",
	       "1 earlier hand-in that may count cannot");
	expect_receipt("cy", "counts      22 of 22 points\n");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM content"), 4);
}
END_TEST

static void change_points(void)
{
	TEXT_SCOPED struct text before = {0}, after = {0};
	ck_assert(folder_read(folder, "L3-analysis/edges.yaml", &before));
	const char *place = strstr(text_string(&before), "points: 10");
	ck_assert_ptr_nonnull(place);
	text_add_bytes(&after, before.data, (size_t)(place - before.data));
	text_add_format(&after, "points: 20%s", place + strlen("points: 10"));
	folder_write(folder, "L3-analysis/edges.yaml", text_string(&after));
}

START_TEST(a_regrade_goes_by_the_copy)
{
	change_points();
	remove_file("student-001.so");
	PROGRAM_SCOPED struct program program = GRADER(folder, "regrade", "-x", "L3-analysis");
	expect(&program, EXIT_FINDINGS,
	       "student-000: 22 of 22 -> 32 of 32 points\nstudent-001: 18.5 of 22 -> 28.5 of 32", "");
	expect_receipt("student-000", "counts      32 of 32 points\n");
	expect_receipt("student-000", "1 other hand-in is still to be graded by the exercises as they are now\n");
}
END_TEST

START_TEST(a_regrade_without_a_copy_names_the_file)
{
	change_points();
	course_do(folder, "DELETE FROM content");
	PROGRAM_SCOPED struct program program = GRADER(folder, "regrade", "-x", "L3-analysis");
	expect(&program, EXIT_FINDINGS,
	       "student-000: not found: \"class/student-000.so\" is not there, or not the file that was graded, and "
	       "the "
	       "gradebook has no copy of that, ",
	       "");
	expect(&program, EXIT_FINDINGS, "1 submission is not found; put it back\n", "");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM result WHERE points = 20"), 0);
}
END_TEST

#define VERIFY(...) GRADER(folder, "receipt", "--verify", "-x", "L3-analysis", "student-000", __VA_ARGS__)

START_TEST(a_receipt_is_verified_by_the_copy)
{
	PROGRAM_SCOPED struct program program = VERIFY("-d", "grades.db");
	expect(&program, EXIT_WELL,
	       "\"class/student-000.so\" is gone or another file by now: the copy in the gradebook is graded\n"
	       "student-000: all the same again: 22 of 22 points in 3 exercises\n",
	       "");
	PROGRAM_SCOPED struct program json = VERIFY("-f", "json");
	expect(&json, EXIT_WELL, "\"copy\": true", "");
	PROGRAM_SCOPED struct program named = VERIFY("class/student-000.so");
	expect(&named, EXIT_FINDINGS, "submission: the receipt says ", "");
	course_do(folder, "UPDATE content SET bytes = x'7f454c46'"); /* no copy any more */
	PROGRAM_SCOPED struct program damaged = VERIFY("-d", "grades.db");
	expect(&damaged, EXIT_FINDINGS, "submission: the receipt says ", "");
}
END_TEST

START_TEST(what_is_rejected_is_not_kept)
{
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM content"), 3);
	course_do(folder, "DELETE FROM content");
	folder_write(folder, "class/student-000.so", "no shared object");
	PROGRAM_SCOPED struct program program = GRADE("class");
	expect(&program, EXIT_FINDINGS, "0 graded, 1 rejected, 1 unchanged", "");
	/* of what was graded, though nothing had to be run for it, there is a copy again */
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM content"), 1);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), 4);
}
END_TEST

/* The best is graded by the remarked exercise although nobody hands anything in. */
START_TEST(watch_looks_back)
{
	remark();
	const struct running running = program_begin(
		folder, (const char *const[]){BUILD_DIR "/grader", "watch", "-x", "L3-analysis", "class", NULL});
	while (course_ask(folder, "SELECT count(*) FROM result") < 3 * (COURSE_EXERCISES + 1))
		usleep(20000);
	kill(running.pid, SIGTERM);
	PROGRAM_SCOPED struct program program = program_finish(&running);
	expect(&program, EXIT_WELL, "", "");
	expect_receipt("student-000", "counts      22 of 22 points\n              hand-in 1 of 2 counts, the best\n\n");
	expect_in_file("reports/students/student-000.html", "hand-in 1 of 2 counts, the best");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		a_remark_takes_the_best_from_nobody,
		a_new_exercise_is_for_all_that_may_be_the_best,
		what_nobody_has_is_told,
		who_withdrew_a_file_keeps_the_score,
		a_file_that_is_there_needs_no_copy,
		a_regrade_goes_by_the_copy,
		a_regrade_without_a_copy_names_the_file,
		a_receipt_is_verified_by_the_copy,
		what_is_rejected_is_not_kept,
		watch_looks_back,
	};
	return SUITE_RUN("commands: kept", tests, set_up, tear_down);
}
