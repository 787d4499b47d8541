/* grader check: what a student sees at the desk. */
#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/program.h"

#define EXERCISES SOURCE_DIR "/exercises"
#define SAMPLE(name) BUILD_DIR "/samples/" name ".so"

static bool says(const struct text *text, const char *words)
{
	return strstr(text_string(text), words) != NULL;
}

static const char *const honest[] = {SAMPLE("reference"), SAMPLE("plain"), SAMPLE("blocked")};

START_TEST(honest_samples_pass)
{
	PROGRAM_SCOPED struct program program = GRADER(NULL, "check", "-x", EXERCISES, honest[_i]);
	ck_assert_msg(program.status == EXIT_WELL, "%s%s", text_string(&program.out), text_string(&program.err));
	ck_assert(!says(&program.out, "FAIL"));
	ck_assert(says(&program.out, "public 48/48, hidden are graded when you hand in"));
}
END_TEST

static const struct {
	const char *file;
	const char *says;
} mistaken[] = {
	{SAMPLE("no-mask"), "wrong"},	       {SAMPLE("transposed-mask"), "wrong"},
	{SAMPLE("diagonal-masked"), "wrong"},  {SAMPLE("mask-after-softmax"), "wrong"},
	{SAMPLE("no-scaling"), "wrong"},       {SAMPLE("crashing"), "crashed"},
	{SAMPLE("never-ending"), "timed_out"}, {SAMPLE("unfinished"), "missing"},
};

START_TEST(mistakes_are_shown)
{
	PROGRAM_SCOPED struct program program = GRADER(NULL, "check", "-x", EXERCISES, mistaken[_i].file);
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
	ck_assert_msg(says(&program.out, mistaken[_i].says), "%s", text_string(&program.out));
	ck_assert(says(&program.out, "  ok  "));
}
END_TEST

/* Where no small input shows it, what was tried is said in its place. */
START_TEST(that_no_small_input_was_found_is_said)
{
	PROGRAM_SCOPED struct program program =
		GRADER(NULL, "check", "-x", EXERCISES, "-e", "L2.3", BUILD_DIR "/hostile/static_counter.so");
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
	ck_assert(!says(&program.out, "the smallest input found that fails"));
	ck_assert_msg(says(&program.out, "  a small input fails after other calls but not alone"), "%s",
		      text_string(&program.out));
}
END_TEST

START_TEST(a_wrong_public_case_shows_its_matrices)
{
	PROGRAM_SCOPED struct program program = GRADER(NULL, "check", "-x", EXERCISES, SAMPLE("no-mask"));
	ck_assert(says(&program.out, "given q ("));
	ck_assert(says(&program.out, "expected out ("));
	ck_assert(says(&program.out, "got out "));
}
END_TEST

START_TEST(a_mistake_is_named_once_and_shown_small)
{
	PROGRAM_SCOPED struct program program = GRADER(NULL, "check", "-x", EXERCISES, SAMPLE("no-scaling"));
	const char *named = strstr(text_string(&program.out), "it looks like this mistake: scores are not scaled\n");
	ck_assert_ptr_nonnull(named);
	ck_assert_ptr_null(strstr(named + 1, "it looks like this mistake: scores are not scaled\n"));
	ck_assert(says(&program.out, "the smallest input found that fails:\n"));
	ck_assert(says(&program.out, "n_q = 1, n_k = 1, d_k = 2\n"));
	ck_assert(says(&program.out, "`-e L2.2` shows it as a C program\n"));
	ck_assert(!says(&program.out, "int main(void)"));
}
END_TEST

START_TEST(one_exercise_shows_its_program)
{
	PROGRAM_SCOPED struct program program =
		GRADER(NULL, "check", "-x", EXERCISES, "-e", "L2.2", SAMPLE("no-scaling"));
	ck_assert(says(&program.out, "  the same as a program, example.c:\n"));
	ck_assert(says(&program.out, "    int status = attn_scores(n_q, n_k, d_k, q, k, scores);\n"));
	ck_assert(says(&program.out, "    int main(void)\n    {\n"));
}
END_TEST

