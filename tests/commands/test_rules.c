/*
 * The rules of a course and scores given by hand, by the grader as it is: on the board, in receipts, exports and pages.
 * Due dates are ages ago or ages ahead, so that no clock decides.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "commands/command.h"
#include "commands/course.h"
#include "core/digest.h"
#include "suite.h"

enum { STUDENTS = 2 }; /* "plain", who wins all 22 points, and "no-scaling", who wins 18.5 */

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

#define GRADE(...) GRADER(folder, "grade", "-x", "L3-analysis", "class", __VA_ARGS__)

static void expect(const struct program *program, int status, const char *out, const char *err)
{
	ck_assert_msg(program->status == status && strstr(text_string(&program->out), out) != NULL &&
			      strstr(text_string(&program->err), err) != NULL,
		      "exit %d, \"%s\", \"%s\", not %d, \"%s\", \"%s\"", program->status, text_string(&program->out),
		      text_string(&program->err), status, out, err);
}

static void grade(void)
{
	PROGRAM_SCOPED struct program program = GRADE("-j", "2");
	ck_assert_msg(program.status <= EXIT_FINDINGS, "%s", text_string(&program.err));
}

static void grade_by(const char *rules)
{
	folder_write(folder, "course.yaml", rules);
	grade();
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
	expect(&program, EXIT_WELL, "pages; open reports/class/index.html\n", "");
}

/* ---- rules ---- */

START_TEST(late_hand_ins_lose_points_everywhere)
{
	folder_write(folder, "course.yaml",
		     "title: Past\ndue: 2001-01-01T00:00:00Z\nlate: {per_day: 10%, at_most: 50%}\n");
	PROGRAM_SCOPED struct program graded = GRADE("-j", "2");
	expect(&graded, EXIT_FINDINGS, "    11 of 22  late\n", "");
	expect(&graded, EXIT_FINDINGS, "  9.25 of 22  late\n", "");
	PROGRAM_SCOPED struct program receipt = GRADER(folder, "receipt", "student-000");
	expect(&receipt, EXIT_WELL, "student-000: graded, 22 of 22 points\n", "");
	expect(&receipt, EXIT_WELL, "  counts      11 of 22 points\n              handed in late, on day ", "");
	PROGRAM_SCOPED struct program csv = GRADER(folder, "export", "--format", "csv");
	expect(&csv, EXIT_WELL, ",graded,22,11,22,,5,3.5,2.5\r\n", "");
	PROGRAM_SCOPED struct program canvas = GRADER(folder, "export", "--format", "canvas", "--total");
	expect(&canvas, EXIT_WELL, "student-000,,,,,5,3.5,2.5,11\r\n", "");
	PROGRAM_SCOPED struct program listed = GRADER(folder, "list", "-x", "L3-analysis");
	expect(&listed, EXIT_WELL, "3 exercises, 22 points\nPast, due 2001-01-01 00:00:00 UTC\n", "");
	report();
	expect_file("reports/students/student-000.html", "22 by the grader", true);
	expect_file("reports/students/student-000.html", ": 50 % of the points won are taken off", true);
	expect_file("reports/class/index.html", "<h1>Past</h1>", true);
}
END_TEST

/* A change of the rules grades nothing again. */
START_TEST(before_the_due_date_all_is_as_without_rules)
{
	grade();
	PROGRAM_SCOPED struct program without = GRADER(folder, "export", "--format", "csv");
	folder_write(folder, "course.yaml", "title: Ahead\ndue: 2999-01-01T00:00:00Z\nlate: {per_day: 10%}\n");
	PROGRAM_SCOPED struct program graded = GRADE("-j", "2");
	expect(&graded, EXIT_FINDINGS, "nothing new: nothing was graded again\n", "");
	PROGRAM_SCOPED struct program with = GRADER(folder, "export", "--format", "csv");
	ck_assert_str_eq(text_string(&without.out), text_string(&with.out));
}
END_TEST

