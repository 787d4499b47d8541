/* Diagnostics: what is printed, in which order, and that nothing untrusted reaches the terminal raw. */
#include "core/diagnostic.h"

#include <stdlib.h>
#include <string.h>

#include "suite.h"

static struct diagnostics *diagnostics;
static char *printed;

static void set_up(void)
{
	diagnostics = diagnostics_create();
	printed = NULL;
}

static void tear_down(void)
{
	diagnostics_destroy(diagnostics);
	free(printed);
}

static void print(bool colour)
{
	size_t length;
	free(printed);
	FILE *stream = open_memstream(&printed, &length);
	diagnostics_print(diagnostics, stream, colour);
	fclose(stream);
}

static void prints(const char *expected)
{
	print(false);
	ck_assert_str_eq(printed, expected);
}

static void quote(const char *file, const char *source)
{
	diagnostics_quote(diagnostics, file, source, strlen(source));
}

static void error_at(const char *file, size_t line, size_t column, const char *message)
{
	diagnostics_add(diagnostics, SEVERITY_ERROR, (struct place){file, line, column}, "%s", message);
}

START_TEST(an_error_shows_its_place_and_line)
{
	quote("a.yaml", "id: L1.1\npoints: -3\n");
	diagnostics_add(diagnostics, SEVERITY_ERROR, (struct place){"a.yaml", 2, 9}, "points \"%d\" are too few", -3);
	prints("a.yaml:2:9: error: points \"-3\" are too few\n"
	       "    2 | points: -3\n"
	       "      |         ^\n");
}
END_TEST

START_TEST(places_may_lack_parts)
{
	quote("a.yaml", "id: L1.1\n");
	error_at("a.yaml", 1, 0, "no column");
	error_at("b.yaml", 0, 0, "no line");
	error_at(NULL, 0, 0, "no file");
	error_at("b.yaml", 4, 2, "not quoted");
	prints("a.yaml:1: error: no column\n"
	       "    1 | id: L1.1\n"
	       "b.yaml: error: no line\n"
	       "b.yaml:4:2: error: not quoted\n"
	       "error: no file\n");
}
END_TEST

START_TEST(severities_have_names_and_are_counted)
{
	diagnostics_add(diagnostics, SEVERITY_WARNING, (struct place){0}, "w");
	diagnostics_add(diagnostics, SEVERITY_NOTE, (struct place){0}, "n");
	diagnostics_add(diagnostics, SEVERITY_WARNING, (struct place){0}, "v");
	prints("warning: w\nnote: n\nwarning: v\n");
	ck_assert_uint_eq(diagnostics_count(diagnostics, SEVERITY_ERROR), 0);
	ck_assert_uint_eq(diagnostics_count(diagnostics, SEVERITY_WARNING), 2);
	ck_assert_uint_eq(diagnostics_count(diagnostics, SEVERITY_NOTE), 1);
	ck_assert_uint_eq(diagnostics_total(diagnostics), 3);
	ck_assert_str_eq(diagnostics_get(diagnostics, 1)->message, "n");
	ck_assert_int_eq(diagnostics_get(diagnostics, 1)->severity, SEVERITY_NOTE);
}
END_TEST

/* Files in the order in which they came, places in order within each; what came first stays first. */
START_TEST(order)
{
	error_at("b", 9, 1, "b9");
	error_at("a", 5, 2, "a5.2");
	error_at(NULL, 0, 0, "none");
	error_at("b", 2, 7, "b2");
	error_at("a", 5, 1, "a5.1");
	error_at("b", 9, 1, "b9 again");
	error_at(NULL, 0, 0, "none again");
	error_at("a", 0, 0, "a");
	prints("b:2:7: error: b2\n"
	       "b:9:1: error: b9\n"
	       "b:9:1: error: b9 again\n"
	       "a: error: a\n"
	       "a:5:1: error: a5.1\n"
	       "a:5:2: error: a5.2\n"
	       "error: none\n"
	       "error: none again\n");
}
END_TEST

/* What may follow from others comes behind them, file by file, and stays so where it is merged into others. */
START_TEST(causes_before_consequences)
{
	DIAGNOSTICS_SCOPED struct diagnostics *part = diagnostics_create();
	diagnostics_add(part, SEVERITY_ERROR, (struct place){"a", 7, 1}, "cause");
	diagnostics_follow(part);
	diagnostics_add(part, SEVERITY_ERROR, (struct place){"a", 3, 1}, "later");
	diagnostics_add(part, SEVERITY_ERROR, (struct place){"a", 2, 1}, "sooner");
	diagnostics_merge(diagnostics, part);
	error_at("b", 1, 1, "other");
	error_at("a", 9, 1, "another cause");
	prints("a:7:1: error: cause\na:9:1: error: another cause\na:2:1: error: sooner\na:3:1: error: later\n"
	       "b:1:1: error: other\n");
}
END_TEST

START_TEST(nothing_untrusted_is_obeyed)
{
	quote("\x1b[2J.yaml", "a: \x1b[31m\xff\n");
	diagnostics_add(diagnostics, SEVERITY_ERROR, (struct place){"\x1b[2J.yaml", 1, 1}, "\"%s\"",
			"\x07\n\xe2\x80\xae");
	prints("\\u001b[2J.yaml:1:1: error: \"\\u0007\\u000a\\u202e\"\n"
	       "    1 | a: \\u001b[31m\\xff\n"
	       "      | ^\n");
}
END_TEST

