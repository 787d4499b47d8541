#include <check.h>
#include <string.h>

#include "report/markdown.h"
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

static const char *blocks(const char *markdown)
{
	text_clear(&out);
	struct html html = html_start(&out);
	html_open(&html, "div");
	markdown_write(&html, markdown, 4);
	html_close(&html, "div");
	html_finish(&html);
	return text_string(&out);
}

static const char *line(const char *markdown)
{
	text_clear(&out);
	struct html html = html_start(&out);
	html_open(&html, "p");
	markdown_write_inline(&html, markdown);
	html_close(&html, "p");
	html_finish(&html);
	return text_string(&out);
}

START_TEST(text_is_rendered)
{
	ck_assert_str_eq(blocks("a *b* `c < d`\n\n- e\n"),
			 "<div><p>a <em>b</em> <code>c &lt; d</code></p>\n<ul>\n<li>e</li>\n</ul>\n</div>\n");
	ck_assert_str_eq(blocks(""), "<div></div>\n");
}
END_TEST

/* Not in code, and not where it is part of a word. */
START_TEST(minus_infinity_has_a_minus_sign)
{
	ck_assert_str_eq(line("-inf and (-inf): `-inf`, minus-inf, -info"),
			 "<p>\u2212inf and (\u2212inf): <code>-inf</code>, minus-inf, -info</p>\n");
}
END_TEST

START_TEST(raw_html_is_dropped)
{
	ck_assert_str_eq(blocks("<script>\nalert(1)\n</script>\n\nx <b onclick=y>z</b>\n"),
			 "<div><p>x z</p>\n</div>\n");
	ck_assert_str_eq(blocks("<i>\n"), "<div></div>\n");
	ck_assert_str_eq(blocks("- <i>\n\n> <b>\n"), "<div></div>\n");
}
END_TEST

START_TEST(images_are_told_not_shown)
{
	ck_assert_str_eq(blocks("see ![the *mask*](https://images.invalid/x.png) ![](y.png)"),
			 "<div><p>see the <em>mask</em> </p>\n</div>\n");
}
END_TEST

START_TEST(links_lead_to_the_web_or_nowhere)
{
	ck_assert_str_eq(blocks("[a](https://pages.invalid/?a=1&b=2)"),
			 "<div><p><a href=\"https://pages.invalid/?a=1&amp;b=2\">a</a></p>\n</div>\n");
	ck_assert_str_eq(
		blocks("[a](javascript:alert(1)) [b](data:text/html,x) [c](file:///etc/passwd) [d](/e) [](https://f)"),
		"<div><p>a b c d </p>\n</div>\n");
}
END_TEST

START_TEST(headings_continue_the_outline)
{
	ck_assert_str_eq(blocks("# a\n## b\n###### c\n# d\n"),
			 "<div><h5>a</h5>\n<h6>b</h6>\n<h6>c</h6>\n<h5>d</h5>\n</div>\n");
	ck_assert_str_eq(blocks("#### deep\n"), "<div><h5>deep</h5>\n</div>\n");
}
END_TEST

START_TEST(what_is_obeyed_is_shown)
{
	ck_assert_str_eq(blocks("a &#x202e;b \xff \x1b"), "<div><p>a \\u202eb \\xff \\u001b</p>\n</div>\n");
}
END_TEST

START_TEST(a_line_has_no_blocks_and_no_links)
{
	ck_assert_str_eq(line("is `-inf` [x](https://pages.invalid) *it*?"),
			 "<p>is <code>-inf</code> x <em>it</em>?</p>\n");
	ck_assert_str_eq(line("one\n\ntwo"), "<p>one two</p>\n");
	ck_assert_str_eq(line("- <b>"), "<p></p>\n");
	ck_assert_str_eq(line("# a & b"), "<p># a &amp; b</p>\n");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		text_is_rendered,	   minus_infinity_has_a_minus_sign,  raw_html_is_dropped,
		images_are_told_not_shown, links_lead_to_the_web_or_nowhere, headings_continue_the_outline,
		what_is_obeyed_is_shown,   a_line_has_no_blocks_and_no_links};
	return SUITE_RUN("report/markdown", tests, set_up, tear_down);
}
