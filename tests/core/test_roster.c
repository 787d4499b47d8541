/* Rosters: how they may be written, whose a submission is, and what is said of those that are none. */
#include "core/roster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/file.h"
#include "suite.h"

static struct arena *arena;
static struct diagnostics *diagnostics;
static struct roster roster;
static char path[64];

static void set_up(void)
{
	const char *base = getenv("TMPDIR");
	arena = arena_create();
	diagnostics = diagnostics_create();
	snprintf(path, sizeof(path), "%.40s/roster-XXXXXX", base != NULL ? base : "/tmp");
	int file = mkstemp(path);
	ck_assert_int_ge(file, 0);
	close(file);
}

static void tear_down(void)
{
	unlink(path);
	diagnostics_destroy(diagnostics);
	arena_destroy(arena);
}

static bool read_roster(const char *data, size_t length)
{
	TEXT_SCOPED struct text why = {0};
	ck_assert_msg(file_write(path, data, length, &why), "%s", text_string(&why));
	return roster_read(path, arena, diagnostics, &roster);
}

#define READ(data) read_roster(data, sizeof(data) - 1)

/* Sorted or not. */
static void expect(const char *student, const char *id, const char *name, const char *email, const char *section)
{
	const struct roster unsorted = {.count = roster.count, .entries = roster.entries};
	const struct roster_entry *entry = roster_find(&roster, student);
	ck_assert_ptr_nonnull(roster.by_id);
	ck_assert_ptr_eq(roster_find(&unsorted, student), entry);
	ck_assert_str_eq(entry->id, id);
	ck_assert_str_eq(entry->name, name);
	ck_assert_str_eq(entry->email, email);
	ck_assert_str_eq(entry->section, section);
}

START_TEST(a_student_is_found_by_id_or_by_name)
{
	ck_assert(READ("id,name,email,section\ns1,Ada,ada@example.org,A\ns2,s1,other@example.org,B\n"));
	ck_assert_uint_eq(roster.count, 2);
	expect("Ada", "s1", "Ada", "ada@example.org", "A");
	expect("s2", "s2", "s1", "other@example.org", "B");
	expect("s1", "s1", "Ada", "ada@example.org", "A"); /* the id goes before another's name */
	expect("ada", "", "", "", "");
	expect("", "", "", "", "");
}
END_TEST

START_TEST(of_many_each_is_found)
{
	enum { MANY = 100 };
	TEXT_SCOPED struct text rows = {0};
	text_add(&rows, "id,name,section\n");
	for (size_t i = 0; i < MANY; i++)
		text_add_format(&rows, "s%zu,%s %zu,%zu\n", i * 37 % MANY, i % 10 == 0 ? "Ada" : "Emmy", i / 20, i);
	ck_assert(read_roster(text_string(&rows), rows.length));
	for (size_t i = 0; i < MANY; i++) {
		const char *id = arena_format(arena, "s%zu", i * 37 % MANY), *section = arena_format(arena, "%zu", i);
		const struct roster_entry *entry = &roster.entries[i];
		expect(id, id, entry->name, "", section);
	}
	for (size_t i = 0; i < MANY; i++) /* the name of several is nobody's */
		expect(roster.entries[i].name, "", "", "", "");
	expect("s", "", "", "", "");
	expect("t", "", "", "", "");
	expect("A", "", "", "", "");
}
END_TEST

START_TEST(spreadsheets_write_it_in_many_ways)
{
	ck_assert(READ("\xef\xbb\xbfsection,phone,id,name\r\n\"A, B\",1,s1,\"O'Neil, \"\"Ada\"\"\"\r\n\r\n"
		       "\"\",2,s2,\"two\r\nlines\"\r\n,3,,no id"));
	ck_assert_uint_eq(roster.count, 3);
	expect("s1", "s1", "O'Neil, \"Ada\"", "", "A, B");
	expect("two\r\nlines", "s2", "two\r\nlines", "", "");
	expect("no id", "", "no id", "", "");
	ck_assert(READ("name\rAda\rEmmy\r"));
	ck_assert_uint_eq(roster.count, 2);
	ck_assert(READ("\xef\xbb\xbf\"a;b\";ID;Name;EMAIL\r\n,;s1;Lovelace, Ada;ada@example.org\r\n;s2;\"x;y\";\r\n"));
	ck_assert_uint_eq(roster.count, 2);
	expect("s1", "s1", "Lovelace, Ada", "ada@example.org", "");
	expect("s2", "s2", "x;y", "", "");
	ck_assert(READ("\"a,b\",Id,x;y\n1;2,s1,\"3\"\n")); /* the first one outside quotes */
	expect("s1", "s1", "", "", "");
}
END_TEST

/* Around a cell, which may be quoted, they are no part of it; within quotes they are. */
START_TEST(blanks_around_cells_are_passed_over)
{
	ck_assert(READ(" id,\tname , \" email\t\" ,section\n"
		       "s1, Ada  Lovelace\t ,\ta@b ,\" A \"\n"
		       " s2\t, \" Emmy\" , , \t\r\n"
		       " \t\n"));
	ck_assert_uint_eq(roster.count, 2);
	expect("s1", "s1", "Ada  Lovelace", "a@b", " A ");
	expect("s2", "s2", " Emmy", "", "");
	ck_assert(READ("id ;name\n s1; Lovelace, Ada"));
	expect("Lovelace, Ada", "s1", "Lovelace, Ada", "", "");
	ck_assert(READ("name\n Ada "));
	expect("Ada", "", "Ada", "", "");
}
END_TEST

