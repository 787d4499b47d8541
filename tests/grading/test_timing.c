/*
 * Speed for real: the fast path against itself, and submissions that would like to seem faster than they are. What is
 * demanded is at least seven times away from what is measured, so that no machine can be too slow for it.
 */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "grading/bar.h"
#include "grading/desk.h"
#include "grading/grade.h"
#include "suite.h"

#define CASE \
	"cases:\n- {name: small, given: {n: 5, d_k: 2, d_v: 3, q: {normal: [0, 1]}, k: {normal: [0, 1]}," \
	" v: {normal: [0, 1]}, weights: ~}}\n"
#define RUNGS "  rungs: [{ratio: 300, worth: 1}, {ratio: 2, worth: 2}]\n"

static const char exercise_text[] =
	"id: L5.1\ntitle: as fast as possible\nfunction: attn_causal\npoints: 8\nstatement: s\n"
	"limits: {cpu_ms: 2000, memory_mib: 64}\n"
	"speed:\n"
	"  given: {n: 512, d_k: 64, d_v: 64, q: {normal: [0, 1]}, k: {normal: [0, 1]}, v: {normal: [0, 1]}, weights: "
	"~}\n" RUNGS CASE;

struct scene {
	struct desk desk;
	struct exam *exam;
	const struct result_record *result;
};

static struct scene scene_open(const char *text)
{
	struct scene scene = {.desk = desk_open()};
	scene.exam = desk_exam(&scene.desk, text);
	return scene;
}

static void scene_close(struct scene *scene)
{
	exam_release(scene->exam);
	desk_close(&scene->desk);
}
#define SCENE_SCOPED __attribute__((cleanup(scene_close)))

static void grade(struct scene *scene, const char *name)
{
	struct submission submission = desk_submission(name);
	const struct graded graded = grade_submission(scene->exam, scene->desk.sandbox, "bubblewrap", &submission, NULL,
						      NULL, scene->desk.arena);
	submission_close(&submission);
	ck_assert_msg(graded.verdict == VERDICT_GRADED, "%s: %s", name, graded.reason);
	ck_assert_uint_eq(graded.n_results, 1);
	scene->result = &graded.results[0];
}

START_TEST(the_fast_path_reaches_every_rung)
{
	SCENE_SCOPED struct scene scene = scene_open(exercise_text);
	grade(&scene, "samples/fast");
	const struct result_record *result = scene.result;
	ck_assert_int_eq(result->verdict, VERDICT_PASSED);
	ck_assert_double_eq(result->won, 8);
	ck_assert_uint_eq(result->n_groups, 1);
	ck_assert_uint_eq(result->speed.n_rungs, 2);
	ck_assert_double_eq(result->speed.rungs[1].ratio, 2);
	ck_assert(result->speed.rungs[0].reached && result->speed.rungs[1].reached);
	ck_assert_str_eq(result->speed.message, "");
	/* what more it is, three pairs on a loaded machine do not tell */
	ck_assert(result->speed.ratio >= PACE_FLOOR && result->speed.ratio <= 2);
}
END_TEST

/* ---- those in a hurry ----------------------------------------------------------------------------- */

/* Is the verdict among the words behind "rung:" in the first line of its source? Who races the grader has several. */
static bool is_promised(const char *name, enum verdict verdict)
{
	char path[512], line[128] = "";
	TEXT_SCOPED struct text words = {0}, word = {0};
	snprintf(path, sizeof(path), TESTS_DIR "/hurried/%s.c", name);
	FILE *file = fopen(path, "r");
	ck_assert_msg(file != NULL && fgets(line, sizeof(line), file) != NULL, "%s", path);
	fclose(file);
	ck_assert_msg(strncmp(line, "/* rung: ", strlen("/* rung: ")) == 0, "%s: %s", path, line);
	line[strcspn(line, "\n") - strlen(" */")] = '\0';
	text_add_format(&words, "%s,", line + strlen("/* rung:"));
	text_add_format(&word, " %s,", verdict_name(verdict));
	return strstr(text_string(&words), text_string(&word)) != NULL;
}