START_TEST(json_has_diagnosis_and_counterexample)
{
	PROGRAM_SCOPED struct program program =
		GRADER(NULL, "check", "-x", EXERCISES, "-f", "json", "-e", "L2.2", SAMPLE("no-scaling"));
	json_error_t error;
	json_t *root = json_loads(text_string(&program.out), 0, &error);
	ck_assert_msg(root != NULL, "%s %s", error.text, text_string(&program.err));
	const json_t *result = json_array_get(json_object_get(root, "results"), 0);
	const json_t *diagnoses = json_object_get(result, "diagnoses");
	ck_assert_uint_eq(json_array_size(diagnoses), 1);
	ck_assert_str_eq(json_string_value(json_object_get(json_array_get(diagnoses, 0), "id")), "M32");
	const json_t *counterexample = json_object_get(result, "counterexample");
	ck_assert_str_eq(json_string_value(json_object_get(counterexample, "verdict")), "wrong");
	const json_t *scalars = json_object_get(counterexample, "scalars");
	ck_assert_uint_eq(json_object_size(scalars), 3);
	ck_assert_int_eq(json_integer_value(json_object_get(scalars, "n_q")), 1);
	ck_assert_int_eq(json_integer_value(json_object_get(scalars, "d_k")), 2);
	ck_assert_uint_eq(json_array_size(json_object_get(counterexample, "matrices")), 4);
	ck_assert_ptr_nonnull(strstr(json_string_value(json_object_get(counterexample, "program")), "int main(void)"));
	json_decref(root);
}
END_TEST

START_TEST(one_exercise_only)
{
	PROGRAM_SCOPED struct program program =
		GRADER(NULL, "check", "-x", EXERCISES, "-f", "json", "-e", "L3.1", SAMPLE("plain"));
	json_error_t error;
	json_t *root = json_loads(text_string(&program.out), 0, &error);
	ck_assert_msg(root != NULL, "%s %s", error.text, text_string(&program.err));
	ck_assert_str_eq(json_string_value(json_object_get(root, "verdict")), "graded");
	const json_t *results = json_object_get(root, "results");
	ck_assert_uint_eq(json_array_size(results), 1);
	size_t index;
	const json_t *group;
	json_array_foreach(json_object_get(json_array_get(results, 0), "groups"), index, group)
		ck_assert(json_is_true(json_object_get(group, "public")));
	json_decref(root);
}
END_TEST

static const char speed_exercise[] =
	"id: L5.1\ntitle: Quick\nfunction: attn_causal\npoints: 8\nstatement: s\nlimits: {cpu_ms: 2000}\nspeed:\n"
	"  given: {n: 512, d_k: 64, d_v: 64, q: {normal: [0, 1]}, k: {normal: [0, 1]}, v: {normal: [0, 1]}, weights: "
	"~}\n"
	"  rungs: [{ratio: 300}, {ratio: 2, worth: 2}]\n"
	"cases:\n- {name: one row, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n";

/* Rungs are no cases: whoever is right and far from the last one fails nothing. Without -e nothing is timed. */
START_TEST(speed_is_told_in_a_line)
{
	static const struct {
		const char *submission, *only, *told[3];
		int status;
	} table[] = {
		{BUILD_DIR "/hurried/strolls.so",
		 "L5.1",
		 {"  ok  L5.1  Quick",
		  "    1/1\n\nspeed: ", " times as long as the fast path; next rung at 2 times\nwhat helps: "},
		 EXIT_WELL},
		{BUILD_DIR "/hurried/skips_the_last_row.so",
		 "L5.1",
		 {"FAIL  L5.1  Quick", "1/1 unwritten",
		  "\n  speed is not counted: a timed call left a part of its output unwritten at row\n  511, column 0 "
		  "of out\n"},
		 EXIT_FINDINGS},
		{BUILD_DIR "/hurried/strolls.so",
		 NULL,
		 {"  ok  L5.1  Quick", "1/1", "speed and large calls are left to `-e L5.1`"},
		 EXIT_WELL},
	};
	FOLDER_SCOPED char *folder = folder_create();
	const char *const make[] = {"mkdir", "L5-mastery", NULL};
	PROGRAM_SCOPED struct program made = program_run(folder, make);
	ck_assert_int_eq(made.status, 0);
	folder_write(folder, "L5-mastery/speed.yaml", speed_exercise);
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		PROGRAM_SCOPED struct program program = GRADER(folder, "check", "-x", "L5-mastery", table[i].submission,
							       table[i].only == NULL ? NULL : "-e", table[i].only);
		for (size_t k = 0; k < 3; k++)
			ck_assert_msg(strstr(text_string(&program.out), table[i].told[k]) != NULL, "no '%s' in %s",
				      table[i].told[k], text_string(&program.out));
		ck_assert_int_eq(program.status, table[i].status);
		ck_assert_ptr_null(strstr(text_string(&program.out), "slow"));
	}
}
END_TEST

