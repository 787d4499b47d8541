/*
 * The examples of the manuals, so that they do not rot: every block of YAML is what it looks like and loads as that,
 * without so much as a warning. Of the complete example lint has nothing to say, and of the short one what is quoted.
 */
#include <check.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/file.h"
#include "core/text.h"
#include "exercise/course.h"
#include "exercise/exercise.h"
#include "grading/audit.h"

enum { TEXT_BYTES_MAX = 1 << 20 };

enum kind { EXERCISE, KEYS, CASES, CASE, COURSE, KINDS };

/* A manual, and how many blocks of each kind it has. */
static const struct manual {
	const char *path, *begin, *end;
	size_t counts[KINDS];
} manuals[] = {
	{"README.md", "```yaml\n", "```", {[EXERCISE] = 1}},
	{"exercises/README.md", "```yaml\n", "```", {1, 3, 1, 1, 1}},
	{"grader/manual/grader-exercise.5", ".Bd -literal\n", ".Ed", {[EXERCISE] = 1}},
	{"grader/manual/grader-course.5", ".Bd -literal\n", ".Ed", {[COURSE] = 1}},
};
enum { MANUALS = sizeof(manuals) / sizeof(manuals[0]) };

static struct arena *arena;
static struct diagnostics *diagnostics;
static char directory[256];

static const char *path_of(const char *name)
{
	return arena_format(arena, "%s/%s", directory, name);
}

static void write_file(const char *path, const char *data)
{
	TEXT_SCOPED struct text why = {0};
	ck_assert_msg(file_write(path, data, strlen(data), &why), "%s", text_string(&why));
}

/* Beside the folder of the exercises lies the class that the rules of the course name. */
static void set_up(void)
{
	const char *base = getenv("TMPDIR");
	TEXT_SCOPED struct text why = {0};
	snprintf(directory, sizeof(directory), "%.200s/examples-XXXXXX", base != NULL ? base : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(directory));
	arena = arena_create();
	diagnostics = diagnostics_create();
	ck_assert(directory_create(path_of("exercises"), &why));
	write_file(path_of("class.csv"), "id,name\n1,ada\n");
}

static void tear_down(void)
{
	TEXT_SCOPED struct text command = {0};
	text_add_format(&command, "rm -r '%s'", directory);
	ck_assert_int_eq(system(text_string(&command)), 0);
	diagnostics_destroy(diagnostics);
	arena_destroy(arena);
}

/* ---- blocks --------------------------------------------------------------------------------------- */

static const char *read_manual(const struct manual *manual)
{
	TEXT_SCOPED struct text data = {0}, why = {0};
	const char *path = arena_format(arena, SOURCE_DIR "/%s", manual->path);
	ck_assert_msg(file_read(path, TEXT_BYTES_MAX, &data, &why), "%s: %s", path, text_string(&why));
	return arena_string(arena, text_string(&data));
}

/* The first block from there on, and where it ends; NULL if there is none. */
static const char *next_block(const struct manual *manual, const char **at)
{
	const char *start = strstr(*at, manual->begin);
	if (start == NULL)
		return NULL;
	start += strlen(manual->begin);
	*at = strstr(start, manual->end);
	ck_assert_ptr_nonnull(*at);
	return arena_copy(arena, start, (size_t)(*at - start));
}

static bool has_key(const char *block, const char *key)
{
	const char *line = strstr(block, key);
	while (line != NULL && line != block && line[-1] != '\n')
		line = strstr(line + 1, key);
	return line != NULL;
}

static enum kind kind_of(const char *block)
{
	return has_key(block, "cases:")	     ? EXERCISE
	       : has_key(block, "- name:")   ? CASES
	       : has_key(block, "function:") ? CASE
	       : has_key(block, "not_for:")  ? KEYS
	       : has_key(block, "speed:")    ? KEYS
	       : has_key(block, "large:")    ? KEYS
					     : COURSE;
}

/* ---- each kind ------------------------------------------------------------------------------------ */

static const struct exercise *parse(const char *yaml)
{
	return exercise_parse("exercises/L2-application/L2.99-mine.yaml", yaml, strlen(yaml), arena, diagnostics);
}

static void expect_silence(const char *block)
{
	TEXT_SCOPED struct text said = {0};
	for (size_t i = 0; i < diagnostics_total(diagnostics); i++)
		text_add_format(&said, "%zu: %s\n", diagnostics_get(diagnostics, i)->place.line,
				diagnostics_get(diagnostics, i)->message);
	ck_assert_msg(said.length == 0, "%.60s ...\n%.4000s", block, text_string(&said));
}

static void load_exercise(const char *block)
{
	ck_assert_msg(parse(block) != NULL || diagnostics_total(diagnostics) > 0, "%s", block);
	expect_silence(block);
}

#define HEAD "id: L2.99\ntitle: t\nfunction: %s\npoints: 1\nstatement: s\n"

