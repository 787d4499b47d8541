/*
 * Receipts: they say where a score comes from, and verifying them finds what was forged or has changed since.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/course.h"
#include "core/digest.h"
#include "suite.h"

enum { STUDENTS = 2 }; /* "plain", who wins everything, and "no-scaling" */

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

#define RECEIPT(...) GRADER(folder, "receipt", __VA_ARGS__)
#define VERIFY(...) GRADER(folder, "receipt", "--verify", "-x", "L3-analysis", __VA_ARGS__)

static void expect(const struct program *program, int status, const char *out)
{
	ck_assert_msg(program->status == status && strstr(text_string(&program->out), out) != NULL,
		      "exit %d, \"%s\" (%s), not %d, \"%s\"", program->status, text_string(&program->out),
		      text_string(&program->err), status, out);
}

static const char *word(const json_t *object, const char *key)
{
	const char *value = json_string_value(json_object_get(object, key));
	ck_assert_msg(value != NULL, "no %s", key);
	return value;
}

static void expect_file_digest(const json_t *root)
{
	TEXT_SCOPED struct text bytes = {0};
	char hex[DIGEST_HEX];
	ck_assert(folder_read(folder, "class/student-000.so", &bytes));
	struct digest digest = digest_of(bytes.data, bytes.length);
	digest_hex(&digest, hex);
	ck_assert_str_eq(word(root, "submission_sha256"), hex);
	ck_assert_int_eq(json_integer_value(json_object_get(root, "submission_bytes")), (json_int_t)bytes.length);
}

START_TEST(a_receipt_holds_what_a_score_belongs_to)
{
	char host[256];
	size_t i;
	const json_t *receipt;
	PROGRAM_SCOPED struct program program = RECEIPT("--format", "json", "student-000");
	expect(&program, EXIT_WELL, "");
	json_t *root = course_parse(&program);
	expect_file_digest(root);
	ck_assert_str_eq(word(root, "student"), "student-000");
	ck_assert_str_eq(word(root, "verdict"), "graded");
	ck_assert_str_eq(word(root, "file"), "class/student-000.so");
	ck_assert_str_eq(word(root, "sandbox"), "bubblewrap");
	ck_assert_uint_eq(strlen(word(root, "reference")), DIGEST_HEX - 1);
	ck_assert_uint_eq(strlen(word(root, "secret_id")), DIGEST_HEX - 1);
	ck_assert_double_eq(json_number_value(json_object_get(root, "won")), 22);
	ck_assert_uint_eq(json_array_size(json_object_get(root, "receipts")), COURSE_EXERCISES);
	ck_assert_int_eq(gethostname(host, sizeof(host)), 0);
	json_array_foreach(json_object_get(root, "receipts"), i, receipt)
	{
		ck_assert_str_eq(word(receipt, "verdict"), "passed");
		ck_assert_str_eq(word(receipt, "host"), host);
		ck_assert_str_ne(word(receipt, "grader_version"), "");
		ck_assert_uint_eq(strlen(word(receipt, "graded_at")), strlen("2000-01-01T00:00:00Z"));
		ck_assert_uint_eq(strlen(word(receipt, "exercise_sha256")), DIGEST_HEX - 1);
	}
	json_decref(root);
}
END_TEST

START_TEST(a_receipt_can_be_read)
{
	PROGRAM_SCOPED struct program program = RECEIPT("student-001");
	expect(&program, EXIT_WELL, "student-001: graded, ");
	expect(&program, EXIT_WELL, "  file        class/student-001.so\n");
	expect(&program, EXIT_WELL, "\nL3.1: passed, 10 of 10 points\n  exercise    ");
	expect(&program, EXIT_WELL, "\nL3.2: wrong, ");
	ck_assert_str_eq(text_string(&program.err), "");
}
END_TEST

START_TEST(who_is_not_there_has_no_receipt)
{
	PROGRAM_SCOPED struct program program = RECEIPT("ada");
	ck_assert_int_eq(program.status, EXIT_USAGE);
	ck_assert_msg(strstr(text_string(&program.err), "there is no student \"ada\" in \"grades.db\"") != NULL, "%s",
		      text_string(&program.err));
	PROGRAM_SCOPED struct program other = RECEIPT("-d", "other.db", "ada");
	ck_assert_int_eq(other.status, EXIT_HARNESS);
	PROGRAM_SCOPED struct program file = RECEIPT("student-000", "class/student-000.so");
	ck_assert_int_eq(file.status, EXIT_USAGE);
}
END_TEST

