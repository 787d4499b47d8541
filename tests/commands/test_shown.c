/*
 * Counterexamples as they are shown: in `check` on the terminal and as JSON, and on the page of a graded student.
 * All show the same matrices and the same program, and what is copied from there compiles and shows the failure.
 */
#include <check.h>
#include <math.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/marks.h"
#include "commands/program.h"
#include "suite.h"

/* How a program ends that shows the failure. */
enum end { RETURNS, KILLED };

static const struct {
	const char *name, *file, *exercise, *verdict;
	enum end end;
} submissions[] = {
	{"no-scaling", BUILD_DIR "/samples/no-scaling.so", "L2.2", "wrong", RETURNS},
	{"no-mask", BUILD_DIR "/samples/no-mask.so", "L2.7", "wrong", RETURNS},
	{"crashing", BUILD_DIR "/samples/crashing.so", "L2.2", "crashed", KILLED},
	{"overrun", BUILD_DIR "/hostile/overrun_one.so", "L2.3", "out_of_bounds", KILLED},
	{"spill", BUILD_DIR "/hostile/overrun_quiet.so", "L2.3", "out_of_bounds", RETURNS},
	{"leaving", BUILD_DIR "/hostile/exit_at_once.so", "L3.1", "exited", RETURNS},
};

enum { SUBMISSIONS = sizeof(submissions) / sizeof(submissions[0]) };

static int run(const char *folder, const char *command)
{
	PROGRAM_SCOPED struct program program =
		program_run(folder, (const char *const[]){"/bin/sh", "-c", command, NULL});
	return program.status;
}

/* As a student would: with the header, beside the shared object. */
static void expect_to_show(const char *program, const char *file, enum end end)
{
	FOLDER_SCOPED char *folder = folder_create();
	TEXT_SCOPED struct text copy = {0};
	folder_write(folder, "example.c", program);
	text_add_format(&copy, "cp '%s' attention.so", file);
	ck_assert_int_eq(run(folder, text_string(&copy)), 0);
	ck_assert_int_eq(run(folder, "cc -std=c99 -Wall -Wextra -Werror -I" SOURCE_DIR
				     "/reference example.c ./attention.so -lm"),
			 0);
	int status = run(folder, "exec ./a.out");
	ck_assert_msg(end == RETURNS ? status == 1 : status > 128, "it ended with %d", status);
	ck_assert_int_eq(run(folder, "cp " BUILD_DIR "/samples/reference.so attention.so"), 0);
	ck_assert_int_eq(run(folder, "exec ./a.out"), 0);
}

static json_t *check_json(int index)
{
	PROGRAM_SCOPED struct program program = GRADER(NULL, "check", "-x", SOURCE_DIR "/exercises", "-f", "json", "-e",
						       submissions[index].exercise, submissions[index].file);
	json_error_t error;
	json_t *root = json_loads(text_string(&program.out), 0, &error);
	ck_assert_msg(root != NULL, "%s %s", error.text, text_string(&program.err));
	return root;
}

static const json_t *counterexample_of(const json_t *root)
{
	const json_t *result = json_array_get(json_object_get(root, "results"), 0);
	return json_object_get(result, "counterexample");
}

START_TEST(json_holds_a_program_that_shows_it)
{
	json_t *root = check_json(_i);
	const json_t *counterexample = counterexample_of(root);
	ck_assert_str_eq(marks_word(counterexample, "verdict"), submissions[_i].verdict);
	expect_to_show(marks_word(counterexample, "program"), submissions[_i].file, submissions[_i].end);
	json_decref(root);
}
END_TEST

/* ---- the terminal ---- */

/* The program is the last there is, set in by 4 columns. */
static void copy_program(const char *printed, struct text *program)
{
	static const char before[] = "the same as a program, example.c:\n";
	const char *at = strstr(printed, before);
	ck_assert_ptr_nonnull(at);
	for (at += sizeof(before) - 1; *at == '\n' || strncmp(at, "    ", 4) == 0; at += strcspn(at, "\n") + 1) {
		const char *line = *at == '\n' ? at : at + 4;
		text_add_bytes(program, line, strcspn(line, "\n") + 1);
	}
}