static const struct {
	const char *data, *message;
	size_t line;
} faults[] = {
	{"", "the header names neither id nor name (of id, name, email, section): \"\"", 1},
	{"Ada,ada@example.org\n", "the header names neither id nor name (of id, name, email, section): \"Ada\"", 1},
	{"id,name,id\n", "a second column \"id\"", 1},
	{"id,name,ID\n", "a second column \"id\"", 1},
	{"id;name\ns1,Ada\n", "1 column, but the header has 2, in the row of \"s1,Ada\"", 2},
	{"id,name\ns1,Ada\n\ns2\n", "1 column, but the header has 2, in the row of \"s2\"", 4},
	{"id,name\ns1,Ada,x\n", "3 columns, but the header has 2, in the row of \"s1\"", 2},
	{"id,name\ns1,\"two\nlines\"\ns1,Emmy\n", "two students have the id \"s1\"", 4},
	{"id,name,email\n,,a@example.org\n", "a student has neither id nor name: \"a@example.org\"", 2},
	{"id,name\ns1,\"Ada\ns2,Emmy\n", "the quotes are not closed where the cell ends: \"Ada\\u000as2,Emmy\\u000a\"",
	 2},
	{"id,name\ns1,\"Ada\" L\n", "the quotes are not closed where the cell ends: \"Ada\"", 2},
	{"id,name\ns1,Ada \"L\"\n", "a quote within a cell without quotes: \"Ada \"\"", 2},
	{"id,name\ns1, \"Ada\" L\n", "the quotes are not closed where the cell ends: \"Ada\"", 2},
	{"id,name\ns1, \"Ada ", "the quotes are not closed where the cell ends: \"Ada \"", 2},
	{"id, name \ns1,Ada\n s1,Emmy\n", "two students have the id \"s1\"", 3},
	{"id,name\n , \n", "a student has neither id nor name: \"\"", 2},
	{"id number,names\n", "the header names neither id nor name (of id, name, email, section): \"id number\"", 1},
	{"id,name\ns1,\xff\n", "not text in UTF-8", 2},
};

START_TEST(a_bad_row_is_named_by_its_line)
{
	ck_assert(!read_roster(faults[_i].data, strlen(faults[_i].data)));
	ck_assert_uint_eq(diagnostics_total(diagnostics), 1);
	const struct diagnostic *diagnostic = diagnostics_get(diagnostics, 0);
	ck_assert_str_eq(diagnostic->message, faults[_i].message);
	ck_assert_uint_eq(diagnostic->place.line, faults[_i].line);
	ck_assert_str_eq(diagnostic->place.file, path);
	ck_assert_int_eq(diagnostic->severity, SEVERITY_ERROR);
}
END_TEST

START_TEST(all_bad_rows_come_at_once)
{
	ck_assert(!READ("id,name\n,\ns1,a\ns1,b\ns2,c,d\n"));
	ck_assert_uint_eq(diagnostics_count(diagnostics, SEVERITY_ERROR), 3);
	ck_assert(!READ("id,name\ns\0,a\n"));
	unlink(path);
	ck_assert(!roster_read(path, arena, diagnostics, &roster));
	ck_assert_uint_eq(diagnostics_count(diagnostics, SEVERITY_ERROR), 5);
}
END_TEST

START_TEST(whoever_is_unknown_is_warned_about)
{
	const struct student_record students[] = {
		{.name = "s1"}, {.name = "Ada"}, {.name = "Emmy"}, {.name = "Kurt\n"}};
	const struct course_record course = {.n_students = 4, .students = students};
	ck_assert(READ("id,name\ns1,Ada\ns2,Ada\ns3,Emmy\n"));
	roster_warn(&roster, &course, diagnostics);
	ck_assert_uint_eq(diagnostics_count(diagnostics, SEVERITY_WARNING), 2);
	ck_assert_str_eq(diagnostics_get(diagnostics, 0)->message,
			 "several students of the roster are called \"Ada\": name the submission after the id");
	ck_assert_str_eq(diagnostics_get(diagnostics, 1)->message, "\"Kurt\\u000a\" is not in the roster");
	expect("Ada", "", "", "", "");
}
END_TEST

START_TEST(one_person_under_two_names_is_warned_about)
{
	const struct student_record students[] = {
		{.name = "Emmy"}, {.name = "J\u00f6rg"}, {.name = "m1"}, {.name = "m2"}};
	const struct course_record course = {.n_students = 4, .students = students};
	ck_assert(READ("id,name\nm1,J\u00f6rg\nm2,m2\nm3,Emmy\n"));
	roster_warn(&roster, &course, diagnostics);
	ck_assert_uint_eq(diagnostics_count(diagnostics, SEVERITY_WARNING), 1);
	ck_assert_ptr_nonnull(strstr(diagnostics_get(diagnostics, 0)->message, "\" is \"m1\" of the roster, who"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("export/roster");
	TCase *tests = tcase_create("export/roster");
	tcase_set_timeout(tests, 120); /* against hanging only */
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, a_student_is_found_by_id_or_by_name);
	tcase_add_test(tests, of_many_each_is_found);
	tcase_add_test(tests, spreadsheets_write_it_in_many_ways);
	tcase_add_test(tests, blanks_around_cells_are_passed_over);
	tcase_add_loop_test(tests, a_bad_row_is_named_by_its_line, 0, (int)(sizeof(faults) / sizeof(faults[0])));
	tcase_add_test(tests, all_bad_rows_come_at_once);
	tcase_add_test(tests, whoever_is_unknown_is_warned_about);
	tcase_add_test(tests, one_person_under_two_names_is_warned_about);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
