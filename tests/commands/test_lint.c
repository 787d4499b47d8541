/* grader lint: every kind of finding, on small exercises made to have it and no other of its kind. */
#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/program.h"

static bool says(const struct text *text, const char *words)
{
	return strstr(text_string(text), words) != NULL;
}

/* Lints a file with that content. */
static struct program lint(const char *yaml)
{
	FOLDER_SCOPED char *folder = folder_create();
	TEXT_SCOPED struct text level = {0};
	text_add_format(&level, "%s/L3-analysis", folder);
	const char *const argv[] = {"mkdir", text_string(&level), NULL};
	PROGRAM_SCOPED struct program made = program_run(NULL, argv);
	ck_assert_int_eq(made.status, 0);
	folder_write(text_string(&level), "mine.yaml", yaml);
	return GRADER(folder, "lint", "L3-analysis/mine.yaml");
}

/* ---- an exercise that catches all that it should, and what becomes of it -------------------------- */

#define EDGES "id: L3.1\ntitle: t\nfunction: attn_edges\npoints: 10\nstatement: s\n"
#define OPEN "- {name: open, public: true, given: {n: 3}}\n"
#define SMALL "- {name: small, given: {n: 70}, expect: {full: 4900}}\n"
#define LARGE "- {name: large, given: {n: {int: [3000000001, 4294967295]}}, repeat: 4}\n"
#define BEYOND "{name: beyond, given: {n: 4294967296}, returns: ATTN_ERANGE}\n"
#define SOUND EDGES "cases:\n" OPEN SMALL LARGE "- " BEYOND

START_TEST(a_sound_exercise_passes)
{
	PROGRAM_SCOPED struct program program = lint(SOUND);
	ck_assert_msg(program.status == EXIT_WELL, "%s", text_string(&program.err));
	ck_assert_str_eq(text_string(&program.err), "");
	ck_assert_msg(says(&program.out, "1 exercise read: 0 errors, 0 warnings\n"), "%s", text_string(&program.out));
	ck_assert(says(&program.out, "  c  hidden  large: catches "));
}
END_TEST

#define RARE \
	"id: L2.1\ntitle: t\nfunction: attn_visible_keys\npoints: 10\nstatement: s\ncases:\n" \
	"- {name: a, public: true, given: {row: 1, n_k: 2, offset: 0}}\n" \
	"- {name: b, public: true, repeat: 1000, given: {row: {int: [0, 514]}, " \
	"n_k: {product: [row, {difference: [514, row]}]}, offset: 0}}\n"

/* What random rows of a softmax do not catch, leaving out nothing that they do. */
#define SOFTMAX "id: L2.1\ntitle: t\nfunction: attn_softmax\npoints: 10\nstatement: s\n"
#define ROW_OPEN "- {name: a, public: true, given: {n_q: 1, n_k: 2, scores: [[0, 0]]}"
#define ROWS "- {name: rows, given: {n_q: 4, n_k: 9, scores: {normal: [0, 2]}}}\n"