/* Hands in a sample as student-000, last changed at that time. */
static void hand_in(const char *sample, const char *mark, time_t at)
{
	TEXT_SCOPED struct text path = {0};
	const struct timespec times[] = {{.tv_sec = at}, {.tv_sec = at}};
	course_copy_sample(folder, "class/student-000.so", sample, mark);
	text_add_format(&path, "%s/class/student-000.so", folder);
	ck_assert_int_eq(utimensat(AT_FDCWD, text_string(&path), times, 0), 0);
}

START_TEST(attempts_beyond_those_that_count_are_kept)
{
	enum { DUE = 978307200 }; /* 2001-01-01 */
	static const char rules[] = "title: t\ndue: 2001-01-01T00:00:00Z\nlate: {per_day: 50%}\nattempts: 2\ncounts: ";
	TEXT_SCOPED struct text last = {0}, best = {0};
	text_add_format(&last, "%slast\n", rules);
	text_add_format(&best, "%sbest\n", rules);
	hand_in("plain", "a", DUE);
	grade_by(text_string(&last));
	hand_in("no-scaling", "b", DUE + 1);
	grade();
	hand_in("plain", "c", DUE - 9);
	grade();
	PROGRAM_SCOPED struct program by_last = GRADER(folder, "receipt", "student-000");
	expect(&by_last, EXIT_WELL, "counts      9.25 of 22 points\n              handed in late, on day 1", "");
	expect(&by_last, EXIT_WELL, "hand-in 2 of 3 counts, the last that may\n", "");
	expect(&by_last, EXIT_WELL, "1 hand-in is not counted: 2 attempts count\n", "");
	grade_by(text_string(&best));
	PROGRAM_SCOPED struct program by_best = GRADER(folder, "receipt", "student-000");
	expect(&by_best, EXIT_WELL, "counts      22 of 22 points\n              hand-in 1 of 3 counts, the best\n", "");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt "
					    "WHERE student = (SELECT id FROM student WHERE name = 'student-000')"),
			 3);
}
END_TEST

static void expect_receipt(const char *words)
{
	PROGRAM_SCOPED struct program receipt = GRADER(folder, "receipt", "student-000");
	expect(&receipt, EXIT_WELL, words, "");
}

/* To the second: within the grace nothing is lost, and behind the end nothing counts, be it better. */
START_TEST(grace_and_end_are_kept_to)
{
	enum { DUE = 978307200 /* 2001-01-01 */, GRACE = 900, END = 3600 };
	hand_in("no-scaling", "a", DUE + GRACE);
	grade_by("title: t\ndue: 2001-01-01T00:00:00Z\ngrace: 15m\nlate: {per_day: 50%, no_later_than: 1h}\n");
	expect_receipt("18.5 of 22 points\n");
	expect_receipt("within the grace");
	hand_in("plain", "b", DUE + GRACE + 1);
	grade();
	expect_receipt("counts      11 of 22 points\n              handed in late, on day 1");
	hand_in("no-scaling", "c", DUE + END);
	grade();
	expect_receipt("counts      9.25 of 22 points\n              handed in late, on day 1");
	hand_in("plain", "d", DUE + END + 1);
	grade();
	expect_receipt("counts      9.25 of 22 points\n              handed in late, on day 1");
	expect_receipt("1 hand-in is not counted: too late\n");
}
END_TEST

/* A grader that finds no bubblewrap grades nothing: that is no attempt of anybody. */
START_TEST(a_fault_of_the_grader_uses_up_no_attempt)
{
	const char *const lame[] = {
		"/usr/bin/env", "PATH=/nowhere", BUILD_DIR "/grader", "grade", "-x", "L3-analysis", "class", NULL};
	folder_write(folder, "course.yaml", "title: t\nattempts: 1\n");
	hand_in("no-scaling", "a", 1000);
	PROGRAM_SCOPED struct program failed = program_run(folder, lame);
	expect(&failed, EXIT_HARNESS, "", "bubblewrap is missing");
	hand_in("plain", "b", 2000);
	grade();
	PROGRAM_SCOPED struct program receipt = GRADER(folder, "receipt", "student-000");
	expect(&receipt, EXIT_WELL, "counts      22 of 22 points\n\n", "");
}
END_TEST