/* The same C, however it is set in. */
static void expect_same_lines(const char *a, const char *b)
{
	for (;;) {
		a += strspn(a, " \t\n");
		b += strspn(b, " \t\n");
		size_t length = strcspn(a, "\n");
		ck_assert_msg(length == strcspn(b, "\n") && strncmp(a, b, length) == 0, "\"%.60s\" is \"%.60s\"", a, b);
		if (length == 0)
			return;
		a += length;
		b += length;
	}
}

/* "given q" for each matrix, behind the heading. */
static void expect_titles(const char *shown, const json_t *counterexample)
{
	size_t index;
	const json_t *matrix;
	ck_assert_uint_gt(json_array_size(json_object_get(counterexample, "matrices")), 0);
	json_array_foreach(json_object_get(counterexample, "matrices"), index, matrix)
	{
		TEXT_SCOPED struct text title = {0}, agreed = {0};
		text_add_format(&title, "%s %s", marks_word(matrix, "role"), marks_word(matrix, "name"));
		text_add_format(&agreed, "expected and got %s (", marks_word(matrix, "name"));
		ck_assert_msg(strstr(shown, text_string(&title)) != NULL || strstr(shown, text_string(&agreed)) != NULL,
			      "no %s", text_string(&title));
	}
}

START_TEST(the_terminal_shows_the_same)
{
	PROGRAM_SCOPED struct program program = GRADER(NULL, "check", "-x", SOURCE_DIR "/exercises", "-e",
						       submissions[_i].exercise, submissions[_i].file);
	TEXT_SCOPED struct text copied = {0};
	json_t *root = check_json(_i);
	const json_t *counterexample = counterexample_of(root);
	const char *shown = strstr(text_string(&program.out), "the smallest input found that fails:");
	ck_assert_msg(shown != NULL, "%s", text_string(&program.out));
	expect_titles(shown, counterexample);
	copy_program(shown, &copied);
	expect_same_lines(text_string(&copied), marks_word(counterexample, "program"));
	expect_to_show(text_string(&copied), submissions[_i].file, submissions[_i].end);
	json_decref(root);
}
END_TEST

/* ---- the page ---- */

static void unescape(const char *html, size_t length, struct text *text)
{
	static const struct {
		const char *written, *is;
	} escapes[] = {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}};
	for (const char *at = html; at < html + length;) {
		size_t e = 0;
		while (e < 5 && strncmp(at, escapes[e].written, strlen(escapes[e].written)) != 0)
			e++;
		text_add_bytes(text, e < 5 ? escapes[e].is : at, 1);
		at += e < 5 ? strlen(escapes[e].written) : 1;
	}
}

/* The part of the page that is about the counterexample of the exercise. */
static const char *find_on_page(const char *page, const char *exercise)
{
	TEXT_SCOPED struct text anchor = {0};
	text_add_format(&anchor, "<h4><span class=\"id\">%s</span> ", exercise);
	const char *at = strstr(page, text_string(&anchor));
	ck_assert_msg(at != NULL, "%s is not on the page", exercise);
	at = strstr(at, "<div class=\"counterexample\">");
	ck_assert_ptr_nonnull(at);
	return at;
}

/* Steps to the next cell, which begins with this tag, and compares what stands in it. */
static const char *expect_cell(const char *at, const char *tag, double value)
{
	TEXT_SCOPED struct text want = {0};
	text_add_format(&want, "%s%g", value < 0 ? "−" : "", fabs(value));
	at = strstr(at, tag);
	ck_assert_ptr_nonnull(at);
	at = strchr(at, '>') + 1;
	size_t length = strcspn(at, "<\n");
	ck_assert_msg(length == want.length && memcmp(at, want.data, length) == 0, "%.*s is not %s", (int)length, at,
		      text_string(&want));
	return at;
}

