/* list, show and answer: the real binary on the shipped exercises; and what a mistake in one is to other commands. */
#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands/command.h"
#include "commands/program.h"
#include "misconceptions.h"
#include "grading/leftover.h"
#include "omissions.h"
#include "suite.h"

#define EXERCISES SOURCE_DIR "/exercises"

static bool says(const struct text *text, const char *words)
{
	return strstr(text_string(text), words) != NULL;
}

#define HEAD "id: L2.1\ntitle: t\nfunction: attn_softmax\npoints: 10\nstatement: s\ncases:\n"
/* Over the limit only for rows near 257, which lint looks for and loading does not. */
#define RARE \
	"id: L2.1\ntitle: t\nfunction: attn_visible_keys\npoints: 10\nstatement: s\ncases:\n" \
	"- {name: a, public: true, given: {row: 1, n_k: 2, offset: 0}}\n" \
	"- {name: b, public: true, repeat: 1000, given: {row: {int: [0, 514]}, " \
	"n_k: {product: [row, {difference: [514, row]}]}, offset: 0}}\n"

/* Whether loading finds a mistake or only the making of a case, the exit code is that of mistakes. */
START_TEST(mistakes_in_exercises_are_not_the_grader_s)
{
	static const struct {
		const char *yaml, *says;
	} exercises[] = {
		{RARE, "\"n_k\" must be 0 to 65536"},
		{HEAD "- {name: a, public: true, given: {n_q: {choice: [2, -3]}, n_k: 1, scores: 0}}\n",
		 "\"n_q\" must be 0 to 65536, not \"-3\""},
		{HEAD "- {name: a, public: true, repeat: 1000, given: {n_q: 4096, n_k: 4096, scores: 0}}\n",
		 "the limit is 67108864"},
	};
	FOLDER_SCOPED char *folder = folder_create();
	char *level = NULL;
	ck_assert_int_gt(asprintf(&level, "%s/L2-application", folder), 0);
	const char *const argv[] = {"mkdir", level, NULL};
	PROGRAM_SCOPED struct program made = program_run(NULL, argv);
	ck_assert_int_eq(made.status, 0);
	folder_write(level, "mine.yaml", exercises[_i].yaml);
	folder_write(folder, "ada.so", "no library, and no turn comes to find that out");
	free(level);
	PROGRAM_SCOPED struct program grade = GRADER(folder, "grade", "-x", "L2-application", "ada.so");
	ck_assert_msg(grade.status == EXIT_USAGE, "%d: %s", grade.status, text_string(&grade.err));
	ck_assert_msg(says(&grade.err, exercises[_i].says), "%s", text_string(&grade.err));
	PROGRAM_SCOPED struct program check = GRADER(folder, "check", "-x", "L2-application", "ada.so");
	ck_assert_msg(check.status == EXIT_USAGE, "%d: %s", check.status, text_string(&check.err));
	ck_assert_msg(says(&check.err, exercises[_i].says), "%s", text_string(&check.err));
}
END_TEST

START_TEST(list_knows_every_function)
{
	PROGRAM_SCOPED struct program program = GRADER(NULL, "list", "-x", EXERCISES);
	ck_assert_int_eq(program.status, EXIT_WELL);
	for (size_t i = 0; i < OPERATION_COUNT; i++)
		ck_assert_msg(says(&program.out, operations[i].name), "%s", operations[i].name);
}
END_TEST

/* Titles stand below one another, whatever the numbers before them are. */
START_TEST(list_is_a_table)
{
	PROGRAM_SCOPED struct program program = GRADER(NULL, "list", "-x", EXERCISES);
	size_t lines = 0, wide = 0;
	for (const char *line = text_string(&program.out); *line == 'L'; line += strcspn(line, "\n") + 1, lines++) {
		const char *cases = strstr(line, " cases public   ");
		ck_assert_ptr_nonnull(cases);
		const size_t column = (size_t)(cases - line);
		ck_assert_msg(lines == 0 || column == wide, "%.*s", (int)strcspn(line, "\n"), line);
		wide = column;
	}
	ck_assert_uint_gt(lines, 40);
}
END_TEST

START_TEST(points_are_told_to_the_last_digit)
{
	FOLDER_SCOPED char *folder = folder_create();
	TEXT_SCOPED struct text level = {0};
	text_add_format(&level, "%s/L2-application", folder);
	ck_assert_int_eq(mkdir(text_string(&level), 0755), 0);
	folder_write(folder, "L2-application/mine.yaml",
		     "id: L2.1\ntitle: t\nfunction: attn_softmax\npoints: 999.25\nstatement: s\ncases:\n"
		     "- {name: a, public: true, given: {n_q: 1, n_k: 1, scores: 0}}\n");
	PROGRAM_SCOPED struct program list = GRADER(folder, "list", "-x", "L2-application");
	ck_assert_msg(says(&list.out, " 999.25 points, ") && says(&list.out, "\n1 exercise, 999.25 points\n"), "%s",
		      text_string(&list.out));
	PROGRAM_SCOPED struct program show = GRADER(folder, "show", "-x", "L2-application", "L2.1");
	ck_assert_msg(says(&show.out, "\nattn_softmax, 999.25 points\n"), "%s", text_string(&show.out));
}
END_TEST