/* What it can win is what a stroll wins: the lower rung, if it was measured. */
static void expect_promise(struct scene *scene, const char *name)
{
	char path[280];
	snprintf(path, sizeof(path), "hurried/%s", name);
	grade(scene, path);
	const struct result_record *result = scene->result;
	const struct speed_record *speed = &result->speed;
	ck_assert_uint_eq(result->n_groups, 1);
	ck_assert_uint_eq(speed->n_rungs, 2);
	ck_assert_msg(result->groups[0].verdict == VERDICT_PASSED, "%s: %s", name, result->groups[0].message);
	const bool is_slow = result->verdict == VERDICT_SLOW;
	ck_assert_msg(is_promised(name, result->verdict), "%s: %s, %s", name, verdict_name(result->verdict),
		      speed->message);
	ck_assert_int_eq(speed->rungs[0].reached, is_slow);
	ck_assert(!speed->rungs[1].reached);
	ck_assert_double_eq(result->won, is_slow ? 4 : 2);
	ck_assert_int_eq(speed->ratio > 0, is_slow);
	ck_assert_int_eq(speed->message[0] == '\0', is_slow);
	ck_assert_ptr_null(scene->result->counterexample);
}

START_TEST(nobody_wins_by_hurrying)
{
	SCENE_SCOPED struct scene scene = scene_open(exercise_text);
	DIR *folder = opendir(TESTS_DIR "/hurried");
	size_t count = 0;
	ck_assert_ptr_nonnull(folder);
	for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
		char name[256];
		const char *dot = strrchr(entry->d_name, '.');
		if (dot == NULL || strcmp(dot, ".c") != 0)
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)(dot - entry->d_name), entry->d_name);
		expect_promise(&scene, name);
		count++;
	}
	closedir(folder);
	ck_assert_uint_ge(count, 16);
}
END_TEST

/* Like what is wrong elsewhere: with its place, the status or advice. */
START_TEST(what_is_wrong_is_told_in_words)
{
	static const struct {
		const char *name, *words[2];
	} table[] = {
		{"hurried/wrong_while_timed", {"the answer of a timed call is wrong at row ", " of out"}},
		{"hurried/skips_the_last_row",
		 {"a timed call left a part of its output unwritten at row 511, column 0 of out", ""}},
		{"hurried/gives_up",
		 {"a timed call returned ATTN_",
		  ", expected ATTN_OK; an allocation may have failed at the limit of 64 MiB"}},
		{"hurried/hoards", {"the memory limit of 64 MiB was reached", "keep a row where you keep a matrix"}},
	};
	SCENE_SCOPED struct scene scene = scene_open(exercise_text);
	grade(&scene, table[_i].name);
	for (size_t w = 0; w < 2; w++)
		ck_assert_msg(strstr(scene.result->speed.message, table[_i].words[w]) != NULL, "%s",
			      scene.result->speed.message);
}
END_TEST

/* ---- what comes first ----------------------------------------------------------------------------- */

START_TEST(right_answers_come_first)
{
	SCENE_SCOPED struct scene scene = scene_open(exercise_text);
	grade(&scene, "samples/no-mask");
	ck_assert_int_eq(scene.result->verdict, VERDICT_WRONG);
	ck_assert_double_eq(scene.result->won, 0);
	ck_assert_double_eq(scene.result->speed.ratio, 0);
	ck_assert_str_eq(scene.result->speed.message, "right answers come first");
	ck_assert_uint_eq(scene.result->n_groups, 1);
	for (size_t r = 0; r < 2; r++)
		ck_assert(!scene.result->speed.rungs[r].reached);
}
END_TEST

START_TEST(speed_may_be_left_out)
{
	SCENE_SCOPED struct scene scene = scene_open(exercise_text);
	scene.exam->is_quick = true;
	grade(&scene, "hurried/strolls");
	ck_assert_int_eq(scene.result->verdict, VERDICT_PASSED);
	ck_assert_uint_eq(scene.result->n_groups, 1);
	ck_assert_uint_eq(scene.result->speed.n_rungs, 0);
}
END_TEST

