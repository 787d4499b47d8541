#include <check.h>
#include <string.h>
#include <strings.h>

#include "core/file_name.h"
#include "suite.h"

static struct text out;

static void set_up(void)
{
	out = (struct text){0};
}

static void tear_down(void)
{
	text_release(&out);
}

static const char *file(const char *student)
{
	text_clear(&out);
	file_name_add(&out, student);
	return text_string(&out);
}

static const char *const names[] = {
	"anna",
	"Anna",
	"ANNA",
	"anna ",
	"anna/",
	"",
	".",
	"..",
	"../../x",
	"_.._x",
	"/etc/passwd",
	"a\\b",
	"index",
	"Index",
	"con",
	"CON.x",
	"lpt1",
	"-rf",
	".htaccess",
	"<script>alert(1)</script>",
	"\xff\xfe",
	"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d",
	"a:b",
	"a%2fb",
	"a\nb",
	"Anna-55bd64f6f6a1f5ae",
	"anna-0123456789abcdef",
	"wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww1",
	"wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww2",
};

enum { NAMES = sizeof(names) / sizeof(names[0]) };

START_TEST(a_plain_name_is_kept)
{
	ck_assert_str_eq(file("anna"), "anna");
	ck_assert_str_eq(file("e.noether_2-b"), "e.noether_2-b");
}
END_TEST

START_TEST(another_name_is_told_apart_by_its_digest)
{
	ck_assert_str_eq(file("../../x"), "_.._.._x-9cdf6a50100a862e");
	ck_assert_str_eq(file(""), "_-e3b0c44298fc1c14");
	ck_assert_str_eq(file("Ada Lovelace"), "Ada_Lovelace-7674021617159190");
}
END_TEST

START_TEST(every_name_is_a_safe_file_name)
{
	for (size_t i = 0; i < NAMES; i++) {
		const char *made = file(names[i]);
		size_t length = strlen(made);
		ck_assert_msg(strspn(made, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") ==
				      length,
			      "'%s' is no safe name", made);
		ck_assert_msg(made[0] != '.' && made[0] != '-', "'%s' starts badly", made);
		ck_assert_msg(length <= 100, "'%s' is too long", made);
		ck_assert(strncasecmp(made, "con.", 4) != 0 && strcasecmp(made, "con") != 0 &&
			  strcasecmp(made, "lpt1") != 0);
		ck_assert_str_ne(made, "index");
	}
}
END_TEST

START_TEST(no_two_names_share_a_file_even_if_case_is_ignored)
{
	for (size_t i = 0; i < NAMES; i++)
		for (size_t k = 0; k < i; k++) {
			TEXT_SCOPED struct text other = {0};
			file_name_add(&other, names[k]);
			ck_assert_msg(strcasecmp(file(names[i]), text_string(&other)) != 0,
				      "'%s' and '%s' are both '%s'", names[i], names[k], text_string(&other));
		}
}
END_TEST

START_TEST(nobody_can_take_the_file_name_of_another)
{
	TEXT_SCOPED struct text victim = {0};
	file_name_add(&victim, "Anna");
	TEXT_SCOPED struct text posing = {0};
	text_add_bytes(&posing, victim.data, victim.length);
	posing.data[0] = 'a'; /* the same file where case is ignored */
	ck_assert_int_ne(strcasecmp(file(text_string(&posing)), text_string(&victim)), 0);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {a_plain_name_is_kept, another_name_is_told_apart_by_its_digest,
				      every_name_is_a_safe_file_name, no_two_names_share_a_file_even_if_case_is_ignored,
				      nobody_can_take_the_file_name_of_another};
	return SUITE_RUN("core/file_name", tests, set_up, tear_down);
}