/* Every exercise can be shown, and shows at least one matrix or scalar of a public case. */
START_TEST(show_shows_every_exercise)
{
	PROGRAM_SCOPED struct program list = GRADER(NULL, "list", "-x", EXERCISES, "-f", "json");
	json_error_t error;
	json_t *root = json_loads(text_string(&list.out), 0, &error), *entry;
	ck_assert_msg(root != NULL, "%s", error.text);
	size_t index;
	json_array_foreach(root, index, entry)
	{
		const char *id = json_string_value(json_object_get(entry, "id"));
		/* each time the grader reads all exercises, which under sanitizers takes half a second */
		if (SUITE_IS_SANITIZED && index % 6 != 0)
			continue;
		PROGRAM_SCOPED struct program program = GRADER(NULL, "show", "-x", EXERCISES, id);
		ck_assert_int_eq(program.status, EXIT_WELL);
		ck_assert_str_eq(text_string(&program.err), "");
		ck_assert_msg(says(&program.out, "returns ATTN_"), "%s", id);
		ck_assert(says(&program.out, json_string_value(json_object_get(entry, "title"))));
		ck_assert_int_gt(json_integer_value(json_object_get(entry, "public_groups")), 0);
	}
	json_decref(root);
}
END_TEST

/* Hints come with the attempts: who wants to check them asks for all. */
START_TEST(show_keeps_hints_until_they_are_asked_for)
{
	PROGRAM_SCOPED struct program plain = GRADER(NULL, "show", "-x", EXERCISES, "L2.5");
	PROGRAM_SCOPED struct program all = GRADER(NULL, "show", "-x", EXERCISES, "--all", "L2.5");
	ck_assert_msg(says(&plain.out, ", requires L2.") && says(&all.out, ", requires L2."), "%s",
		      text_string(&plain.out));
	ck_assert(says(&plain.out, " hints, one more for each failed attempt (--all shows them)\n"));
	ck_assert(!says(&plain.out, "\nrecall\n"));
	ck_assert(says(&all.out, "\nhints, one more for each failed attempt\n") && says(&all.out, "\nrecall\n"));
	ck_assert_uint_gt(all.out.length, plain.out.length + 200);
	ck_assert(says(&all.out, "\n1. ") && says(&all.out, "\n2. ") && says(&all.out, "?\n- "));
}
END_TEST

START_TEST(the_catalogue_can_be_read)
{
	PROGRAM_SCOPED struct program list = GRADER(NULL, "list", "-x", EXERCISES, "--misconceptions");
	PROGRAM_SCOPED struct program json = GRADER(NULL, "list", "-x", EXERCISES, "--misconceptions", "-f", "json");
	json_error_t error;
	json_t *root = json_loads(text_string(&json.out), 0, &error);
	ck_assert_msg(root != NULL, "%s", error.text);
	ck_assert_uint_eq(json_array_size(root), misconception_count());
	for (size_t i = 0; i < misconception_count(); i++) {
		const struct misconception *misconception = misconception_at(i);
		const json_t *entry = json_array_get(root, i);
		ck_assert(says(&list.out, misconception->name) && says(&list.out, misconception->title));
		ck_assert(says(&list.out, misconception_family(i)));
		ck_assert_str_eq(json_string_value(json_object_get(entry, "id")), misconception->id);
		ck_assert_str_eq(json_string_value(json_object_get(entry, "explanation")), misconception->explanation);
		ck_assert_uint_gt(json_array_size(json_object_get(entry, "functions")), 0);
	}
	for (size_t i = 0; i < omission_count(); i++)
		ck_assert(says(&list.out, omission_at(i)->name) && says(&list.out, omission_at(i)->why));
	json_decref(root);
}
END_TEST

START_TEST(show_explains_what_is_not_in_the_catalogue)
{
	const struct omission *omission = omission_find("M54");
	PROGRAM_SCOPED struct program program = GRADER(NULL, "show", "-x", EXERCISES, "M54");
	ck_assert_int_eq(program.status, EXIT_WELL);
	ck_assert(says(&program.out, omission->title) && says(&program.out, omission->why));
	PROGRAM_SCOPED struct program told = GRADER(NULL, "show", "-x", EXERCISES, "M61");
	ck_assert(says(&told.out, leftover_record().explanation));
	ck_assert(!says(&program.out, leftover_record().explanation));
}
END_TEST

