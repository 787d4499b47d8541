/*
 * What exercises catch, on a terminal and as JSON: made-up ones against golden files. UPDATE_GOLDEN=1 writes the
 * golden files anew.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "commands/coverage.h"
#include "commands/golden.h"
#include "sample_coverage.h"
#include "suite.h"

START_TEST(the_table_is_as_it_was)
{
	TEXT_SCOPED struct text text = {0};
	coverage_table(&text, false, sample_coverage(), SAMPLE_COVERAGES);
	golden_compare("coverage-table.txt", &text);
}
END_TEST

START_TEST(the_matrix_is_as_it_was)
{
	TEXT_SCOPED struct text text = {0};
	for (size_t i = 0; i < SAMPLE_COVERAGES; i++)
		coverage_matrix(&text, false, &sample_coverage()[i]);
	golden_compare("coverage-matrix.txt", &text);
}
END_TEST

/* No line is wider than the narrowest terminal, and nothing in a name is obeyed. */
START_TEST(a_terminal_of_80_columns_will_do)
{
	TEXT_SCOPED struct text text = {0};
	coverage_matrix(&text, false, &sample_coverage()[1]);
	coverage_table(&text, false, sample_coverage(), SAMPLE_COVERAGES);
	ck_assert_ptr_null(strchr(text_string(&text), '\033'));
	for (const char *line = text_string(&text); *line != '\0'; line += strcspn(line, "\n") + 1)
		ck_assert_msg(strcspn(line, "\n") <= 80, "%.*s", (int)strcspn(line, "\n"), line);
}
END_TEST

START_TEST(colour_is_for_those_who_want_it)
{
	TEXT_SCOPED struct text text = {0};
	coverage_table(&text, true, sample_coverage(), SAMPLE_COVERAGES);
	ck_assert_ptr_nonnull(strstr(text_string(&text), "\033[31m1/5\033[0m"));
	ck_assert_ptr_nonnull(strstr(text_string(&text), " 1/1 "));
}
END_TEST

START_TEST(json_is_as_it_was)
{
	json_t *array = json_array();
	for (size_t i = 0; i < SAMPLE_COVERAGES; i++)
		json_array_append_new(array, coverage_json(&sample_coverage()[i]));
	char *dump = json_dumps(array, JSON_INDENT(2));
	TEXT_SCOPED struct text text = {0};
	text_add_format(&text, "%s\n", dump);
	golden_compare("coverage.json", &text);
	free(dump);
	json_decref(array);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {the_table_is_as_it_was, the_matrix_is_as_it_was, a_terminal_of_80_columns_will_do,
				      colour_is_for_those_who_want_it, json_is_as_it_was};
	return SUITE_RUN("commands/coverage", tests, NULL, NULL);
}
