/* Cells of CSV: what is quoted, what is kept from being a formula, and what becomes of characters nobody can read. */
#include "export/table.h"

#include <math.h>
#include <string.h>

#include "suite.h"

static struct text out;
static struct table table;

static void set_up(void)
{
	out = (struct text){0};
	table = (struct table){.out = &out};
}

static void tear_down(void)
{
	text_release(&out);
}

static const struct {
	const char *string, *cell;
} cells[] = {
	{"", ""},
	{"Ada Lovelace", "Ada Lovelace"},
	{"O'Neil, \"Ada\"", "\"O'Neil, \"\"Ada\"\"\""},
	{"\"", "\"\"\"\""},
	{"two\nlines", "\"two\nlines\""},
	{"a;b", "\"a;b\""},
	{" ada", "\" ada\""},
	{"=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"},
	{"=1,\"2\"", "\"'=1,\"\"2\"\"\""},
	{"+1", "'+1"},
	{"-1", "'-1"},
	{"@sum(a1)", "'@sum(a1)"},
	{"\t=1", "\"'\t=1\""},
	{"\n=1", "\"'\n=1\""},
	{"\r=1", "\"'\r=1\""},
	{"1=1", "1=1"},
	{"\xf0\x9f\xa6\x86 M\xc3\xbcller", "\xf0\x9f\xa6\x86 M\xc3\xbcller"},
	{"\xff\x01\x7f", "\\xff\\x01\\x7f"},
	{"\xef\xbf\xbe\xef\xbf\xbf\xef\xbf\xbd", "\\xef\\xbf\\xbe\\xef\\xbf\\xbf\xef\xbf\xbd"},
};

START_TEST(text_is_quoted_and_never_a_formula)
{
	for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++) {
		text_clear(&out);
		table.in_row = false;
		table_text(&table, cells[i].string);
		ck_assert_str_eq(text_string(&out), cells[i].cell);
	}
}
END_TEST

START_TEST(numbers_are_left_alone)
{
	table_number(&table, -1);
	table_number(&table, 7.5);
	table_number(&table, 10. / 3);
	table_number(&table, .1 + .2);
	table_number(&table, 1e6);
	table_score(&table, 100, "-");
	table_score(&table, NAN, "-");
	table_score(&table, NAN, "");
	ck_assert_str_eq(text_string(&out), "-1,7.5,3.33333333333333,0.3,1000000,100,-,");
}
END_TEST

START_TEST(rows_end_as_rfc_4180_says)
{
	const struct exercise_record exercise = {.id = "L2.1", .title = "Mask, then softmax"};
	table_text(&table, "");
	table_text(&table, "b");
	table_end_row(&table);
	table_exercise(&table, &exercise, "");
	table_exercise(&table, &exercise, " feedback");
	table_end_row(&table);
	ck_assert_str_eq(text_string(&out),
			 ",b\r\n\"Mask, then softmax (L2.1)\",\"Mask, then softmax (L2.1) feedback\"\r\n");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {text_is_quoted_and_never_a_formula, numbers_are_left_alone,
				      rows_end_as_rfc_4180_says};
	return SUITE_RUN("export/table", tests, set_up, tear_down);
}