START_TEST(an_honest_receipt_is_verified)
{
	PROGRAM_SCOPED struct program right = VERIFY("student-000");
	expect(&right, EXIT_WELL, "student-000: all the same again: 22 of 22 points in 3 exercises\n");
	PROGRAM_SCOPED struct program wrong = VERIFY("student-001");
	expect(&wrong, EXIT_WELL, "student-001: all the same again: ");
	PROGRAM_SCOPED struct program moved = VERIFY("student-001", "class/student-001.so", "-f", "json");
	expect(&moved, EXIT_WELL, "");
	json_t *root = course_parse(&moved);
	ck_assert(json_is_true(json_object_get(root, "same")));
	json_decref(root);
}
END_TEST

static void change_exercise(void)
{
	TEXT_SCOPED struct text exercise = {0};
	ck_assert(folder_read(folder, "L3-analysis/edges.yaml", &exercise));
	text_add(&exercise, "# a remark\n");
	folder_write(folder, "L3-analysis/edges.yaml", text_string(&exercise));
}

static void remove_exercise(void)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/L3-analysis/edges.yaml", folder);
	ck_assert_int_eq(unlink(text_string(&path)), 0);
}

/* So that no copy is left either. */
static void replace_file(void)
{
	course_do(folder, "DELETE FROM content");
	course_copy_sample(folder, "class/student-001.so", "plain", "");
}

/* What somebody does to the gradebook, or what happens around it, and how many differences that makes. */
static const struct {
	const char *sql;
	void (*change)(void);
	const char *says;
	unsigned count;
} changes[] = {
	{"UPDATE result SET won = 7 WHERE verdict = 'wrong'", NULL, "L3.2: won: the receipt says 7, now it is ", 1},
	{"UPDATE result SET points = 20 WHERE verdict = 'wrong'", NULL,
	 "L3.2: points: the receipt says 20, now it is 7\n", 1},
	{"UPDATE result SET verdict = 'passed', won = 7 WHERE verdict = 'wrong'", NULL,
	 "L3.2: verdict: the receipt says passed, now it is wrong\n", 2},
	{"DELETE FROM matrix; DELETE FROM group_result; DELETE FROM result WHERE verdict = 'wrong'", NULL,
	 "L3.2: result: the receipt says not graded yet, now it is wrong\n", 1},
	{"DELETE FROM content; UPDATE attempt SET submission = 3 - submission", NULL, "submission: the receipt says ",
	 3},
	{"UPDATE admission SET verdict = 'rejected'", NULL, "verdict: the receipt says rejected, now it is graded\n",
	 1},
	{"UPDATE run SET reference = zeroblob(32); UPDATE result SET reference = zeroblob(32)", NULL,
	 "reference: the receipt says 00000000", 1},
	{NULL, change_exercise, "L3.1: exercise: the receipt says ", 1},
	{NULL, remove_exercise, "now it is not among the exercises\n", 1},
	{NULL, replace_file, "L3.2: verdict: the receipt says wrong, now it is passed\n", 3},
};

START_TEST(what_was_changed_is_found)
{
	TEXT_SCOPED struct text count = {0};
	if (changes[_i].sql != NULL)
		course_do(folder, changes[_i].sql);
	else
		changes[_i].change();
	PROGRAM_SCOPED struct program program = VERIFY("student-001");
	expect(&program, EXIT_FINDINGS, changes[_i].says);
	text_add_format(&count, "student-001: %u difference%s\n", changes[_i].count, changes[_i].count == 1 ? "" : "s");
	expect(&program, EXIT_FINDINGS, text_string(&count));
	PROGRAM_SCOPED struct program json = VERIFY("--format", "json", "student-001");
	ck_assert_int_eq(json.status, EXIT_FINDINGS);
	json_t *root = course_parse(&json);
	ck_assert(json_is_false(json_object_get(root, "same")));
	ck_assert_uint_eq(json_array_size(json_object_get(root, "differences")), changes[_i].count);
	json_decref(root);
}
END_TEST

static const char speed_exercise[] =
	"id: L5.1\ntitle: t\nfunction: attn_causal\npoints: 8\nstatement: s\nlimits: {cpu_ms: 2000}\nspeed:\n"
	"  given: {n: 512, d_k: 64, d_v: 64, q: {normal: [0, 1]}, k: {normal: [0, 1]}, v: {normal: [0, 1]}, weights: "
	"~}\n"
	"  rungs: [{ratio: 300}, {ratio: 2, worth: 2}]\n"
	"cases:\n- {name: one row, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n";

