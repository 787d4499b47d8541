/* A call too large to be compared as a whole: made once, if public cases are right, under the limit of memory. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grading/desk.h"
#include "grading/grade.h"
#include "grading/sampled.h"
#include "suite.h"

/* A matrix of scores would take 5.5 MiB. */
static const char exercise_text[] =
	"id: L5.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\nlimits: {cpu_ms: 2000, memory_mib: 2}\n"
	"large:\n  name: all at once\n  hint: row by row\n  worth: 3\n"
	"  given: {n: 1200, d_k: 4, d_v: 4, q: {normal: [0, 1]}, k: {normal: [0, 1]}, v: {normal: [0, 1]}, weights: "
	"~}\n"
	"cases:\n- {name: small, public: true, given: {n: 5, d_k: 2, d_v: 3, q: {normal: [0, 1]}, k: {normal: [0, 1]},"
	" v: {normal: [0, 1]}, weights: ~}}\n"
	"- {name: hidden, given: {n: 7, d_k: 2, d_v: 3, q: 1, k: {normal: [0, 1]}, v: {normal: [0, 1]}, weights: ~}}\n";

struct scene {
	struct desk desk;
	struct exam *exam;
	const struct result_record *result;
};

static struct scene scene_open(void)
{
	struct scene scene = {.desk = desk_open()};
	scene.exam = desk_exam(&scene.desk, exercise_text);
	return scene;
}

static void scene_close(struct scene *scene)
{
	exam_release(scene->exam);
	desk_close(&scene->desk);
}
#define SCENE_SCOPED __attribute__((cleanup(scene_close)))

static void grade(struct scene *scene, const char *path)
{
	TEXT_SCOPED struct text why = {0};
	struct submission submission;
	ck_assert_msg(submission_open(path, &submission, &why), "%s", text_string(&why));
	const struct graded graded = grade_submission(scene->exam, scene->desk.sandbox, "bubblewrap", &submission, NULL,
						      NULL, scene->desk.arena);
	submission_close(&submission);
	ck_assert_msg(graded.verdict == VERDICT_GRADED, "%s", graded.reason);
	scene->result = &graded.results[0];
}

/* `room`: where the scores of a row are; `last`: what is done at the end. */
#define ATTENTION(room, last) \
	"#include <math.h>\n#include <stdlib.h>\n#include \"attention.h\"\n" \
	"int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float " \
	"*out," \
	" float *weights)\n{\n" \
	"	float *rows = malloc(n * (" room ") * sizeof(float));\n" \
	"	for (size_t i = 0; i < n; i++) {\n" \
	"		float *row = rows + i * ((" room ") - 1), sum = 0;\n" \
	"		for (size_t j = 0; j <= i; j++, sum += row[j - 1]) {\n" \
	"			float score = 0;\n" \
	"			for (size_t t = 0; t < d_k; t++)\n" \
	"				score += q[i * d_k + t] * k[j * d_k + t];\n" \
	"			row[j] = expf(score / sqrtf((float)d_k));\n" \
	"		}\n" \
	"		for (size_t c = 0; c < d_v; c++) {\n" \
	"			float mixed = 0;\n" \
	"			for (size_t j = 0; j <= i; j++)\n" \
	"				mixed += row[j] * v[j * d_v + c];\n" \
	"			" last "out[i * d_v + c] = mixed / sum;\n" \
	"		}\n" \
	"	}\n" \
	"	free(rows);\n" \
	"	return ATTN_OK;\n}\n"