/* Softmax with one more key, of score 0, that nobody gets: in low rows alone it is as if the maximum began at 0. */
static const char beside_one[] = "#include <math.h>\n#include <stddef.h>\n"
				 "int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)\n"
				 "{\n"
				 "	for (size_t i = 0; i < n_q; i++, scores += n_k, weights += n_k) {\n"
				 "		float m = 0, sum;\n"
				 "		for (size_t j = 0; j < n_k; j++)\n"
				 "			m = scores[j] > m ? scores[j] : m;\n"
				 "		sum = expf(-m);\n"
				 "		for (size_t j = 0; j < n_k; j++)\n"
				 "			sum += weights[j] = expf(scores[j] - m);\n"
				 "		for (size_t j = 0; j < n_k; j++)\n"
				 "			weights[j] /= sum;\n"
				 "	}\n"
				 "	return 0;\n"
				 "}\n";

static size_t count_diagnoses(const struct program *program, size_t *n_results)
{
	json_t *root = json_loads(text_string(&program->out), 0, NULL);
	ck_assert_msg(root != NULL, "%s", text_string(&program->err));
	const json_t *results = json_object_get(root, "results");
	size_t count = 0;
	*n_results = json_array_size(results);
	for (size_t i = 0; i < *n_results; i++)
		count += json_array_size(json_object_get(json_array_get(results, i), "diagnoses"));
	json_decref(root);
	return count;
}

/* What one exercise alone would take for a mistake, the others of its function refute. */
START_TEST(one_exercise_is_diagnosed_by_all_of_its_function)
{
	FOLDER_SCOPED char *folder = folder_create();
	const char *const compile[] = {"cc", "-shared", "-fPIC", "-o", "attention.so", "attention.c", "-lm", NULL};
	size_t count;
	folder_write(folder, "attention.c", beside_one);
	PROGRAM_SCOPED struct program compiled = program_run(folder, compile);
	ck_assert_msg(compiled.status == 0, "%s", text_string(&compiled.err));
	PROGRAM_SCOPED struct program one =
		GRADER(folder, "check", "-x", EXERCISES, "-f", "json", "-e", "L2.4", "attention.so");
	ck_assert_int_eq(one.status, EXIT_FINDINGS);
	ck_assert_uint_eq(count_diagnoses(&one, &count), 0);
	ck_assert_uint_eq(count, 1);
	PROGRAM_SCOPED struct program all = GRADER(folder, "check", "-x", EXERCISES, "-f", "json", "attention.so");
	ck_assert_uint_eq(count_diagnoses(&all, &count), 0);
}
END_TEST

START_TEST(what_is_no_submission_is_rejected_with_the_reason)
{
	FOLDER_SCOPED char *folder = folder_create();
	folder_write(folder, "attention.so", "int main(void) { return 0; }\n");
	PROGRAM_SCOPED struct program program = GRADER(folder, "check", "-x", EXERCISES, "attention.so");
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
	ck_assert_msg(says(&program.out, "rejected: "), "%s", text_string(&program.out));
	PROGRAM_SCOPED struct program missing = GRADER(folder, "check", "-x", EXERCISES, "nowhere.so");
	ck_assert_int_eq(missing.status, EXIT_USAGE); /* a typing mistake, not a bad submission */
	ck_assert_msg(says(&missing.err, "nowhere.so"), "%s", text_string(&missing.err));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("check");
	TCase *tests = tcase_create("check");
	tcase_set_timeout(tests, 120);
	tcase_add_loop_test(tests, honest_samples_pass, 0, (int)(sizeof(honest) / sizeof(honest[0])));
	tcase_add_loop_test(tests, mistakes_are_shown, 0, (int)(sizeof(mistaken) / sizeof(mistaken[0])));
	tcase_add_test(tests, a_wrong_public_case_shows_its_matrices);
	tcase_add_test(tests, that_no_small_input_was_found_is_said);
	tcase_add_test(tests, a_mistake_is_named_once_and_shown_small);
	tcase_add_test(tests, one_exercise_shows_its_program);
	tcase_add_test(tests, json_has_diagnosis_and_counterexample);
	tcase_add_test(tests, one_exercise_only);
	tcase_add_test(tests, speed_is_told_in_a_line);
	tcase_add_test(tests, one_exercise_is_diagnosed_by_all_of_its_function);
	tcase_add_test(tests, what_is_no_submission_is_rejected_with_the_reason);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