START_TEST(levels_weigh_in_totals)
{
	grade_by("title: t\nweights: {L3: 0.5}\n");
	PROGRAM_SCOPED struct program csv = GRADER(folder, "export", "--format", "csv");
	expect(&csv, EXIT_WELL, ",graded,11,11,11,,10,7,5\r\n", "");
}
END_TEST

START_TEST(feedback_waits_for_the_due_date)
{
	static const char page[] = "reports/students/student-001.html";
	folder_write(folder, "L3-analysis/open.yaml",
		     "id: L3.4\ntitle: open\nfunction: attn_scores\npoints: 1\nstatement: s\ncases:\n"
		     "- {name: one, public: true, given: {n_q: 1, n_k: 1, d_k: 4, q: 2, k: 3}}\n");
	grade_by("title: t\ndue: 2999-01-01T00:00:00Z\nfeedback: {before: [public]}\n");
	report();
	expect_file(page, "It looks like", false);
	expect_file(page, "idden group", false);
	expect_file(page, "not shown before the due date: hidden cases, ", true);
	expect_file("reports/class/students/student-001.html", "It looks like", true);
	PROGRAM_SCOPED struct program moodle = GRADER(folder, "export", "--format", "moodle");
	expect(&moodle, EXIT_WELL, "the answer is wrong", "");
	ck_assert_ptr_null(strstr(text_string(&moodle.out), "it looks like this mistake"));
	PROGRAM_SCOPED struct program silent = GRADER(folder, "check", "-x", "L3-analysis", "class/student-001.so");
	expect(&silent, EXIT_FINDINGS, "wrong", "");
	ck_assert_ptr_null(strstr(text_string(&silent.out), "it looks like this mistake"));
	grade_by("title: t\ndue: 2001-01-01T00:00:00Z\nfeedback: {before: [public]}\n");
	report();
	expect_file(page, "It looks like", true);
	expect_file(page, "idden group", true);
	expect_file(page, "not shown", false);
	PROGRAM_SCOPED struct program open = GRADER(folder, "check", "-x", "L3-analysis", "class/student-001.so");
	expect(&open, EXIT_FINDINGS, "looks like", "");
}
END_TEST

START_TEST(check_says_what_the_rules_withhold)
{
	folder_write(folder, "L3-analysis/open.yaml",
		     "id: L3.4\ntitle: open\nfunction: attn_scores\npoints: 1\nstatement: s\ncases:\n"
		     "- {name: one, public: true, given: {n_q: 1, n_k: 1, d_k: 4, q: 2, k: 3}}\n");
	grade_by("title: t\ndue: 2999-01-01T00:00:00Z\nfeedback: {before: []}\n");
	PROGRAM_SCOPED struct program silent = GRADER(folder, "check", "-x", "L3-analysis", "class/student-001.so");
	expect(&silent, EXIT_FINDINGS, "not shown before the due date: public cases, the mistake it looks like", "");
	ck_assert_ptr_null(strstr(text_string(&silent.out), "failures ("));
	ck_assert_ptr_null(strstr(text_string(&silent.out), "hidden cases"));
	expect(&silent, EXIT_FINDINGS, "begin with L3.4\n", "");
	PROGRAM_SCOPED struct program right = GRADER(folder, "check", "-x", "L3-analysis", "class/student-000.so");
	ck_assert_ptr_null(strstr(text_string(&right.out), "not shown"));
}
END_TEST