START_TEST(the_caret_stands_below_its_character)
{
	quote("a", "\xc3\xa9\xe2\x88\x9e\tx\x01y\xffz\n");
	for (size_t column = 4; column <= 9; column++)
		error_at("a", 1, column, "");
	for (size_t i = 0; i < 6; i++)
		ck_assert_str_eq(diagnostics_get(diagnostics, i)->excerpt, "\xc3\xa9\xe2\x88\x9e x\\u0001y\\xffz");
	static const int carets[] = {3, 4, 10, 11, 15, 16}; /* the last behind the end of the line */
	for (size_t i = 0; i < 6; i++)
		ck_assert_int_eq(diagnostics_get(diagnostics, i)->caret, carets[i]);
	error_at("a", 1, 10, "nowhere");
	ck_assert_int_eq(diagnostics_get(diagnostics, 6)->caret, -1);
}
END_TEST

/* Cut between two characters, never within one. */
START_TEST(a_long_line_is_cut)
{
	char line[1000] = "";
	for (size_t i = 0; i < 300; i++)
		strcat(line, "\xe2\x88\x9e");
	quote("a", line);
	error_at("a", 1, 160, "last");
	error_at("a", 1, 200, "beyond");
	const struct diagnostic *last = diagnostics_get(diagnostics, 0), *beyond = diagnostics_get(diagnostics, 1);
	ck_assert_uint_eq(strlen(last->excerpt), 160 * 3);
	ck_assert_int_eq(last->caret, 159);
	ck_assert_int_eq(beyond->caret, -1);
	ck_assert_str_eq(beyond->excerpt, last->excerpt);
	print(false);
	ck_assert_ptr_null(strstr(printed, "\\x"));
}
END_TEST

START_TEST(lines_are_found)
{
	quote("a", "one\n\nthree");
	for (size_t line = 1; line <= 4; line++)
		error_at("a", line, 1, "");
	ck_assert_str_eq(diagnostics_get(diagnostics, 0)->excerpt, "one");
	ck_assert_str_eq(diagnostics_get(diagnostics, 1)->excerpt, "");
	ck_assert_str_eq(diagnostics_get(diagnostics, 2)->excerpt, "three");
	ck_assert_ptr_null(diagnostics_get(diagnostics, 3)->excerpt);
	quote("a", "");
	error_at("a", 1, 1, "another text");
	ck_assert_ptr_null(diagnostics_get(diagnostics, 4)->excerpt);
	diagnostics_quote(diagnostics, "a", "nul\0here\nnext", 13);
	error_at("a", 1, 5, "");
	error_at("a", 2, 1, "another text");
	ck_assert_str_eq(diagnostics_get(diagnostics, 5)->excerpt, "nul\\u0000here");
	ck_assert_int_eq(diagnostics_get(diagnostics, 5)->caret, 9);
	ck_assert_str_eq(diagnostics_get(diagnostics, 6)->excerpt, "next");
}
END_TEST

START_TEST(the_same_is_said_once)
{
	error_at("a", 1, 2, "same");
	error_at("b", 1, 2, "same");
	error_at("a", 1, 2, "same");
	error_at("a", 1, 3, "same");
	error_at("a", 1, 2, "other");
	ck_assert_uint_eq(diagnostics_total(diagnostics), 4);
}
END_TEST

/* A place keeps its line when another text is quoted, and its file when the caller's string is gone. */
START_TEST(nothing_is_borrowed)
{
	char file[] = "a", source[] = "old";
	quote(file, source);
	strcpy(source, "new");
	error_at(file, 1, 1, "x");
	quote("b", source);
	file[0] = 'z';
	prints("a:1:1: error: x\n"
	       "    1 | old\n"
	       "      | ^\n");
}
END_TEST

START_TEST(many)
{
	for (size_t i = 0; i < 1000; i++)
		error_at("a", 1000 - i, 1, "x");
	print(false);
	ck_assert_uint_eq(diagnostics_total(diagnostics), 1000);
	ck_assert_int_eq(strncmp(printed, "a:1:1: error: x\na:2:1:", 22), 0);
	ck_assert_str_eq(printed + strlen(printed) - 19, "a:1000:1: error: x\n");
}
END_TEST

START_TEST(colour_only_if_told)
{
	quote("a", "x");
	error_at("a", 1, 1, "x");
	print(true);
	ck_assert_str_eq(printed, "a:1:1: \033[1;31merror:\033[0m x\n    1 | x\n      | \033[1;32m^\033[0m\n");
	print(false);
	ck_assert_ptr_null(strchr(printed, '\033'));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		an_error_shows_its_place_and_line,
		places_may_lack_parts,
		severities_have_names_and_are_counted,
		order,
		causes_before_consequences,
		nothing_untrusted_is_obeyed,
		the_caret_stands_below_its_character,
		a_long_line_is_cut,
		lines_are_found,
		the_same_is_said_once,
		nothing_is_borrowed,
		many,
		colour_only_if_told,
	};
	return SUITE_RUN("core: diagnostic", tests, set_up, tear_down);
}
