/* The margin on the page of an exercise: lint's, as long as the file is what was graded; and what it costs. */
#include <glob.h>
#include <math.h>
#include <string.h>

#include "commands/command.h"
#include "commands/course.h"
#include "exercise/exercise.h"
#include "grading/margin.h"
#include "report/report.h"
#include "suite.h"

/* The page of the exercise, whose name ends in digits that are not for people. */
static void read_page(const char *folder, const char *id, struct text *page)
{
	TEXT_SCOPED struct text pattern = {0};
	glob_t found;
	text_add_format(&pattern, "%s/reports/class/exercises/%s-*.html", folder, id);
	ck_assert_int_eq(glob(text_string(&pattern), 0, NULL, &found), 0);
	ck_assert_uint_eq(found.gl_pathc, 1);
	text_clear(page);
	ck_assert(folder_read("/", found.gl_pathv[0], page));
	globfree(&found);
}

static void report(const char *folder, const char *id, struct text *page)
{
	PROGRAM_SCOPED struct program program = GRADER(folder, "report", "-x", "L3-analysis");
	ck_assert_msg(program.status == EXIT_WELL, "%s", text_string(&program.err));
	read_page(folder, id, page);
}

/* "M32, " as lint has it. */
static void nearest_of_lint(const char *folder, struct text *name)
{
	PROGRAM_SCOPED struct program program = GRADER(folder, "lint", "-f", "json", "L3-analysis/scores.yaml");
	json_t *lint = course_parse(&program);
	const json_t *audit = json_array_get(json_object_get(lint, "coverage"), 0);
	ck_assert_ptr_nonnull(json_object_get(audit, "nearest"));
	text_add_format(name, "times the tolerance: %s, ", json_string_value(json_object_get(audit, "nearest")));
	json_decref(lint);
}

START_TEST(a_page_has_the_margin_of_lint)
{
	FOLDER_SCOPED char *folder = folder_create();
	TEXT_SCOPED struct text page = {0}, name = {0};
	course_create(folder, 1);
	PROGRAM_SCOPED struct program graded = GRADER(folder, "grade", "-x", "L3-analysis", "class");
	report(folder, "L3.2", &page);
	nearest_of_lint(folder, &name);
	ck_assert_msg(strstr(text_string(&page), text_string(&name)) != NULL, "no %s", text_string(&name));
	ck_assert_ptr_nonnull(strstr(text_string(&page), "</span> of the tolerance: <code>"));
	ck_assert_ptr_null(strstr(text_string(&page), "Not measured"));
}
END_TEST

START_TEST(what_was_not_graded_is_not_measured)
{
	FOLDER_SCOPED char *folder = folder_create();
	TEXT_SCOPED struct text page = {0}, text = {0};
	course_create(folder, 1);
	PROGRAM_SCOPED struct program graded = GRADER(folder, "grade", "-x", "L3-analysis", "class");
	ck_assert(folder_read(folder, "L3-analysis/scores.yaml", &text));
	text_add(&text, "# another byte\n");
	folder_write(folder, "L3-analysis/scores.yaml", text_string(&text));
	report(folder, "L3.2", &page);
	ck_assert_ptr_nonnull(strstr(text_string(&page), ">Not measured: "));
	report(folder, "L3.3", &page);
	ck_assert_ptr_null(strstr(text_string(&page), "Not measured"));
	PROGRAM_SCOPED struct program nowhere = GRADER(folder, "report", "-x", "nowhere");
	ck_assert_int_eq(nowhere.status, EXIT_USAGE);
	folder_write(folder, "L3-analysis/scores.yaml", "no exercise");
	PROGRAM_SCOPED struct program usual = GRADER(folder, "report"); /* there are none, or others */
	ck_assert_msg(usual.status == EXIT_WELL, "%s", text_string(&usual.err));
}
END_TEST

/* All that two groups of that many rows leave to be measured. */
static void measure_groups(const char *short_rows, const char *rows, struct arena *arena,
			   struct coverage_record *record)
{
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	TEXT_SCOPED struct text text = {0};
	text_add_format(&text,
			"id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 1\nstatement: s\ncases:\n"
			"- {name: short, given: {n: %s, d_k: 4, d_v: 2, q: {normal: [0, 1]}, k: {normal: [0, 1]},"
			" v: {normal: [0, 1]}}}\n"
			"- {name: long, given: {n: %s, d_k: 4, d_v: 2, q: {normal: [0, 1]}, k: {normal: [0, 1]},"
			" v: {normal: [0, 1]}}}\n",
			short_rows, rows);
	const struct exercise *exercise =
		exercise_parse("L2-test/mine.yaml", text.data, text.length, arena, diagnostics);
	ck_assert_ptr_nonnull(exercise);
	ck_assert(margin_measure(exercise, arena, record));
	ck_assert_uint_eq(record->n_groups, 2);
}

static void measure(const char *rows, struct arena *arena, struct coverage_record *record)
{
	measure_groups("5", rows, arena, record);
	ck_assert(record->honest[0].ratios[0] > 0);
}

START_TEST(what_takes_long_is_left_out)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct coverage_record whole, partial;
	measure("6", arena, &whole);
	measure("2000", arena, &partial);
	ck_assert(whole.honest[0].ratios[1] > 0);
	ck_assert(isnan(partial.honest[0].ratios[1]));
	ck_assert(isnan(partial.misconceptions[0].ratios[1]));
	/* what the long one might catch is not said to be missed */
	for (size_t i = 0; i < partial.n_misconceptions; i++)
		ck_assert_double_ge(partial.misconceptions[i].ratio, COVERAGE_DISTANCE);
	ck_assert_uint_lt(partial.n_misconceptions, whole.n_misconceptions);
	ck_assert(coverage_nearest(&whole)->ratio < COVERAGE_DISTANCE);
}
END_TEST

/* Nothing is claimed of what was not tried. */
START_TEST(all_may_take_too_long)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct coverage_record none;
	measure_groups("2000", "3000", arena, &none);
	ck_assert_ptr_null(coverage_worst(&none));
	ck_assert_ptr_null(coverage_nearest(&none));
	struct exercise_record exercise = {.id = "L2.1", .title = "t", .function = "attn_causal", .statement = ""};
	const struct coverage_record *coverage = &none;
	const struct course_record course = {.grader_version = "",
					     .host = "",
					     .graded_at = "",
					     .sandbox = "",
					     .n_exercises = 1,
					     .exercises = &exercise,
					     .coverage = &coverage};
	TEXT_SCOPED struct text page = {0};
	report_exercise_page(&course, 0, &page);
	ck_assert_ptr_nonnull(strstr(text_string(&page), ">Not measured: every group of its cases takes too long"));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {a_page_has_the_margin_of_lint, what_was_not_graded_is_not_measured,
				      what_takes_long_is_left_out, all_may_take_too_long};
	return SUITE_RUN("margin", tests, NULL, NULL);
}