START_TEST(the_class_is_held_against_the_roster)
{
	folder_write(folder, "class.csv", "id,name\nstudent-000,Ada\ns9,Zoe\n");
	folder_write(folder, "course.yaml", "title: t\nroster: class.csv\n");
	PROGRAM_SCOPED struct program graded = GRADE("-j", "2");
	expect(&graded, EXIT_FINDINGS, "  18.5 of 22  not in the roster\n", "");
	expect(&graded, EXIT_FINDINGS, "     - of 22  absent\n", "");
	PROGRAM_SCOPED struct program csv = GRADER(folder, "export", "--format", "csv");
	expect(&csv, EXIT_WELL, "s9,s9,Zoe,,,yes,,0,,absent,22,,,,,,\r\n", "\"student-001\" is not in the roster\n");
	expect(&csv, EXIT_WELL, "student-001,,,,,no,", "");
	PROGRAM_SCOPED struct program one = GRADER(folder, "export", "--format", "csv", "--student", "s9");
	expect(&one, EXIT_WELL, "s9,s9,Zoe,", "");
	ck_assert_ptr_null(strstr(text_string(&one.out), "student-000"));
	PROGRAM_SCOPED struct program many = GRADER(folder, "export", "--format", "gradescope", "-o", "scope");
	expect(&many, EXIT_WELL, "", "");
	report();
	expect_file("reports/class/index.html", ", 1 handed in nothing; ", true);
	expect_file("reports/class/index.html", "not in the roster", true);
	folder_write(folder, "other.csv", "id\nstudent-000\nstudent-001\n");
	PROGRAM_SCOPED struct program other = GRADER(folder, "report", "--roster", "other.csv");
	expect(&other, EXIT_WELL, "2 pages", "");
	expect_file("reports/class/index.html", "not in the roster", false);
}
END_TEST

/* The submission is called after the name; every command knows the id, too. */
START_TEST(who_is_asked_for_by_id_is_found_by_name)
{
	folder_write(folder, "class.csv", "id,name\nu8,student-001\n");
	folder_write(folder, "course.yaml", "title: t\nroster: class.csv\n");
	PROGRAM_SCOPED struct program graded = GRADE("-j", "2");
	expect(&graded, EXIT_FINDINGS, "student-001  ", "");
	PROGRAM_SCOPED struct program given = GRADER(folder, "score", "u8", "--points", "7", "--reason", "at the desk");
	expect(&given, EXIT_WELL, "student-001: 7 of 22 points", "");
	PROGRAM_SCOPED struct program exported = GRADER(folder, "export", "--format", "csv", "--student", "u8");
	expect(&exported, EXIT_WELL, "\nstudent-001,u8,", "");
	PROGRAM_SCOPED struct program receipt = GRADER(folder, "receipt", "u8");
	expect(&receipt, EXIT_WELL, "student-001", "");
	PROGRAM_SCOPED struct program nobody = GRADER(folder, "score", "u9", "--points", "7", "--reason", "r");
	expect(&nobody, EXIT_USAGE, "", "there is no student \"u9\"");
}
END_TEST

START_TEST(one_person_under_two_names_is_pointed_out)
{
	folder_write(folder, "class.csv", "id,name\nstudent-000,student-001\n");
	folder_write(folder, "course.yaml", "title: t\nroster: class.csv\n");
	PROGRAM_SCOPED struct program graded = GRADE("-j", "2");
	expect(&graded, EXIT_FINDINGS, "student-001  ", "");
	expect(&graded, EXIT_FINDINGS, "  18.5 of 22  handed in under the id, too\n", "");
	expect(&graded, EXIT_FINDINGS, "    22 of 22\n", "");
	PROGRAM_SCOPED struct program pages = GRADER(folder, "report");
	expect(&pages, EXIT_WELL, "", "\"student-001\" is \"student-000\" of the roster, who handed in under that id");
	TEXT_SCOPED struct text data = {0};
	ck_assert(folder_read(folder, "reports/class/index.html", &data));
	const char *listed = strstr(text_string(&data), "<ul class=\"problems\"><li>");
	ck_assert_ptr_nonnull(listed);
	static const char entry[] = "handed in under the id, too</span> <a href=\"students/student-001.html\">"
				    "<bdi>student-001</bdi></a>: of the roster is also <a href=\"students/student-000";
	ck_assert_ptr_nonnull(strstr(listed, entry));
	ck_assert_ptr_nonnull(strstr(listed, "<td class=\"notes\">handed in under the id, too<td"));
}
END_TEST