static const struct {
	const char *what, *yaml, *says;
	int status;
} findings[] = {
	{"missed", EDGES "cases:\n" OPEN SMALL LARGE,
	 "error: M114 edges_unchecked (counts that do not fit wrap around) passes every hidden case: add a case that "
	 "it gets "
	 "wrong, like `given: {n: 4294967296}`, or say why it need not be caught: `not_for: [{id: M114, why: "
	 "...}]`\n",
	 EXIT_FINDINGS},
	{"caught in public only",
	 EDGES "cases:\n" OPEN SMALL LARGE "- {name: open 2, public: true, given: {n: 4294967296}}\n",
	 "add a case that it gets wrong, a hidden one like \"open 2\", or say", EXIT_FINDINGS},
	{"too near",
	 SOFTMAX "tolerance: 1000\ncases:\n" ROW_OPEN "}\n" ROWS "- {name: eps, given: {n_q: 1, n_k: 3, scores: -9}}\n",
	 "and 4 are wanted; make \"eps\" sharper or add a case that it gets more wrong, like `given: {n_q: 1, n_k: ",
	 EXIT_FINDINGS},
	{"caught by luck", EDGES "cases:\n" OPEN SMALL LARGE "- {name: drawn, given: {n: {choice: [4294967296, 5]}}}\n",
	 "mine.yaml:10:3: error: M114 edges_unchecked (counts that do not fit wrap around) is caught by luck: of 32 "
	 "other "
	 "secrets, under ",
	 EXIT_FINDINGS},
	{"excused", EDGES "not_for: [{id: M114, why: no border here}]\ncases:\n" OPEN SMALL LARGE, "", EXIT_WELL},
	{"excused, yet caught", EDGES "not_for:\n- {id: M114, why: no border}\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:7:3: error: M114 edges_unchecked (counts that do not fit wrap around) is caught, by \"beyond\": "
	 "delete it "
	 "from "
	 "`not_for`",
	 EXIT_FINDINGS},
	{"excused, no mistake here", EDGES "not_for: [{id: M43, why: none}]\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:6:11: error: M43 no_max_sub (the maximum is not subtracted before exp) is no mistake in "
	 "`attn_edges`, "
	 "whose answers it leaves right: delete it",
	 EXIT_FINDINGS},
	{"excused, unheard of", EDGES "not_for: [{id: M1140, why: none}]\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "error: no misconception is called \"M1140\"; there are M110 length_not_advanced (the cache's length stays as "
	 "it was), M114 edges_unchecked (counts that do not fit wrap around)",
	 EXIT_FINDINGS},
	{"trivial", EDGES "cases:\n" OPEN "- {name: none, given: {n: 0}}\n",
	 "error: a function that answers \"zeros\" (all zeros) passes every hidden case: add one that asks for "
	 "something "
	 "else",
	 EXIT_FINDINGS},
	{"trivially rich", EDGES "cases:\n" OPEN SMALL LARGE "- {name: none, worth: 9, given: {n: 0}}\n- " BEYOND,
	 "warning: a function that answers \"zeros\" (all zeros) earns 69% of the points: give more `worth` to the "
	 "cases "
	 "that it fails",
	 EXIT_WELL},
	{"hard on honest code", SOFTMAX "tolerance: 0.01\ncases:\n" ROW_OPEN "}\n" ROWS,
	 "times the tolerance in case \"rows\", in `weights`: less than 0.5 is wanted, so that no other honest code "
	 "fails; "
	 "take less extreme numbers, or raise `tolerance`",
	 EXIT_FINDINGS},
	{"impossible for honest code",
	 "id: L2.1\ntitle: t\nfunction: attn_scores\npoints: 10\nstatement: s\ncases:\n"
	 "- {name: a, public: true, given: {n_q: 1, n_k: 1, d_k: 1, q: 1, k: 1}}\n"
	 "- {name: huge, given: {n_q: 1, n_k: 1, d_k: 1, q: 1e20, k: 1e20}}\n",
	 "honest code, \"plain\" (one loop after the other), fails case \"huge\" by more than any tolerance allows",
	 EXIT_FINDINGS},
	{"wrong number", SOFTMAX "cases:\n" ROW_OPEN ", expect: {weights: [[0.5, 0.6]]}, digits: 3}\n" ROWS,
	 "`expect` says 0.6 for element 1 of `weights`, the reference says 0.50000", EXIT_FINDINGS},
	{"too few digits agree", SOFTMAX "cases:\n" ROW_OPEN ", expect: {weights: [[0.5, 0.501]]}, digits: 3}\n" ROWS,
	 "`expect` says 0.501", EXIT_FINDINGS},
	{"wrong status", EDGES "cases:\n- {name: open, public: true, given: {n: 3}, returns: ATTN_EINVAL}\n" SMALL,
	 "says that ATTN_EINVAL is returned", EXIT_FINDINGS},
	{"a size that few draws make too large", RARE "- {name: c, given: {row: 1, n_k: 2, offset: 0}}\n",
	 "\"n_k\" must be 0 to 65536", EXIT_FINDINGS},
	{"nothing public", EDGES "cases:\n" SMALL LARGE "- " BEYOND, "no case is public", EXIT_WELL},
	{"everything public", EDGES "cases:\n" OPEN, "every case is public", EXIT_FINDINGS},
	{"no such function", "id: L2.1\ntitle: t\nfunction: attn_sofmax\npoints: 10\nstatement: s\ncases:\n" OPEN,
	 "attn_sofmax", EXIT_FINDINGS},
};

