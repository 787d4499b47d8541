/*
 * What `check` looks like: made-up failures and two samples against golden files, and on terminals of several kinds and
 * widths. UPDATE_GOLDEN=1 writes the golden files anew.
 */
#include <check.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/failure.h"
#include "commands/course.h"
#include "commands/golden.h"
#include "commands/matrices.h"
#include "commands/program.h"
#include "commands/pty.h"
#include "commands/roll.h"
#include "suite.h"

static const struct terminal plain = {.width = 80}, signs = {.width = 80, .has_signs = true},
			     narrow = {.width = 40, .has_signs = true},
			     coloured = {.width = 80, .has_colour = true, .has_signs = true};

static void expect_width(const struct text *seen, size_t columns)
{
	for (const char *line = text_string(seen); *line != '\0'; line += strcspn(line, "\n") + 1)
		ck_assert_msg(terminal_columns(line, strcspn(line, "\n")) <= columns, "%.*s", (int)strcspn(line, "\n"),
			      line);
}

/* ---- columns ---- */

static const struct {
	const char *string;
	size_t columns;
	const char *fitted; /* to 6 columns */
} names[] = {
	{"ada", 3, "ada   "},
	{"Zo\xc3\xab", 3, "Zo\xc3\xab   "},
	{"Zoe\xcc\x88", 3, "Zoe\xcc\x88   "},			       /* combined */
	{"\xe5\xb1\xb1\xe7\x94\xb0", 4, "\xe5\xb1\xb1\xe7\x94\xb0  "}, /* wide */
	{"\xe5\xb1\xb1\xe7\x94\xb0\xe5\xb1\xb1\xe7\x94\xb0", 8, "\xe5\xb1\xb1\xe7\x94\xb0~ "},
	{"grace hopper", 12, "grace~"},
	{"a\033[31mb", 12, "a\\u00~"}, /* made visible before it is cut */
};

START_TEST(a_name_takes_the_columns_that_it_is_given)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		TEXT_SCOPED struct text text = {0};
		ck_assert_uint_eq(terminal_columns(names[i].string, strlen(names[i].string)), names[i].columns);
		terminal_fit(&text, &plain, PAINT_PLAIN, names[i].string, 6);
		ck_assert_str_eq(text_string(&text), names[i].fitted);
	}
}
END_TEST

/* ---- matrices ---- */

#define SIZE_OF(matrix) .rows = sizeof(matrix) / sizeof((matrix)[0]), .columns = sizeof((matrix)[0]) / sizeof(double)

static const double scores[3][3] = {{2, NAN, 4}, {2, 3, 1e30}, {-1.5, 2, 0.25}};
static const double weights[3][3] = {{0, 0, 0}, {1, 0, 0}, {0.26894, 0.73106, 0}};
static const double got[3][3] = {{0, 0, 0}, {0.7, 0.3, 0}, {0, NAN, 0}};
static const double norm[1][3] = {{-INFINITY, 2, 3.5}}, norm_got[1][3] = {{-INFINITY, 2, 3.5000001}};
static const unsigned char future[9] = {1, 1, 1, 0, 1, 1, 0, 0, 1}, unwritten[9] = {0, 0, 0, 0, 0, 0, 1, 0, 0};
static const unsigned char first_of_no_key[3] = {MATRIX_OF_NO_KEY};

static const struct matrix_record small_matrices[] = {
	{.role = MATRIX_GIVEN, .name = "scores", SIZE_OF(scores), .values = scores[0], .hidden = future},
	{.role = MATRIX_EXPECTED, .name = "weights", SIZE_OF(weights), .values = weights[0], .hidden = future},
	{.role = MATRIX_GOT,
	 .name = "weights",
	 SIZE_OF(got),
	 .values = got[0],
	 .hidden = future,
	 .unwritten = unwritten},
	{.role = MATRIX_EXPECTED, .name = "lse", SIZE_OF(norm), .values = norm[0], .hidden = first_of_no_key},
	{.role = MATRIX_GOT, .name = "lse", SIZE_OF(norm_got), .values = norm_got[0]},
};

