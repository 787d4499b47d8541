/*
 * The real grader on the sample submissions, from files to gradebook: points deserved, nothing graded
 * twice, the same whatever the number of threads. What is lost when it is killed (nothing): test_lost.c.
 */
#include <check.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/course.h"
#include "commands/marks.h"
#include "commands/program.h"
#include "exercise/exercise.h"
#include "reference.h"
#include "store/store.h"

#define SAMPLES_DIR BUILD_DIR "/samples"
/* As different as they come, and more than the threads that grade them. */
#define FEW_SAMPLES \
	SAMPLES_DIR "/blocked.so", SAMPLES_DIR "/crashing.so", SAMPLES_DIR "/no-scaling.so", \
		SAMPLES_DIR "/unfinished.so"

/* What each sample deserves. */
enum deserves { EVERYTHING, ALL_BUT_SPECIALS, SOME };

static const struct {
	const char *name;
	enum deserves deserves;
	const char *fails; /* a function it must lose points for, or NULL */
	const char *verdict;
	const char *wins; /* a function it must have every point for, or NULL */
} samples[] = {
	{"reference", EVERYTHING, NULL, NULL, "attn_causal"},
	{"plain", EVERYTHING, NULL, NULL, "attn_causal"},
	{"blocked", EVERYTHING, NULL, NULL, "attn_causal"},
	{"fast", EVERYTHING, NULL, NULL, "attn_causal"},
	{"ofast", ALL_BUT_SPECIALS, NULL, NULL, "attn_edges"},
	{"unfinished", SOME, "attn_causal_backward", "missing", "attn_causal_mask"},
	{"no-mask", SOME, "attn_causal", "wrong", "attn_edges"},
	{"transposed-mask", SOME, "attn_causal", "wrong", "attn_edges"},
	{"diagonal-masked", SOME, "attn_causal", "wrong", "attn_edges"},
	{"mask-after-softmax", SOME, "attn_causal", "wrong", "attn_edges"},
	{"no-scaling", SOME, "attn_scores", "wrong", "attn_softmax"},
	{"no-maximum", SOME, "attn_softmax", "wrong", "attn_scores"},
	{"crashing", SOME, "attn_scores", "crashed", "attn_softmax"},
	{"never-ending", SOME, NULL, "timed_out", NULL},
};

enum { SAMPLE_COUNT = sizeof(samples) / sizeof(samples[0]) };

/* The results of exercises about one function. */
static size_t count_verdicts(const json_t *root, const json_t *entry, const char *function, const char *verdict,
			     size_t *total)
{
	size_t i, count = 0;
	const json_t *result;
	*total = 0;
	json_array_foreach(json_object_get(entry, "results"), i, result)
	{
		const json_t *exercise = json_array_get(json_object_get(root, "exercises"), i);
		ck_assert_str_eq(marks_word(exercise, "id"), marks_word(result, "exercise"));
		if (function != NULL && strcmp(marks_word(exercise, "function"), function) != 0)
			continue;
		count += strcmp(marks_word(result, "verdict"), verdict) == 0;
		(*total)++;
	}
	return count;
}

static void expect_some(const json_t *root, const json_t *entry, int index)
{
	size_t total;
	ck_assert_double_lt(marks_number(entry, "won"), marks_number(entry, "points"));
	ck_assert_double_gt(marks_number(entry, "won"), 0);
	ck_assert_uint_gt(count_verdicts(root, entry, samples[index].fails, samples[index].verdict, &total), 0);
	if (samples[index].wins != NULL) {
		ck_assert_uint_eq(count_verdicts(root, entry, samples[index].wins, "passed", &total), total);
		ck_assert_uint_gt(total, 0);
	}
}

START_TEST(samples_get_what_they_deserve)
{
	FOLDER_SCOPED char *folder = folder_create();
	marks_exercises(folder);
	PROGRAM_SCOPED struct program program =
		GRADER(folder, "grade", "--exercises", "exercises", "--jobs", "2", "--format", "json", SAMPLES_DIR);
	json_t *root = course_parse(&program);
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
	ck_assert_uint_ge(json_array_size(json_object_get(root, "exercises")), 22);
	for (int i = 0; i < SAMPLE_COUNT; i++) {
		const json_t *entry = marks_student(root, samples[i].name);
		ck_assert_str_eq(marks_word(entry, "verdict"), "graded");
		if (samples[i].deserves == EVERYTHING)
			marks_expect_everything(entry);
		else if (samples[i].deserves == ALL_BUT_SPECIALS)
			marks_expect_all_but_specials(entry, folder);
		else
			expect_some(root, entry, i);
	}
	json_decref(root);
}
END_TEST