START_TEST(a_finding_says_what_to_do)
{
	PROGRAM_SCOPED struct program program = lint(findings[_i].yaml);
	const char *what = findings[_i].what;
	ck_assert_msg(says(&program.err, findings[_i].says), "%s: %s", what, text_string(&program.err));
	ck_assert_msg(program.status == findings[_i].status, "%s: %d: %s", what, program.status,
		      text_string(&program.err));
	ck_assert_msg(says(&program.out, findings[_i].status == EXIT_WELL ? "1 exercise read: 0 errors, " : " error"),
		      "%s: %s", what, text_string(&program.out));
	if (findings[_i].says[0] == '\0')
		ck_assert_str_eq(text_string(&program.err), "");
	else
		ck_assert(says(&program.err, "L3-analysis/mine.yaml:"));
}
END_TEST

/* Numbers are compared to the digits that are stated. */
START_TEST(digits_bind)
{
	PROGRAM_SCOPED struct program program =
		lint(SOFTMAX "cases:\n" ROW_OPEN ", expect: {weights: [[0.5, 0.501]]}, digits: 2}\n" ROWS);
	ck_assert(says(&program.err, "passes every hidden case"));
	ck_assert_msg(!says(&program.err, "`expect`"), "%s", text_string(&program.err));
}
END_TEST

/* Adds a hidden case for each `given` that is suggested. */
static size_t take_advice(const char *advice, struct text *yaml)
{
	static const char start[] = "like `", end[] = "`, or say";
	size_t count = 0;
	for (const char *stop; (advice = strstr(advice, start)) != NULL; advice = stop) {
		advice += strlen(start);
		stop = strstr(advice, end);
		ck_assert_ptr_nonnull(stop);
		text_add_format(yaml, "- {name: advice %zu, %.*s}\n", count++, (int)(stop - advice), advice);
	}
	return count;
}

/* What lint suggests is a case as it stands, and catches what it is to catch. */
START_TEST(advice_helps)
{
	static const char *const exercises[] = {
		"id: L2.1\ntitle: t\nfunction: attn_masked_softmax\npoints: 10\nstatement: s\ncases:\n"
		"- {name: a, public: true, given: {n_q: 1, n_k: 2, scores: 0, mask: 0}}\n"
		"- {name: b, given: {n_q: 2, n_k: 3, scores: {normal: [0, 1]}, mask: {causal: 0}}}\n",
		"id: L2.1\ntitle: t\nfunction: attn_padded\npoints: 10\nstatement: s\ncases:\n"
		"- {name: a, public: true, given: {batch: 1, n: 1, d_k: 1, d_v: 1, lengths: 1, q: 1, k: 1, v: 1}}\n"
		"- {name: b, given: {batch: 1, n: 1, d_k: 1, d_v: 1, lengths: 1, q: 1, k: 1, v: 2}}\n",
		"id: L2.1\ntitle: t\nfunction: attn_decode\npoints: 10\nstatement: s\ncases:\n"
		"- {name: a, given: {capacity: 1, d_k: 1, d_v: 1, length: 0, keys: 0, values: 0, query: 1, key: 1, "
		"value: 1}}\n",
	};
	TEXT_SCOPED struct text yaml = {0};
	text_add(&yaml, exercises[_i]);
	PROGRAM_SCOPED struct program before = lint(text_string(&yaml));
	ck_assert_int_eq(before.status, EXIT_FINDINGS);
	ck_assert_uint_gt(take_advice(text_string(&before.err), &yaml), 10);
	PROGRAM_SCOPED struct program after = lint(text_string(&yaml));
	ck_assert_msg(after.status == EXIT_WELL, "%s", text_string(&after.err));
}
END_TEST