static const struct {
	const char *source;
	enum verdict open, hidden, large;
	double won;
	const char *message; /* a part of it */
} table[] = {
	{ATTENTION("1", ""), VERDICT_PASSED, VERDICT_PASSED, VERDICT_PASSED, 10, ""},
	{ATTENTION("n + 1", ""), VERDICT_PASSED, VERDICT_PASSED, VERDICT_OUT_OF_MEMORY, 4,
	 "the memory limit of 2 MiB was reached"},
	{ATTENTION("1", "if (i > 1000) mixed *= 1.01f; "), VERDICT_PASSED, VERDICT_PASSED, VERDICT_WRONG, 4,
	 "a wrong number was written"},
	{ATTENTION("1", "if (i != 777) "), VERDICT_PASSED, VERDICT_PASSED, VERDICT_UNWRITTEN, 4,
	 "an element was never written"},
	{ATTENTION("1", "if (n > 1000) return ATTN_ERANGE; "), VERDICT_PASSED, VERDICT_PASSED, VERDICT_WRONG, 4,
	 "returned ATTN_ERANGE, expected ATTN_OK; an allocation may have failed at the limit of 2 MiB"},
	{ATTENTION("1", "if (n > 1000) return 4711; "), VERDICT_PASSED, VERDICT_PASSED, VERDICT_WRONG, 4,
	 "returned a status that attention.h does not know, expected ATTN_OK"},
	{ATTENTION("1", "if (n == 7) mixed = 0; "), VERDICT_PASSED, VERDICT_WRONG, VERDICT_PASSED, 8, ""},
	{ATTENTION("1", "if (n == 5) mixed = 0; "), VERDICT_WRONG, VERDICT_PASSED, VERDICT_WRONG, 2,
	 "not run: public cases come first"},
};

static void compile(struct scene *scene, const char *source, char *path)
{
	char command[512];
	snprintf(path, 256, "%s/attention.so", desk_folder(&scene->desk));
	snprintf(command, sizeof(command), "cc -shared -fPIC -O2 -w -I%s/reference -x c - -o %s -lm", SOURCE_DIR, path);
	FILE *compiler = popen(command, "we");
	ck_assert_ptr_nonnull(compiler);
	fputs(source, compiler);
	ck_assert_int_eq(pclose(compiler), 0);
}

START_TEST(it_is_a_case_by_itself)
{
	SCENE_SCOPED struct scene scene = scene_open();
	char path[256];
	compile(&scene, table[_i].source, path);
	grade(&scene, path);
	const struct result_record *result = scene.result;
	ck_assert_uint_eq(result->n_groups, 3);
	const struct group_record *large = &result->groups[2];
	ck_assert_int_eq(result->groups[0].verdict, table[_i].open);
	ck_assert_int_eq(result->groups[1].verdict, table[_i].hidden);
	ck_assert_msg(large->verdict == table[_i].large, "%s: %s", verdict_name(large->verdict), large->message);
	ck_assert_int_eq(result->verdict, table[_i].hidden != VERDICT_PASSED ? table[_i].hidden : table[_i].large);
	ck_assert_double_eq(result->won, table[_i].won);
	ck_assert_msg(strstr(large->message, table[_i].message) != NULL, "%s", large->message);
	ck_assert_str_eq(large->name, "all at once");
	ck_assert(large->is_public && large->shown == NULL && large->repetitions == 1);
	ck_assert_uint_eq(large->passed, table[_i].large == VERDICT_PASSED);
}
END_TEST

/* Where it differs is told, for its numbers are no secret of a hidden case. */
START_TEST(the_place_is_told)
{
	SCENE_SCOPED struct scene scene = scene_open();
	char path[256];
	compile(&scene, table[3].source, path);
	grade(&scene, path);
	ck_assert_str_eq(scene.result->groups[2].place, "row 777, column 0 of out");
}
END_TEST

START_TEST(it_may_be_left_out)
{
	SCENE_SCOPED struct scene scene = scene_open();
	char path[256];
	scene.exam->is_quick = true;
	compile(&scene, table[1].source, path);
	grade(&scene, path);
	ck_assert_int_eq(scene.result->verdict, VERDICT_PASSED);
	ck_assert_uint_eq(scene.result->n_groups, 2);
}
END_TEST

START_TEST(what_may_be_asked_can_be_sampled)
{
	size_t count = 0;
	for (size_t i = 0; i < OPERATION_COUNT; i++) {
		ck_assert_msg(exercise_can_be_sampled(&operations[i]) == sampled_has_rows(&operations[i]), "%s",
			      operations[i].name);
		count += sampled_has_rows(&operations[i]);
	}
	ck_assert_uint_ge(count, 3);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("large");
	TCase *tcase = tcase_create("large");
	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, it_is_a_case_by_itself, 0, sizeof(table) / sizeof(table[0]));
	tcase_add_test(tcase, the_place_is_told);
	tcase_add_test(tcase, it_may_be_left_out);
	tcase_add_test(tcase, what_may_be_asked_can_be_sampled);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? 0 : 1;
}