START_TEST(show_explains_a_misconception)
{
	const struct misconception *misconception = misconception_find("M18");
	PROGRAM_SCOPED struct program program = GRADER(NULL, "show", "-x", EXERCISES, "M18");
	ck_assert_int_eq(program.status, EXIT_WELL);
	ck_assert(says(&program.out, misconception->title) && says(&program.out, misconception->explanation));
	ck_assert(says(&program.out, "attn_causal") && !says(&program.out, "attn_edges"));
}
END_TEST

START_TEST(answer_answers)
{
	FOLDER_SCOPED char *folder = folder_create();
	folder_write(folder, "case.yaml",
		     "function: attn_softmax\ngiven: {n_q: 1, n_k: 2, scores: [[0, 0]]}\n"
		     "put:\n- {in: scores, where: {at: [0, 1]}, value: -.inf}\n");
	PROGRAM_SCOPED struct program program = GRADER(folder, "answer", "case.yaml");
	ck_assert_msg(program.status == EXIT_WELL, "%s", text_string(&program.err));
	ck_assert(says(&program.out, "attn_softmax returns ATTN_OK"));
	ck_assert_msg(says(&program.out, "expected weights (1 x 2)\n      1  0"), "%s", text_string(&program.out));
	PROGRAM_SCOPED struct program json = GRADER(folder, "answer", "-f", "json", "case.yaml");
	json_error_t error;
	json_t *root = json_loads(text_string(&json.out), 0, &error);
	ck_assert_msg(root != NULL, "%s", error.text);
	const json_t *weights = json_array_get(json_object_get(root, "matrices"), 1);
	const json_t *row = json_array_get(json_object_get(weights, "values"), 0);
	ck_assert_double_eq(json_number_value(json_array_get(row, 0)), 1);
	json_decref(root);
}
END_TEST

START_TEST(a_batch_is_answered_in_sequences)
{
	FOLDER_SCOPED char *folder = folder_create();
	folder_write(folder, "case.yaml",
		     "function: attn_padded\ngiven: {batch: 2, n: 2, d_k: 1, d_v: 1, lengths: [2, 1], q: 0, k: 0,"
		     " v: [[[1], [3]], [[5], [7]]]}\n");
	PROGRAM_SCOPED struct program program = GRADER(folder, "answer", "case.yaml");
	ck_assert_msg(says(&program.out, "expected out (2 x 2 x 1)\n      1\n      2\n\n      5\n"), "%s",
		      text_string(&program.out));
	PROGRAM_SCOPED struct program json = GRADER(folder, "answer", "-f", "json", "case.yaml");
	ck_assert(says(&json.out, "\"part_rows\": 2") && says(&json.out, "\"part_rows\": 0"));
}
END_TEST

START_TEST(large_counts_are_answered_to_the_last_digit)
{
	FOLDER_SCOPED char *folder = folder_create();
	folder_write(folder, "case.yaml", "function: attn_edges\ngiven: {n: 4294967295}\n");
	PROGRAM_SCOPED struct program program = GRADER(folder, "answer", "case.yaml");
	ck_assert_msg(says(&program.out, " 18446744065119617025\n"), "%s", text_string(&program.out));
	PROGRAM_SCOPED struct program json = GRADER(folder, "answer", "-f", "json", "case.yaml");
	ck_assert(says(&json.out, "\"18446744065119617025\"\n") && says(&json.out, "\"9223372034707292160\"\n"));
}
END_TEST

START_TEST(answer_explains_a_bad_case)
{
	FOLDER_SCOPED char *folder = folder_create();
	folder_write(folder, "case.yaml", "function: attn_softmax\ngiven: {n_q: 1, n_k: 2, scores: [[0]]}\n");
	PROGRAM_SCOPED struct program program = GRADER(folder, "answer", "case.yaml");
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
	ck_assert_msg(says(&program.err, "case.yaml:2:"), "%s", text_string(&program.err));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("exercises");
	TCase *tests = tcase_create("exercises");
	tcase_set_timeout(tests, 120);
	tcase_add_loop_test(tests, mistakes_in_exercises_are_not_the_grader_s, 0, 3);
	tcase_add_test(tests, list_knows_every_function);
	tcase_add_test(tests, list_is_a_table);
	tcase_add_test(tests, points_are_told_to_the_last_digit);
	tcase_add_test(tests, show_shows_every_exercise);
	tcase_add_test(tests, show_keeps_hints_until_they_are_asked_for);
	tcase_add_test(tests, the_catalogue_can_be_read);
	tcase_add_test(tests, show_explains_a_misconception);
	tcase_add_test(tests, show_explains_what_is_not_in_the_catalogue);
	tcase_add_test(tests, answer_answers);
	tcase_add_test(tests, a_batch_is_answered_in_sequences);
	tcase_add_test(tests, large_counts_are_answered_to_the_last_digit);
	tcase_add_test(tests, answer_explains_a_bad_case);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
