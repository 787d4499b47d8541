#include <check.h>
#include <signal.h>
#include <stdlib.h>

#include "report/html.h"
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

/* What becomes of `string` between <p> and </p>. */
static const char *as_text(const char *string)
{
	text_clear(&out);
	struct html html = html_start(&out);
	html_element(&html, "p", NULL, string);
	html_finish(&html);
	return text_string(&out);
}

static const char *as_attribute(const char *string)
{
	text_clear(&out);
	struct html html = html_start(&out);
	html_open(&html, "p");
	html_attribute(&html, "title", string);
	html_close(&html, "p");
	html_finish(&html);
	return text_string(&out);
}

START_TEST(markup_is_escaped)
{
	ck_assert_str_eq(as_text("<script>alert('1' & \"2\")</script>"),
			 "<p>&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;</p>\n");
	ck_assert_str_eq(as_attribute("\" onclick='x' <&>"),
			 "<p title=\"&quot; onclick=&#39;x&#39; &lt;&amp;&gt;\"></p>\n");
	ck_assert_str_eq(as_text("&lt;"), "<p>&amp;lt;</p>\n");
	ck_assert_str_eq(as_text(""), "<p></p>\n");
}
END_TEST

START_TEST(what_is_obeyed_is_shown)
{
	ck_assert_str_eq(as_text("a\x1b[31m\x7f\r"), "<p>a\\u001b[31m\\u007f\\u000d</p>\n");
	ck_assert_str_eq(as_text("\xe2\x80\xaeturned"), "<p>\\u202eturned</p>\n");
	ck_assert_str_eq(as_text("\xff\xc3(\xed\xa0\x80"), "<p>\\xff\\xc3(\\xed\\xa0\\x80</p>\n");
	ck_assert_str_eq(as_text("\xef\xbf\xbe \xef\xb7\x90 \xf0\x9f\xbf\xbf"),
			 "<p>\\xef\\xbf\\xbe \\xef\\xb7\\x90 \\xf0\\x9f\\xbf\\xbf</p>\n");
	ck_assert_str_eq(as_text("\xef\xbf\xbd \xf0\x9f\x99\x82 \xd7\xa9"),
			 "<p>\xef\xbf\xbd \xf0\x9f\x99\x82 \xd7\xa9</p>\n");
}
END_TEST

START_TEST(lines_break_in_text_alone)
{
	ck_assert_str_eq(as_text("a\n\tb"), "<p>a\n\tb</p>\n");
	ck_assert_str_eq(as_attribute("a\n\tb"), "<p title=\"a\\u000a\\u0009b\"></p>\n");
}
END_TEST

START_TEST(the_first_line_feed_of_a_pre_survives)
{
	struct html html = html_start(&out);
	html_element(&html, "pre", "message", "\nx");
	html_finish(&html);
	ck_assert_str_eq(text_string(&out), "<pre class=\"message\">\n\nx</pre>\n");
}
END_TEST

START_TEST(elements_nest)
{
	struct html html = html_start(&out);
	html_open(&html, "div");
	html_open_class(&html, "svg", "x");
	html_open(&html, "rect");
	html_attribute_format(&html, "x", "%d", 3);
	html_close(&html, "rect");
	html_open(&html, "rect");
	html_element(&html, "title", NULL, "t");
	html_close(&html, "rect");
	html_close(&html, "svg");
	html_text(&html, "a");
	html_open(&html, "br");
	html_format(&html, "%d", 7);
	html_close(&html, "div");
	html_finish(&html);
	ck_assert_str_eq(text_string(&out),
			 "<div><svg class=\"x\"><rect x=\"3\"/><rect><title>t</title></rect></svg>\na<br>7</div>\n");
}
END_TEST

START_TEST(crossed_tags_are_our_error)
{
	struct html html = html_start(&out);
	html_open(&html, "p");
	html_open(&html, "b");
	html_close(&html, "p");
}
END_TEST

START_TEST(an_open_tag_is_our_error)
{
	struct html html = html_start(&out);
	html_open(&html, "p");
	html_finish(&html);
}
END_TEST

START_TEST(a_late_attribute_is_our_error)
{
	struct html html = html_start(&out);
	html_open(&html, "p");
	html_text(&html, "x");
	html_attribute(&html, "class", "late");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {markup_is_escaped, what_is_obeyed_is_shown, lines_break_in_text_alone,
				      the_first_line_feed_of_a_pre_survives, elements_nest};
	const TTest *const errors[] = {crossed_tags_are_our_error, an_open_tag_is_our_error,
				       a_late_attribute_is_our_error};
	Suite *suite = suite_create("report/html");
	TCase *writer = tcase_create("writer");
	tcase_set_timeout(writer, 120); /* against hanging only */
	tcase_add_checked_fixture(writer, set_up, tear_down);
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		tcase_add_test(writer, tests[i]);
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		tcase_add_test_raise_signal(writer, errors[i], SIGABRT);
	suite_add_tcase(suite, writer);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