static const struct case_record small = {
	.verdict = VERDICT_WRONG,
	.scalars = "n_q = 3, n_k = 3, offset = -1",
	.returned = "ATTN_OK",
	.expected_return = "ATTN_OK",
	.n_matrices = 5,
	.matrices = small_matrices,
};

/* 40 x 30, wrong at row 25, column 20 only. */
static void add_large(struct text *text, const struct terminal *terminal)
{
	static double expected[40 * 30], wrong[40 * 30];
	for (size_t i = 0; i < 40 * 30; i++)
		expected[i] = wrong[i] = (double)i / 8;
	wrong[25 * 30 + 20] = 0;
	const struct matrix_record matrices[] = {
		{.role = MATRIX_EXPECTED, .name = "out", .rows = 40, .columns = 30, .values = expected},
		{.role = MATRIX_GOT, .name = "out", .rows = 40, .columns = 30, .values = wrong},
	};
	const struct case_record large = {
		.verdict = VERDICT_WRONG, .scalars = "", .n_matrices = 2, .matrices = matrices};
	ck_assert(!matrices_are_small(&large));
	matrices_add(text, terminal, &large, 4);
}

/* Narrow columns, then wide ones; wrong in one of the wide. */
static void add_uneven(struct text *text, const struct terminal *terminal)
{
	static double expected[40], wrong[40];
	for (size_t i = 0; i < 40; i++)
		expected[i] = wrong[i] = i < 20 ? 0 : 0.00123 + (double)i;
	wrong[30] = 7;
	const struct matrix_record matrices[] = {
		{.role = MATRIX_EXPECTED, .name = "scores", .rows = 1, .columns = 40, .values = expected},
		{.role = MATRIX_GOT, .name = "scores", .rows = 1, .columns = 40, .values = wrong},
	};
	const struct case_record uneven = {
		.verdict = VERDICT_WRONG, .scalars = "", .n_matrices = 2, .matrices = matrices};
	matrices_add(text, terminal, &uneven, 4);
}