/* ---- other functions ------------------------------------------------------------------------------ */

#define EXERCISE(function, given) \
	"id: L5.1\ntitle: t\nfunction: " function "\npoints: 4\nstatement: s\nspeed:\n  given: " given "\n" RUNGS \
	"cases:\n- {name: same, given: " given "}\n"
#define NORMAL "{normal: [0, 1]}"

static const char *const others[] = {
	EXERCISE("attn_causal_offset", "{n_q: 200, n_k: 300, d_k: 64, d_v: 64, offset: 100, q: " NORMAL ", k: " NORMAL
				       ", v: " NORMAL ", lse: ~}"),
	EXERCISE("attn_causal_offset", "{n_q: 300, n_k: 290, d_k: 64, d_v: 64, offset: -9, q: " NORMAL ", k: " NORMAL
				       ", v: " NORMAL ", lse: ~}"),
	EXERCISE("attn_window", "{n: 300, d_k: 64, d_v: 64, window: 100, q: " NORMAL ", k: " NORMAL ", v: " NORMAL "}"),
	EXERCISE("attn_decode", "{capacity: 4096, d_k: 64, d_v: 64, length: 4095, keys: " NORMAL ", values: " NORMAL
				", query: " NORMAL ", key: " NORMAL ", value: " NORMAL "}"),
	EXERCISE("attn_multi_head", "{n: 128, d_model: 64, n_heads: 4, n_kv_heads: 2, d_head: 32, x: " NORMAL
				    ", w_q: " NORMAL ", w_k: " NORMAL ", w_v: " NORMAL ", w_o: " NORMAL "}"),
	EXERCISE("attn_causal_backward",
		 "{n: 200, d_k: 64, d_v: 64, q: " NORMAL ", k: " NORMAL ", v: " NORMAL ", d_out: " NORMAL "}"),
};

/* Plain code is right in timed calls of each, and slower than the fast path by more than a busy machine can hide. */
START_TEST(every_function_can_be_timed)
{
	SCENE_SCOPED struct scene scene = scene_open(others[_i]);
	grade(&scene, "samples/plain");
	ck_assert_uint_eq(scene.result->n_groups, 1);
	ck_assert_int_eq(scene.result->groups[0].verdict, VERDICT_PASSED);
	ck_assert_msg(scene.result->speed.ratio > 0, "%s", scene.result->speed.message);
}
END_TEST

/* The function has a fast path if, and only if, the bar defines it. */
START_TEST(the_bar_defines_what_can_be_timed)
{
	DESK_SCOPED struct desk desk = desk_open();
	TEXT_SCOPED struct text why = {0};
	struct submission bar;
	bool defined[OPERATION_COUNT];
	ck_assert_msg(bar_open(&bar, &why), "%s", text_string(&why));
	ck_assert_int_eq(sandbox_probe(desk.sandbox, &bar, defined, &why), VERDICT_GRADED);
	submission_close(&bar);
	for (size_t i = 0; i < OPERATION_COUNT; i++)
		ck_assert_msg(defined[i] == exercise_can_be_timed(&operations[i]), "%s", operations[i].name);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("timing");
	TCase *tcase = tcase_create("timing");
	tcase_set_timeout(tcase, 300);
	tcase_add_test(tcase, the_fast_path_reaches_every_rung);
	tcase_add_test(tcase, nobody_wins_by_hurrying);
	tcase_add_loop_test(tcase, what_is_wrong_is_told_in_words, 0, 4);
	tcase_add_test(tcase, right_answers_come_first);
	tcase_add_test(tcase, speed_may_be_left_out);
	tcase_add_loop_test(tcase, every_function_can_be_timed, 0, SUITE_SHARE(sizeof(others) / sizeof(others[0])));
	tcase_add_test(tcase, the_bar_defines_what_can_be_timed);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? 0 : 1;
}