/* Another ratio is no difference, and a rung far from it is. */
START_TEST(speed_is_measured_again)
{
	const char *const copy[] = {"sh", "-c",
				    "mkdir L5-mastery swift && cp " BUILD_DIR "/hurried/strolls.so swift/eve.so", NULL};
	PROGRAM_SCOPED struct program copied = program_run(folder, copy);
	ck_assert_int_eq(copied.status, 0);
	folder_write(folder, "L5-mastery/speed.yaml", speed_exercise);
	PROGRAM_SCOPED struct program grade = GRADER(folder, "grade", "-x", "L5-mastery", "swift");
	ck_assert_int_eq(grade.status, EXIT_FINDINGS);
	course_do(folder, "UPDATE result SET speed = 7 WHERE speed > 0");
	PROGRAM_SCOPED struct program same = GRADER(folder, "receipt", "-x", "L5-mastery", "--verify", "eve");
	expect(&same, EXIT_WELL, "eve: all the same again: 4 of 8 points in 1 exercise\n");
	course_do(folder, "UPDATE result SET won = 8, verdict = 'passed' WHERE speed > 0");
	PROGRAM_SCOPED struct program forged = GRADER(folder, "receipt", "-x", "L5-mastery", "--verify", "eve");
	expect(&forged, EXIT_FINDINGS, "L5.1: won: the receipt says 8, now it is 4\n");
}
END_TEST

/* The secret decides the hidden cases: another one makes them others, which the receipt's name of it tells. */
START_TEST(another_secret_is_found)
{
	course_do(folder, "UPDATE meta SET secret = zeroblob(32)");
	PROGRAM_SCOPED struct program program = VERIFY("student-000");
	expect(&program, EXIT_FINDINGS, "secret: the receipt says ");
}
END_TEST

START_TEST(a_file_that_is_gone_is_no_difference)
{
	PROGRAM_SCOPED struct program program = VERIFY("student-000", "class/none.so");
	expect(&program, EXIT_HARNESS, "");
	ck_assert_msg(strstr(text_string(&program.err), "\"class/none.so\": cannot be opened") != NULL, "%s",
		      text_string(&program.err));
}
END_TEST

START_TEST(a_rejection_is_verified_too)
{
	folder_write(folder, "class/ada.so", "");
	folder_write(folder, "class/bob.so", "int main;\n");
	PROGRAM_SCOPED struct program grade = GRADER(folder, "grade", "-x", "L3-analysis", "class");
	ck_assert_int_eq(grade.status, EXIT_FINDINGS);
	PROGRAM_SCOPED struct program receipt = RECEIPT("ada");
	expect(&receipt, EXIT_WELL, "ada: rejected: the file is empty\n");
	PROGRAM_SCOPED struct program empty = VERIFY("ada");
	expect(&empty, EXIT_WELL, "ada: all the same again: rejected: the file is empty\n");
	PROGRAM_SCOPED struct program text = VERIFY("bob");
	expect(&text, EXIT_WELL, "bob: all the same again: rejected: a text file");
	PROGRAM_SCOPED struct program other = VERIFY("ada", "class/student-000.so");
	expect(&other, EXIT_FINDINGS, "verdict: the receipt says rejected, now it is graded\n");
}
END_TEST

START_TEST(the_flag_takes_no_value)
{
	PROGRAM_SCOPED struct program program = RECEIPT("--verify=yes", "ada");
	ck_assert_int_eq(program.status, EXIT_USAGE);
	ck_assert_msg(strstr(text_string(&program.err), "\"--verify=yes\" takes no value") != NULL, "%s",
		      text_string(&program.err));
	PROGRAM_SCOPED struct program help = RECEIPT("--help");
	expect(&help, EXIT_WELL, "  -V, --verify ");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("receipt");
	TCase *tests = tcase_create("receipt");
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, a_receipt_holds_what_a_score_belongs_to);
	tcase_add_test(tests, a_receipt_can_be_read);
	tcase_add_test(tests, who_is_not_there_has_no_receipt);
	tcase_add_test(tests, an_honest_receipt_is_verified);
	tcase_add_loop_test(tests, what_was_changed_is_found, 0, (int)(sizeof(changes) / sizeof(changes[0])));
	tcase_add_test(tests, speed_is_measured_again);
	tcase_add_test(tests, another_secret_is_found);
	tcase_add_test(tests, a_file_that_is_gone_is_no_difference);
	tcase_add_test(tests, a_rejection_is_verified_too);
	tcase_add_test(tests, the_flag_takes_no_value);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