static void load_keys(const char *block)
{
	const bool is_timed = has_key(block, "speed:") || has_key(block, "large:");
	load_exercise(arena_format(arena, HEAD "%scases:\n- {name: a, given: {n: 1%s}}\n",
				   is_timed ? "attn_causal" : "attn_edges", block,
				   is_timed ? ", d_k: 1, d_v: 1, q: 1, k: 1, v: 1" : ""));
}

/* Which function they are of is said in words: there must be one. */
static void load_cases(const char *block)
{
	size_t takes = 0;
	for (size_t o = 0; o < OPERATION_COUNT; o++) {
		const char *yaml = arena_format(arena, HEAD "cases:\n%s", operations[o].name, block);
		DIAGNOSTICS_SCOPED struct diagnostics *said = diagnostics_create();
		takes += exercise_parse("L2-x/a.yaml", yaml, strlen(yaml), arena, said) != NULL &&
			 diagnostics_total(said) == 0;
	}
	ck_assert_msg(takes > 0, "no function takes\n%s", block);
}

static void load_case(const char *block)
{
	struct frame frame;
	bool absent[OPERATION_PARAMETERS_MAX];
	write_file(path_of("case.yaml"), block);
	ck_assert_msg(exercise_single_case(path_of("case.yaml"), arena, diagnostics, &frame, absent) ||
			      diagnostics_total(diagnostics) > 0,
		      "%s", block);
	expect_silence(block);
}

static void load_course(const char *block)
{
	write_file(path_of("exercises/course.yaml"), block);
	ck_assert_msg(course_load(path_of("exercises/course.yaml"), COURSE_WHOLE, arena, diagnostics) != NULL ||
			      diagnostics_total(diagnostics) > 0,
		      "%s", block);
	expect_silence(block);
}

START_TEST(every_example_loads)
{
	static void (*const load[KINDS])(const char *) = {load_exercise, load_keys, load_cases, load_case, load_course};
	const struct manual *manual = &manuals[_i];
	size_t counts[KINDS] = {0};
	const char *at = read_manual(manual), *block;
	while ((block = next_block(manual, &at)) != NULL) {
		const enum kind kind = kind_of(block);
		counts[kind]++;
		load[kind](block);
	}
	for (enum kind kind = 0; kind < KINDS; kind++)
		ck_assert_msg(counts[kind] == manual->counts[kind], "%s: %zu blocks of kind %d", manual->path,
			      counts[kind], (int)kind);
}
END_TEST

/* A page that is added later has its examples tried too. */
START_TEST(every_page_of_a_format_is_read)
{
	glob_t pages;
	ck_assert_int_eq(glob(SOURCE_DIR "/grader/manual/*.5", 0, NULL, &pages), 0);
	for (size_t i = 0; i < pages.gl_pathc; i++) {
		size_t m = 0;
		while (m < MANUALS && strstr(pages.gl_pathv[i], manuals[m].path) == NULL)
			m++;
		ck_assert_msg(m < MANUALS, "%s", pages.gl_pathv[i]);
	}
	globfree(&pages);
}
END_TEST

/* ---- what lint says of them ----------------------------------------------------------------------- */

static void audit(const char *block)
{
	struct coverage_record record = {0};
	const struct exercise *exercise = parse(block);
	ck_assert_msg(exercise != NULL, "%s", block);
	ck_assert(audit_exercise(exercise, arena, diagnostics, &record));
}

START_TEST(the_complete_example_passes_the_audit)
{
	const char *at = strstr(read_manual(&manuals[1]), "\n## A complete example\n");
	ck_assert_ptr_nonnull(at);
	const char *block = next_block(&manuals[1], &at);
	audit(block);
	expect_silence(block);
}
END_TEST

START_TEST(lint_says_what_is_quoted)
{
	const char *manual = read_manual(&manuals[0]), *at = manual;
	TEXT_SCOPED struct text said = {0}, wanted = {0};
	audit(next_block(&manuals[0], &at));
	const char *quoted = strstr(at, "\nexercises/L2-application/L2.99-mine.yaml:");
	ck_assert_ptr_nonnull(quoted);
	text_add_words(&wanted, arena_copy(arena, quoted + 1, (size_t)(strstr(quoted, "\n```") - quoted)));
	for (size_t i = 0; i < diagnostics_total(diagnostics); i++) {
		const struct diagnostic *finding = diagnostics_get(diagnostics, i);
		text_add_format(&said, "%s:%zu:%zu: %s: %s \n", finding->place.file, finding->place.line,
				finding->place.column, finding->severity == SEVERITY_ERROR ? "error" : "warning",
				finding->message);
	}
	ck_assert_msg(strstr(text_string(&said), text_string(&wanted)) != NULL, "\"%s\" is not among\n%.4000s",
		      text_string(&wanted), text_string(&said));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("grading/examples");
	TCase *all = tcase_create("examples");
	tcase_add_checked_fixture(all, set_up, tear_down);
	tcase_set_timeout(all, 120);
	tcase_add_loop_test(all, every_example_loads, 0, MANUALS);
	tcase_add_test(all, every_page_of_a_format_is_read);
	tcase_add_test(all, the_complete_example_passes_the_audit);
	tcase_add_test(all, lint_says_what_is_quoted);
	suite_add_tcase(suite, all);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