/* Exports have what came under the id alone, but what was given by hand under either name. */
START_TEST(a_score_is_the_person_s_under_either_name)
{
	folder_write(folder, "class.csv", "id,name\nstudent-000,student-001\n");
	folder_write(folder, "course.yaml", "title: t\nroster: class.csv\n");
	grade();
	PROGRAM_SCOPED struct program given =
		GRADER(folder, "score", "student-001", "L3.1", "--points", "9.5", "--reason", "at the desk");
	expect(&given, EXIT_WELL, "student-001: 18 of 22 points\n  L3.1: 9.5 points given by hand, ", "");
	PROGRAM_SCOPED struct program exported = GRADER(folder, "export", "--format", "json");
	expect(&exported, EXIT_WELL, "\"reason\": \"at the desk\"", "");
	expect(&exported, EXIT_WELL, "\"student\": \"student-000\"", "");
	PROGRAM_SCOPED struct program taken =
		GRADER(folder, "score", "student-000", "L3.1", "--withdraw", "--reason", "mixed up");
	expect(&taken, EXIT_WELL, "student-000: 22 of 22 points\n", "");
	PROGRAM_SCOPED struct program again = GRADER(folder, "export", "--format", "json");
	ck_assert_ptr_null(strstr(text_string(&again.out), "at the desk"));
}
END_TEST

/*
 * Rules change though the roster stays. Where they once were stored under the bytes of the roster alone, as if there
 * were no others, the next grade brings those that are written.
 */
START_TEST(rules_change_under_the_same_roster)
{
	folder_write(folder, "class.csv", "id\nstudent-000\nstudent-001\n");
	grade_by("title: t\ndue: 2001-01-01T00:00:00Z\nlate: {per_day: 10%, at_most: 50%}\nroster: class.csv\n");
	expect_receipt("counts      11 of 22 points\n");
	grade_by("title: t\ndue: 2999-01-01T00:00:00Z\nlate: {per_day: 10%, at_most: 50%}\nroster: class.csv\n");
	expect_receipt("  counts      22 of 22 points\n");
	course_do(folder, "DELETE FROM course_weight; DELETE FROM course_member; UPDATE run SET course = NULL;"
			  " DELETE FROM course WHERE due_at > 978307200; UPDATE course SET hash ="
			  " x'9d25e26e7babc608387e11ba8cb9afa758cbe1fb1d2bc8cf91741df447342c00';"
			  " UPDATE run SET course = (SELECT id FROM course)");
	expect_receipt("counts      11 of 22 points\n");
	grade();
	expect_receipt("  counts      22 of 22 points\n");
}
END_TEST

/* Where blanks once were part of a cell, the rules were stored without the name; the same bytes bring it now. */
START_TEST(a_roster_is_read_again_as_rosters_are_now)
{
	static const char bytes[] = "title: t\nroster: class.csv\n\0id, name\ns1, student-000\n";
	const struct digest stored = digest_of(bytes, sizeof(bytes) - 1);
	TEXT_SCOPED struct text sql = {0};
	char hex[DIGEST_HEX];
	digest_hex(&stored, hex);
	folder_write(folder, "class.csv", "id, name\ns1, student-000\n");
	grade_by("title: t\nroster: class.csv\n");
	text_add_format(&sql, "UPDATE course_member SET name = ''; UPDATE course SET hash = x'%s'", hex);
	course_do(folder, text_string(&sql));
	grade();
	PROGRAM_SCOPED struct program csv = GRADER(folder, "export", "--format", "csv");
	expect(&csv, EXIT_WELL, "\r\nstudent-000,s1,student-000,,,yes,", "");
}
END_TEST