START_TEST(threads_do_not_show)
{
	FOLDER_SCOPED char *one = folder_create();
	FOLDER_SCOPED char *many = folder_create();
	marks_light_exercises(one);
	marks_light_exercises(many);
	folder_write(one, "secret", "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n");
	PROGRAM_SCOPED struct program first = GRADER(one, "grade", "-x", "exercises", "-k", "secret", "-j", "1", "-f",
						     "json", FEW_SAMPLES, SAMPLES_DIR "/never-ending.so");
	char *secret = NULL;
	ck_assert_int_gt(asprintf(&secret, "%s/secret", one), 0);
	PROGRAM_SCOPED struct program second = GRADER(many, "grade", "-x", "exercises", "-k", secret, "-j", "3", "-f",
						      "json", FEW_SAMPLES, SAMPLES_DIR "/never-ending.so");
	free(secret);
	json_t *left = course_parse(&first), *right = course_parse(&second);
	course_forget_times(left);
	course_forget_times(right);
	course_expect_same(left, right, "the course");
	json_decref(left);
	json_decref(right);
}
END_TEST

START_TEST(nothing_is_graded_twice)
{
	FOLDER_SCOPED char *folder = folder_create();
	marks_light_exercises(folder);
	PROGRAM_SCOPED struct program first = GRADER(folder, "grade", "-f", "json", FEW_SAMPLES);
	PROGRAM_SCOPED struct program second = GRADER(folder, "grade", "-f", "json", FEW_SAMPLES);
	ck_assert_str_eq(text_string(&first.out), text_string(&second.out)); /* the very same measurements */
	PROGRAM_SCOPED struct program third = GRADER(folder, "grade", "-x", "exercises", FEW_SAMPLES);
	ck_assert_msg(strstr(text_string(&third.out), "nothing was graded again") != NULL, "%s",
		      text_string(&third.out));
}
END_TEST

START_TEST(names_and_files_are_untrusted)
{
	FOLDER_SCOPED char *folder = folder_create();
	course_create(folder, 1);
	folder_write(folder, "class/<script>alert(1)<.so", "not a shared object");
	folder_write(folder, "class/\033[31mred.so", "");
	folder_write(folder, "class/bad\xff.so", "x");
	PROGRAM_SCOPED struct program program = GRADER(folder, "grade", "-x", "L3-analysis", "class");
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
	ck_assert_ptr_null(strchr(text_string(&program.out), '\033'));
	ck_assert_ptr_nonnull(strstr(text_string(&program.out), "rejected"));
	ck_assert_ptr_nonnull(strstr(text_string(&program.out), "student-000"));
	PROGRAM_SCOPED struct program report = GRADER(folder, "report");
	ck_assert_int_eq(report.status, EXIT_WELL);
}
END_TEST

/* A student whose file is no submission, in a way of its own. */
static const struct {
	const char *name, *reason;
} refused[] = {
	{"empty", "the file is empty"}, {"half", "a damaged file: 3000 bytes"},
	{"link", "a symbolic link"},	{"needy", "libmine.so.1: cannot open shared object file"},
	{"text", "a text file"},	{"void", "the file is empty"},
};

/* The second time the grader knows those that it could read already; it must not forget why. */
START_TEST(reasons_are_kept_and_not_mixed_up)
{
	FOLDER_SCOPED char *folder = folder_create();
	course_create(folder, 0);
	folder_write(folder, "class/empty.so", "");
	folder_write(folder, "class/void.so", "");
	folder_write(folder, "class/text.so", "int main;\n");
	course_copy_sample(folder, "class/half.so", "plain", "");
	TEXT_SCOPED struct text half = {0}, link = {0};
	text_add_format(&half, "%s/class/half.so", folder);
	text_add_format(&link, "%s/class/link.so", folder);
	ck_assert_int_eq(truncate(text_string(&half), 3000), 0);
	ck_assert_int_eq(symlink("half.so", text_string(&link)), 0);
	const char *const needy[] = {"cp", BUILD_DIR "/hostile/needs_own_library.so", "class/needy.so", NULL};
	PROGRAM_SCOPED struct program copied = program_run(folder, needy);
	ck_assert_int_eq(copied.status, 0);
	for (int round = 0; round < 3; round++) {
		PROGRAM_SCOPED struct program program =
			GRADER(folder, "grade", "-x", "L3-analysis", "-f", "json", "class");
		ck_assert_int_eq(program.status, EXIT_FINDINGS);
		json_t *root = course_parse(&program);
		for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
			const json_t *entry = marks_student(root, refused[i].name);
			ck_assert_str_eq(marks_word(entry, "verdict"), "rejected");
			ck_assert_msg(strstr(marks_word(entry, "reason"), refused[i].reason) ==
					      marks_word(entry, "reason"),
				      "%s: %s", refused[i].name, marks_word(entry, "reason"));
			ck_assert_double_eq(marks_number(entry, "attempts"), 1);
		}
		json_decref(root);
	}
	/* nobody is taken for the twin of another who handed in as little */
	ck_assert_int_eq(course_ask(folder, "SELECT count(DISTINCT submission) FROM attempt"), 6);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("grade");
	TCase *tests = tcase_create("grade");
	tcase_set_timeout(tests, 300);
	tcase_add_test(tests, samples_get_what_they_deserve);
	tcase_add_test(tests, threads_do_not_show);
	tcase_add_test(tests, nothing_is_graded_twice);
	tcase_add_test(tests, names_and_files_are_untrusted);
	tcase_add_test(tests, reasons_are_kept_and_not_mixed_up);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