START_TEST(lint_says_why_it_is_not_content)
{
	FOLDER_SCOPED char *folder = folder_create();
	PROGRAM_SCOPED struct program empty = GRADER(folder, "lint", ".");
	ck_assert_int_eq(empty.status, EXIT_FINDINGS);
	ck_assert_str_eq(text_string(&empty.err),
			 "grader: error: no exercise in \".\": files called *.yaml are wanted\n");
	PROGRAM_SCOPED struct program nameless = GRADER(folder, "lint", "");
	ck_assert_int_eq(nameless.status, EXIT_FINDINGS);
	ck_assert_str_eq(text_string(&nameless.err), "error: \"\" cannot be read: no such file or directory\n");
}
END_TEST

/* ---- forms ---------------------------------------------------------------------------------------- */

/* A folder's exercises in a line each; their matrices if that is asked for. */
START_TEST(matrices_come_when_asked_for)
{
	static const char folder[] = SOURCE_DIR "/exercises/L1-recognition";
	PROGRAM_SCOPED struct program lines = GRADER(NULL, "lint", folder);
	ck_assert_msg(says(&lines.out, "\nL1.3    "), "%s", text_string(&lines.out));
	ck_assert(!says(&lines.out, "M04  transposed_mask"));
	PROGRAM_SCOPED struct program whole = GRADER(NULL, "lint", "--matrix", folder);
	ck_assert(says(&whole.out, "\nL1.3    "));
	ck_assert(says(&whole.out, "M04  transposed_mask"));
}
END_TEST

START_TEST(lint_speaks_json)
{
	PROGRAM_SCOPED struct program program =
		GRADER(NULL, "lint", "--format", "json", SOURCE_DIR "/exercises/L3-analysis");
	json_error_t error;
	json_t *root = json_loads(text_string(&program.out), 0, &error);
	ck_assert_msg(root != NULL, "%s", error.text);
	const size_t count = (size_t)json_integer_value(json_object_get(root, "exercises"));
	const json_t *coverage = json_object_get(root, "coverage");
	ck_assert_uint_gt(count, 0);
	ck_assert_uint_eq(json_array_size(coverage), count);
	ck_assert(json_is_array(json_object_get(root, "findings")));
	ck_assert_str_eq(json_string_value(json_object_get(json_array_get(coverage, 0), "id")), "L3.1");
	json_decref(root);
}
END_TEST

START_TEST(lint_writes_a_page)
{
	static const char exercises[] = SOURCE_DIR "/exercises/L3-analysis";
	FOLDER_SCOPED char *folder = folder_create();
	TEXT_SCOPED struct text page = {0};
	PROGRAM_SCOPED struct program program = GRADER(folder, "lint", "-o", "audit.html", exercises);
	ck_assert(program.status == EXIT_WELL || program.status == EXIT_FINDINGS);
	ck_assert(folder_read(folder, "audit.html", &page));
	ck_assert(says(&page, "What the exercises catch"));
	ck_assert(says(&page, "id=\"L3.1-title\""));
	PROGRAM_SCOPED struct program nowhere = GRADER(folder, "lint", "-o", "not/here.html", exercises);
	ck_assert_int_eq(nowhere.status, EXIT_HARNESS);
	ck_assert_msg(says(&nowhere.err, "not/here.html"), "%s", text_string(&nowhere.err));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lint");
	TCase *tests = tcase_create("lint");
	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, a_sound_exercise_passes);
	tcase_add_loop_test(tests, a_finding_says_what_to_do, 0, (int)(sizeof(findings) / sizeof(findings[0])));
	tcase_add_test(tests, digits_bind);
	tcase_add_loop_test(tests, advice_helps, 0, 3);
	tcase_add_test(tests, lint_says_why_it_is_not_content);
	tcase_add_test(tests, matrices_come_when_asked_for);
	tcase_add_test(tests, lint_speaks_json);
	tcase_add_test(tests, lint_writes_a_page);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