START_TEST(broken_rules_are_refused)
{
	folder_write(folder, "course.yaml", "title: t\ndue: 2026-03-01T12:00:00\nroster: nowhere.csv\n");
	static const char zone[] =
		"course.yaml:2:6: error: \"2026-03-01T12:00:00\" is no time with its zone: the zone is "
		"missing";
	PROGRAM_SCOPED struct program graded = GRADE("-j", "2");
	expect(&graded, EXIT_USAGE, "", zone);
	expect(&graded, EXIT_USAGE, "", "course.yaml:3:9: error: cannot read \"nowhere.csv\"");
	PROGRAM_SCOPED struct program linted = GRADER(folder, "lint", "course.yaml");
	expect(&linted, EXIT_FINDINGS, "", zone);
	folder_write(folder, "course.yaml", "title: t\n");
	PROGRAM_SCOPED struct program sound = GRADER(folder, "lint", "course.yaml");
	expect(&sound, EXIT_WELL, "0 errors, 0 warnings\n", "");
}
END_TEST

/* ---- by hand ---- */

#define SCORE(...) GRADER(folder, "score", __VA_ARGS__)

START_TEST(a_score_given_by_hand_wins)
{
	grade();
	PROGRAM_SCOPED struct program given = SCORE("student-001", "L3.1", "--points", "9.5", "--reason", "<shown>");
	expect(&given, EXIT_WELL,
	       "student-001: 18 of 22 points\n  L3.1: 9.5 points given by hand, 10 by the grader: <shown>\n", "");
	PROGRAM_SCOPED struct program csv = GRADER(folder, "export", "--format", "csv-long");
	expect(&csv, EXIT_WELL, ",10,9.5,10,9.5,", "");
	report();
	expect_file("reports/students/student-001.html",
		    "L3.1: 9.5 points given by hand, 10 by the grader: &lt;shown&gt;", true);
	PROGRAM_SCOPED struct program whole = SCORE("student-001", "-p", "12345.25", "-R", "oral exam");
	expect(&whole, EXIT_WELL, "student-001: 12345.25 of 22 points\n",
	       "12345.25 points are more than the 22 there are\n");
	expect(&whole, EXIT_WELL, "\n  12345.25 points given by hand, 18.5 by the grader: oral exam\n", "");
	PROGRAM_SCOPED struct program receipt = GRADER(folder, "receipt", "student-001");
	expect(&receipt, EXIT_WELL, "counts      12345.25 of 22 points\n", "");
	PROGRAM_SCOPED struct program graded = GRADE("-j", "2");
	expect(&graded, EXIT_FINDINGS, "  12345.25 of 22  given by hand\n", "");
	PROGRAM_SCOPED struct program back = SCORE("student-001", "--withdraw", "--reason", "mixed up");
	expect(&back, EXIT_WELL, "student-001: 18 of 22 points\n", "");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM manual_score"), 3);
}
END_TEST

START_TEST(a_score_of_an_exercise_that_is_gone_can_be_taken_back)
{
	static const char told[] =
		"L3.1: 9.5 points given by hand do not count, the exercise is not among those graded: shown";
	grade();
	PROGRAM_SCOPED struct program given = SCORE("student-001", "L3.1", "--points", "9.5", "--reason", "shown");
	expect(&given, EXIT_WELL, "student-001: 18 of 22 points\n", "");
	course_do(folder, "DELETE FROM run_exercise WHERE exercise IN (SELECT id FROM exercise WHERE name = 'L3.1')");
	report();
	expect_file("reports/students/student-001.html", told, true);
	PROGRAM_SCOPED struct program json = GRADER(folder, "export", "--format", "json");
	expect(&json, EXIT_WELL, told, "");
	ck_assert_ptr_null(strstr(text_string(&json.out), "\"given_by\""));
	PROGRAM_SCOPED struct program again = SCORE("student-001", "L3.1", "--points", "9", "--reason", "r");
	expect(&again, EXIT_USAGE, "", "there is no exercise \"L3.1\" among those graded last\n");
	PROGRAM_SCOPED struct program other = SCORE("student-000", "L3.1", "--withdraw", "--reason", "r");
	expect(&other, EXIT_USAGE, "", "there is no exercise \"L3.1\" among those graded last\n");
	PROGRAM_SCOPED struct program back = SCORE("student-001", "L3.1", "--withdraw", "--reason", "renamed");
	expect(&back, EXIT_WELL, "student-001: 8.5 of 12 points\n", "");
	ck_assert_ptr_null(strstr(text_string(&back.out), "L3.1"));
}
END_TEST