/* Every matrix has its table, or is a single number, and what was given stands in it. */
static void expect_figures(const char *part, const json_t *counterexample)
{
	size_t index, r, c;
	const json_t *matrix, *row, *value;
	json_array_foreach(json_object_get(counterexample, "matrices"), index, matrix)
	{
		const char *role = marks_word(matrix, "role");
		TEXT_SCOPED struct text caption = {0};
		text_add_format(&caption, "<b>%s</b> %s", marks_word(matrix, "name"), role);
		const char *at = strstr(part, text_string(&caption));
		if (at == NULL && strcmp(role, "got") == 0) { /* it may be right */
			text_clear(&caption);
			text_add_format(&caption, "<b>%s</b> expected and got", marks_word(matrix, "name"));
			at = strstr(part, text_string(&caption));
		}
		ck_assert_msg(at != NULL, "no figure %s", text_string(&caption));
		if (strcmp(role, "given") != 0)
			continue;
		const bool is_single = strncmp(at - strlen("<p>"), "<p>", strlen("<p>")) == 0;
		if (!is_single)
			at = strstr(at, "<td>") + strlen("<td>"); /* the corner */
		json_array_foreach(json_object_get(matrix, "values"), r, row)
		{
			json_array_foreach(row, c, value) at =
				expect_cell(at, is_single ? "<code" : "<td", json_number_value(value));
		}
	}
}

/* They differ in what they call the library: nobody learns from a page what others called the same file. */
static void expect_same_program(const char *shown, const char *checked)
{
	static const char command[] = " *   cc example.c ";
	const char *mine = strstr(shown, command), *theirs = strstr(checked, command);
	ck_assert_ptr_nonnull(mine);
	ck_assert_ptr_nonnull(theirs);
	ck_assert_uint_eq(mine - shown, theirs - checked);
	ck_assert_mem_eq(shown, checked, (size_t)(mine - shown));
	ck_assert_str_eq(strchr(mine, '\n'), strchr(theirs, '\n'));
	ck_assert(strncmp(mine + strlen(command), "./attention.so ", strlen("./attention.so ")) == 0);
}

static void expect_on_page(const char *folder, int index)
{
	TEXT_SCOPED struct text page = {0}, name = {0}, program = {0};
	text_add_format(&name, "reports/students/%s.html", submissions[index].name);
	ck_assert(folder_read(folder, text_string(&name), &page));
	json_t *root = check_json(index);
	const json_t *counterexample = counterexample_of(root);
	const char *part = find_on_page(text_string(&page), submissions[index].exercise);
	const char *code = strstr(part, "<pre>\n<code>");
	ck_assert_ptr_nonnull(code);
	TEXT_SCOPED struct text figures = {0};
	text_add_bytes(&figures, part, (size_t)(code - part));
	expect_figures(text_string(&figures), counterexample);
	code += strlen("<pre>\n<code>");
	unescape(code, (size_t)(strstr(code, "</code>") - code), &program);
	expect_same_program(text_string(&program), marks_word(counterexample, "program"));
	json_decref(root);
}

START_TEST(the_page_shows_the_same)
{
	FOLDER_SCOPED char *folder = folder_create();
	marks_light_exercises(folder);
	ck_assert_int_eq(run(folder, "mkdir class"), 0);
	for (size_t i = 0; i < SUBMISSIONS; i++) {
		TEXT_SCOPED struct text copy = {0};
		text_add_format(&copy, "cp '%s' 'class/%s.so'", submissions[i].file, submissions[i].name);
		ck_assert_int_eq(run(folder, text_string(&copy)), 0);
	}
	PROGRAM_SCOPED struct program graded = GRADER(folder, "grade", "-x", "exercises", "class");
	ck_assert_int_eq(graded.status, EXIT_FINDINGS);
	PROGRAM_SCOPED struct program report = GRADER(folder, "report");
	ck_assert_int_eq(report.status, EXIT_WELL);
	for (int i = 0; i < SUBMISSIONS; i++)
		expect_on_page(folder, i);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("shown");
	TCase *tests = tcase_create("shown");
	tcase_set_timeout(tests, 120); /* against hanging only */
	tcase_add_loop_test(tests, json_holds_a_program_that_shows_it, 0, SUITE_SHARE(SUBMISSIONS));
	tcase_add_loop_test(tests, the_terminal_shows_the_same, 0, SUITE_SHARE(SUBMISSIONS));
	tcase_add_test(tests, the_page_shows_the_same);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