/* Two sequences of two tokens, wrong in the second. */
static void add_batch(struct text *text, const struct terminal *terminal)
{
	static const double lengths[2][1] = {{2}, {1}}, expected[4][2] = {{1, 2}, {3, 4}, {5, 6}, {0, 0}};
	static const double wrong[4][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
	const struct matrix_record matrices[] = {
		{.role = MATRIX_GIVEN, .name = "lengths", SIZE_OF(lengths), .values = lengths[0]},
		{.role = MATRIX_GIVEN, .name = "v", SIZE_OF(wrong), .values = wrong[0], .part_rows = 2},
		{.role = MATRIX_EXPECTED, .name = "out", SIZE_OF(expected), .values = expected[0], .part_rows = 2},
		{.role = MATRIX_GOT, .name = "out", SIZE_OF(wrong), .values = wrong[0], .part_rows = 2},
	};
	const struct case_record batch = {
		.verdict = VERDICT_WRONG, .scalars = "", .n_matrices = 4, .matrices = matrices};
	matrices_add(text, terminal, &batch, 4);
}

START_TEST(matrices_are_as_they_were)
{
	TEXT_SCOPED struct text text = {0};
	ck_assert(matrices_are_small(&small));
	matrices_add(&text, &plain, &small, 4);
	matrices_add(&text, &signs, &small, 4);
	matrices_add(&text, &narrow, &small, 4);
	add_large(&text, &plain);
	add_large(&text, &narrow);
	add_batch(&text, &plain);
	expect_width(&text, 80);
	golden_compare("matrices.txt", &text);
}
END_TEST

START_TEST(a_narrow_terminal_will_do_and_a_wrong_element_is_in_view)
{
	for (size_t width = 20; width <= 120; width++) {
		const struct terminal terminal = {.width = width, .has_signs = width % 2 == 0};
		TEXT_SCOPED struct text text = {0}, uneven = {0};
		add_large(&text, &terminal);
		ck_assert_msg(strstr(text_string(&text), " *0") != NULL, "%s", text_string(&text));
		add_uneven(&uneven, &terminal);
		ck_assert_msg(strstr(text_string(&uneven), " *7") != NULL, "%s", text_string(&uneven));
		for (const char *line = strchr(text_string(&text), '\n') + 1; *line != '\0';
		     line += strcspn(line, "\n") + 1)
			ck_assert_msg(terminal_columns(line, strcspn(line, "\n")) <= width, "%zu: %.*s", width,
				      (int)strcspn(line, "\n"), line);
	}
}
END_TEST

/*
 * What is right within the tolerance of another output is not marked, nor beside a call that did something else; alone
 * it is what is wrong.
 */
START_TEST(what_hardly_differs_counts_only_where_nothing_does_more)
{
	TEXT_SCOPED struct text together = {0}, alone = {0}, beside = {0};
	struct case_record lse = {
		.verdict = VERDICT_WRONG, .scalars = "", .n_matrices = 2, .matrices = &small_matrices[3]};
	matrices_add(&together, &plain, &small, 0);
	ck_assert_ptr_nonnull(strstr(text_string(&together), "expected and got lse (1 x 3)\n"));
	matrices_add(&alone, &plain, &lse, 0);
	ck_assert_msg(strstr(text_string(&alone), "*3.5 ") != NULL, "%s", text_string(&alone));
	ck_assert_ptr_nonnull(strstr(text_string(&alone), "+1e-07"));
	lse.verdict = VERDICT_OUT_OF_BOUNDS;
	matrices_add(&beside, &plain, &lse, 0);
	ck_assert_ptr_nonnull(strstr(text_string(&beside), "expected and got lse (1 x 3)\n"));
}
END_TEST

START_TEST(colour_marks_what_signs_mark)
{
	TEXT_SCOPED struct text text = {0};
	matrices_add(&text, &coloured, &small, 0);
	ck_assert_msg(strstr(text_string(&text), "\033[31m*0.7\033[0m") != NULL, "%s", text_string(&text));
	ck_assert_ptr_nonnull(strstr(text_string(&text), "\033[31m*nan\033[0m"));
	ck_assert_ptr_nonnull(strstr(text_string(&text), "\033[2m ·\033[0m"));
}
END_TEST

/* ---- failures ---- */

static const struct exercise_record exercise = {
	.id = "L2.5", .title = "Mask first, then\033[2J softmax", .function = "attn_masked_softmax"};

static const struct diagnosis_record diagnoses[] = {
	{"M18", "masked after the softmax, not before",
	 "You took the softmax over all keys and set the weights of hidden ones to zero afterwards. The hidden keys "
	 "have "
	 "had their share of the sum by then.",
	 0},
};

static const struct group_record groups[] = {
	{.name = "by \033[5mhand",
	 .is_public = true,
	 .worth = 1,
	 .repetitions = 1,
	 .verdict = VERDICT_WRONG,
	 .hint = "sum a row",
	 .place = "row 1, column 0 of weights",
	 .message = "got 0.7, expected 1",
	 .shown = &small},
	{.name = "right",
	 .is_public = true,
	 .worth = 1,
	 .repetitions = 1,
	 .passed = 1,
	 .hint = "",
	 .place = "",
	 .message = ""},
	{.name = "a second one whose name is so long that it does not fit beside its verdict at eighty columns",
	 .is_public = true,
	 .worth = 1,
	 .repetitions = 8,
	 .passed = 3,
	 .verdict = VERDICT_UNWRITTEN,
	 .hint = "",
	 .place = "",
	 .message = "an element was never written",
	 .shown = &small},
};

static const struct counterexample_record counterexample = {
	.shown = {.verdict = VERDICT_WRONG, .scalars = "n_q = 1", .n_matrices = 2, .matrices = &small_matrices[3]},
	.message = "row 0, column 2 of lse: got 3.5000001, expected 3.5",
	.program = "int main(void)\n{\n\treturn 1;\n}\n",
};

static const struct result_record failed = {
	.exercise_id = "L2.5",
	.verdict = VERDICT_WRONG,
	.message = "",
	.fix_first = "",
	.n_groups = 3,
	.groups = groups,
	.n_diagnoses = 1,
	.diagnoses = diagnoses,
	.counterexample = &counterexample,
};

START_TEST(a_failure_is_told_as_it_was)
{
	TEXT_SCOPED struct text text = {0};
	failure_add(&text, &plain, &exercise, &failed, NULL, false);
	failure_add(&text, &plain, &exercise, &failed, "L1.1", false);
	failure_add(&text, &plain, &exercise, &failed, NULL, true);
	expect_width(&text, 80);
	ck_assert_ptr_null(strchr(text_string(&text), '\033'));
	golden_compare("failure.txt", &text);
	text_clear(&text);
	failure_add(&text, &narrow, &exercise, &failed, NULL, false);
	expect_width(&text, 40);
}
END_TEST

START_TEST(what_another_exercise_explains_is_told_there)
{
	struct result_record later = failed;
	ck_assert(failure_tells(&later, false));
	later.fix_first = "L2.2";
	ck_assert(!failure_tells(&later, false));
	ck_assert(failure_tells(&later, true));
	later.verdict = VERDICT_MISSING;
	ck_assert(!failure_tells(&later, true));
}
END_TEST

/* ---- the whole, as a student sees it ---- */

static char *course;

/* Scores are equal, so that every weight is the same on all machines. */
#define EXERCISE(id, title, function, rest) \
	"id: " id "\ntitle: " title "\nfunction: " function "\npoints: 5\nstatement: do\n" rest

static const struct {
	const char *file, *text;
} exercises[] = {
	{"a.yaml", EXERCISE("L2.1", "Edges", "attn_edges", "cases:\n- {name: four, public: true, given: {n: 4}}\n")},
	{"b.yaml", EXERCISE("L2.2", "Softmax of masked rows", "attn_masked_softmax",
			    "cases:\n- name: two rows\n  public: true\n"
			    "  given: {n_q: 2, n_k: 4, scores: [[3, 3, 3, 3], [2, 2, 2, 2]], mask: {causal: 1}}\n"
			    "- {name: UNTOLD, hint: UNTOLD, given: {n_q: 1, n_k: 2, scores: [[1, 7654321]], mask: "
			    "{causal: 0}}}\n")},
	{"c.yaml",
	 EXERCISE("L2.3", "A title that is longer than the space there is for titles on a line of eighty columns",
		  "attn_causal",
		  "requires: [L2.2]\ncases:\n- name: two tokens\n  public: true\n"
		  "  given: {n: 2, d_k: 1, d_v: 1, q: [[0], [0]], k: [[1], [3]], v: [[5], [7]]}\n")},
	{"d.yaml",
	 EXERCISE("L2.4", "A window", "attn_window",
		  "limits: {cpu_ms: 60000}\ncases:\n- name: two tokens\n  public: true\n"
		  "  given: {n: 2, d_k: 1, d_v: 1, window: 1, q: [[0], [0]], k: [[1], [3]], v: [[5], [7]]}\n")},
	{"e.yaml",
	 EXERCISE("L2.5", "Edges again", "attn_edges", "cases:\n- {name: five, public: true, given: {n: 5}}\n")},
};

#define SAMPLE(name) BUILD_DIR "/samples/" name ".so"
#define CHECK(...) ((const char *const[]){BUILD_DIR "/grader", "check", "-x", course, __VA_ARGS__, NULL})

static void set_up(void)
{
	course = folder_create();
	for (size_t i = 0; i < sizeof(exercises) / sizeof(exercises[0]); i++) {
		TEXT_SCOPED struct text folder = {0};
		text_add_format(&folder, "%s/L2-application", course);
		ck_assert(mkdir(text_string(&folder), 0755) == 0 || errno == EEXIST);
		folder_write(text_string(&folder), exercises[i].file, exercises[i].text);
	}
	setenv("TERM", "xterm", 1);
	setenv("LC_ALL", "C.UTF-8", 1);
	unsetenv("NO_COLOR");
}

static void tear_down(void)
{
	folder_remove(&course);
}

/* Without the programs, which other tests compile, and whose allowances change with every gauge. */
static void leave_programs_out(const char *printed, struct text *rest)
{
	static const char before[] = "the same as a program, example.c:\n";
	for (const char *at; (at = strstr(printed, before)) != NULL;) {
		at += strlen(before);
		text_add_bytes(rest, printed, (size_t)(at - printed));
		while (strncmp(at, "    ", 4) == 0 || (*at == '\n' && strncmp(at + 1, "    ", 4) == 0))
			at += strcspn(at, "\n") + 1;
		printed = at;
	}
	text_add(rest, printed);
}

START_TEST(check_says_what_it_said)
{
	setenv("LC_ALL", "C", 1);
	PROGRAM_SCOPED struct program program = program_run(
		BUILD_DIR "/samples", CHECK("-e", "L2.1", "-e", "L2.2", "-e", "L2.3", "mask-after-softmax.so"));
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
	ck_assert_str_eq(text_string(&program.err), "");
	for (const char *at = text_string(&program.out); *at != '\0'; at++)
		ck_assert_msg((unsigned char)*at < 0x7f && (*at >= ' ' || *at == '\n'), "%.20s", at);
	TEXT_SCOPED struct text rest = {0};
	leave_programs_out(text_string(&program.out), &rest);
	golden_compare("check-full.txt", &rest);
}
END_TEST

START_TEST(check_of_all_says_what_it_said)
{
	setenv("LC_ALL", "C", 1);
	PROGRAM_SCOPED struct program program = program_run(NULL, CHECK(SAMPLE("mask-after-softmax")));
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
	expect_width(&program.out, 80);
	golden_compare("check.txt", &program.out);
	PROGRAM_SCOPED struct program missing = program_run(NULL, CHECK(SAMPLE("unfinished")));
	golden_compare("check-unfinished.txt", &missing.out);
	PROGRAM_SCOPED struct program right = program_run(NULL, CHECK(SAMPLE("plain")));
	ck_assert_int_eq(right.status, EXIT_WELL);
	ck_assert_ptr_nonnull(strstr(text_string(&right.out), "\npublic 5/5, hidden are graded when you hand in\n"));
	ck_assert_ptr_null(strstr(text_string(&right.out), "begin with"));
}
END_TEST

START_TEST(nothing_hidden_is_shown)
{
	PROGRAM_SCOPED struct program text = program_run(NULL, CHECK("-e", "L2.2", SAMPLE("mask-after-softmax")));
	PROGRAM_SCOPED struct program json = program_run(NULL, CHECK("-f", "json", SAMPLE("mask-after-softmax")));
	ck_assert_ptr_nonnull(strstr(text_string(&text.out), "two rows"));
	ck_assert_ptr_null(strstr(text_string(&text.out), "UNTOLD"));
	ck_assert_ptr_null(strstr(text_string(&text.out), "7654321"));
	ck_assert_ptr_nonnull(strstr(text_string(&json.out), "two rows"));
	ck_assert_ptr_null(strstr(text_string(&json.out), "UNTOLD"));
	ck_assert_ptr_null(strstr(text_string(&json.out), "7654321"));
}
END_TEST

/* What the function prints. */
static void capture(void (*print)(void), struct text *printed)
{
	FILE *file = tmpfile();
	char buffer[4096];
	ck_assert_ptr_nonnull(file);
	fflush(stdout);
	int before = dup(STDOUT_FILENO);
	ck_assert_int_ge(dup2(fileno(file), STDOUT_FILENO), 0);
	print();
	fflush(stdout);
	ck_assert_int_ge(dup2(before, STDOUT_FILENO), 0);
	close(before);
	rewind(file);
	text_add_bytes(printed, buffer, fread(buffer, 1, sizeof(buffer), file));
	fclose(file);
}

/* The first passes, fails when it runs again, and the second, which requires it, failed before. */
static void call_roll(void)
{
	static const char *const requires[] = {"L2.1"};
	static const struct exercise_record records[] = {
		{.id = "L2.1", .title = "Mask"},
		{.id = "L2.2", .title = "Scores"},
		{.id = "L2.10", .title = "Both", .n_requires = 1, .requires = requires}};
	static const struct group_record half = {.is_public = true, .repetitions = 2, .passed = 1};
	struct result_record results[] = {
		{.exercise_id = "L2.1", .fix_first = ""},
		{.exercise_id = "L2.2", .verdict = VERDICT_MISSING, .fix_first = ""},
		{.exercise_id = "L2.10", .verdict = VERDICT_WRONG, .fix_first = "", .n_groups = 1, .groups = &half}};
	ARENA_SCOPED struct arena *arena = arena_create();
	struct roll roll = roll_create(&plain, records, 3, 0, arena);
	const struct grade_follower follower = roll_follower(&roll);
	for (size_t i = 0; i < 3; i++) {
		follower.begins(follower.context, i);
		follower.ran(follower.context, i, &results[i]);
	}
	results[0].verdict = VERDICT_INCONSISTENT;
	results[2].fix_first = "L2.1";
	roll_end(&roll, results, 3);
}

START_TEST(a_verdict_that_becomes_another_is_told_again)
{
	TEXT_SCOPED struct text printed = {0};
	capture(call_roll, &printed);
	ck_assert_str_eq(text_string(&printed), "  ok  L2.1   Mask      \n"
						"FAIL  L2.10  Both      1/2 wrong\n"
						"FAIL  L2.1   Mask      inconsistent\n");
}
END_TEST

/* ---- kinds of terminals ---- */

static const struct {
	const char *kind, *no_color, *locale;
	size_t columns;
	bool colour, signs, live;
} terminals[] = {
	{"xterm", NULL, "C.UTF-8", 80, true, true, true}, {"xterm", NULL, "C.UTF-8", 40, true, true, true},
	{"xterm", NULL, "C.UTF-8", 24, true, true, true}, {"xterm", NULL, "C.UTF-8", 20, true, true, true},
	{"xterm", "", "C", 80, true, false, true}, /* an empty NO_COLOR is none */
	{"xterm", "1", "C.UTF-8", 80, false, true, true}, {"dumb", NULL, "C.UTF-8", 80, false, true, false},
};

START_TEST(a_terminal_gets_what_it_can_show)
{
	TEXT_SCOPED struct text seen = {0};
	setenv("TERM", terminals[_i].kind, 1);
	setenv("LC_ALL", terminals[_i].locale, 1);
	if (terminals[_i].no_color != NULL)
		setenv("NO_COLOR", terminals[_i].no_color, 1);
	ck_assert_int_eq(pty_run(NULL, CHECK(SAMPLE("mask-after-softmax")), terminals[_i].columns, &seen),
			 EXIT_FINDINGS);
	pty_expect_width(&seen, terminals[_i].columns);
	const char *shown = text_string(&seen);
	ck_assert_int_eq(strstr(shown, "\033[31m") != NULL, terminals[_i].colour);
	ck_assert_int_eq(strstr(shown, "\r\033[K") != NULL, terminals[_i].live);
	ck_assert_int_eq(strstr(shown, "·") != NULL, terminals[_i].signs);
	ck_assert(terminals[_i].live || strchr(shown, '\033') == NULL);
	ck_assert_ptr_nonnull(strstr(shown, "public "));
	ck_assert_ptr_nonnull(strstr(shown, "*0.25"));
}
END_TEST

/* Who is rejected has a line besides the board, and a reason that is as long as it is. */
START_TEST(grading_keeps_within_a_narrow_terminal)
{
	FOLDER_SCOPED char *folder = folder_create();
	setenv("TERM", "xterm", 1);
	course_create(folder, 1);
	folder_write(folder, "class/zoe.so", "no shared object");
	for (size_t width = 20; width <= 44; width += 8) {
		TEXT_SCOPED struct text seen = {0};
		const char *const argv[] = {BUILD_DIR "/grader", "grade", "-x", "L3-analysis", "class", NULL};
		ck_assert_int_eq(pty_run(folder, argv, width, &seen), EXIT_FINDINGS);
		pty_expect_width(&seen, width);
		ck_assert_ptr_nonnull(strstr(text_string(&seen), "zoe"));
		TEXT_SCOPED struct text gradebook = {0};
		text_add_format(&gradebook, "%s/grades.db", folder);
		ck_assert_int_eq(unlink(text_string(&gradebook)), 0);
	}
}
END_TEST

/* ---- as it runs ---- */

/* Reads until the words were there. */
static void await(int descriptor, const char *words, struct text *seen)
{
	char byte;
	while (strstr(text_string(seen), words) == NULL) {
		ck_assert_msg(read(descriptor, &byte, 1) == 1, "%s", text_string(seen));
		text_add_bytes(seen, &byte, 1);
	}
}

static void stop(int pid)
{
	ck_assert_int_eq(kill(pid, SIGKILL), 0);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
}

/* The window never ends, for two minutes: what was done before is seen, and nothing behind it yet. */
START_TEST(a_line_is_printed_as_its_exercise_ends)
{
	TEXT_SCOPED struct text seen = {0};
	const struct running running =
		program_begin(NULL, CHECK("-e", "L2.1", "-e", "L2.4", "-e", "L2.5", SAMPLE("never-ending")));
	await(running.out, "  ok  L2.1", &seen);
	await(running.out, "\n", &seen);
	struct pollfd more = {.fd = running.out, .events = POLLIN};
	ck_assert_int_eq(poll(&more, 1, 0), 0);
	stop(running.pid);
	close(running.out);
	close(running.err);
}
END_TEST

START_TEST(a_terminal_shows_what_is_running)
{
	TEXT_SCOPED struct text seen = {0};
	int pid, terminal = pty_begin(NULL, CHECK("-e", "L2.1", "-e", "L2.4", SAMPLE("never-ending")), 80, &pid);
	await(terminal, "  ..  L2.4  A window", &seen);
	ck_assert_ptr_nonnull(strstr(text_string(&seen), "L2.1"));
	stop(pid);
	close(terminal);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("terminal");
	TCase *tests = tcase_create("terminal");
	tcase_set_timeout(tests, 100); /* against hanging only */
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, grading_keeps_within_a_narrow_terminal);
	tcase_add_test(tests, a_name_takes_the_columns_that_it_is_given);
	tcase_add_test(tests, matrices_are_as_they_were);
	tcase_add_test(tests, a_narrow_terminal_will_do_and_a_wrong_element_is_in_view);
	tcase_add_test(tests, what_hardly_differs_counts_only_where_nothing_does_more);
	tcase_add_test(tests, colour_marks_what_signs_mark);
	tcase_add_test(tests, a_failure_is_told_as_it_was);
	tcase_add_test(tests, what_another_exercise_explains_is_told_there);
	tcase_add_test(tests, check_says_what_it_said);
	tcase_add_test(tests, check_of_all_says_what_it_said);
	tcase_add_test(tests, nothing_hidden_is_shown);
	tcase_add_test(tests, a_verdict_that_becomes_another_is_told_again);
	tcase_add_loop_test(tests, a_terminal_gets_what_it_can_show, 0,
			    (int)(sizeof(terminals) / sizeof(terminals[0])));
	tcase_add_test(tests, a_line_is_printed_as_its_exercise_ends);
	tcase_add_test(tests, a_terminal_shows_what_is_running);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failures = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