START_TEST(who_is_in_the_roster_may_have_one)
{
	folder_write(folder, "class.csv", "id,name\nstudent-000,Ada\ns9,Zoe\n");
	grade_by("title: t\nroster: class.csv\n");
	PROGRAM_SCOPED struct program given = SCORE("s9", "--points", "12", "--reason", "oral exam");
	expect(&given, EXIT_WELL, "s9: 12 of 22 points\n  12 points given by hand, nothing handed in: oral exam\n", "");
	PROGRAM_SCOPED struct program canvas = GRADER(folder, "export", "--format", "canvas", "--total");
	expect(&canvas, EXIT_WELL, "Zoe,,s9,,,,,,12\r\n", "");
	PROGRAM_SCOPED struct program receipt = GRADER(folder, "receipt", "Zoe");
	expect(&receipt, EXIT_USAGE, "", "\"Zoe\" has handed in nothing that there is a receipt of\n");
}
END_TEST

START_TEST(what_a_score_lacks_is_said)
{
	static const struct {
		const char *arguments[8];
		const char *err;
	} table[] = {
		{{"student-000", "--points", "1"}, "why? say it with --reason\n"},
		{{"student-000", "--reason", "r"},
		 "which score? say it with --points, or take it back with --withdraw\n"},
		{{"student-000", "-W", "-p", "1", "-R", "r"}, "either --points or --withdraw, not both\n"},
		{{"student-000", "-p", "-1", "-R", "r"}, "points \"-1\" is no number from 0 to 1000000\n"},
		{{"student-000", "-p", "1e3", "-R", "r"}, "points \"1e3\" is no number from 0 to 1000000\n"},
		{{"student-000", "-p", "nan", "-R", "r"}, "points \"nan\" is no number from 0 to 1000000\n"},
		{{"student-000", "-p", "1", "-R", "  "}, "reason \"  \" says nothing\n"},
		{{"nobody", "-p", "1", "-R", "r"},
		 "there is no student \"nobody\" in \"grades.db\", nor in its roster\n"},
		{{"student-000", "L9.9", "-p", "1", "-R", "r"},
		 "there is no exercise \"L9.9\" among those graded last\n"},
		{{"student-000", "-W", "-R", "r"}, "\"student-000\" has no score given by hand\n"},
		{{"student-000", "L3.1", "-W", "-R", "r"}, "\"student-000\" has no score given by hand for L3.1\n"},
	};
	grade();
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const char *argv[16] = {BUILD_DIR "/grader", "score"};
		memcpy(argv + 2, table[i].arguments, sizeof(table[i].arguments));
		PROGRAM_SCOPED struct program program = program_run(folder, argv);
		expect(&program, EXIT_USAGE, "", table[i].err);
	}
	PROGRAM_SCOPED struct program bookless = SCORE("-d", "other.db", "x", "-p", "1", "-R", "r");
	expect(&bookless, EXIT_HARNESS, "", "other.db");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM manual_score"), 0);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {late_hand_ins_lose_points_everywhere,
				      before_the_due_date_all_is_as_without_rules,
				      grace_and_end_are_kept_to,
				      attempts_beyond_those_that_count_are_kept,
				      a_fault_of_the_grader_uses_up_no_attempt,
				      levels_weigh_in_totals,
				      feedback_waits_for_the_due_date,
				      check_says_what_the_rules_withhold,
				      the_class_is_held_against_the_roster,
				      who_is_asked_for_by_id_is_found_by_name,
				      one_person_under_two_names_is_pointed_out,
				      a_score_is_the_person_s_under_either_name,
				      rules_change_under_the_same_roster,
				      a_roster_is_read_again_as_rosters_are_now,
				      broken_rules_are_refused,
				      a_score_given_by_hand_wins,
				      a_score_of_an_exercise_that_is_gone_can_be_taken_back,
				      who_is_in_the_roster_may_have_one,
				      what_a_score_lacks_is_said};
	return SUITE_RUN("commands: rules", tests, set_up, tear_down);
}
