#include <check.h>
#include <string.h>

#include "report/clippings.h"
#include "report/markdown.h"
#include "suite.h"

enum { LIMIT_BYTES = 1000 };

static struct text out;
static struct html html;
static struct clippings *clippings;

static void set_up(void)
{
	out = (struct text){0};
	html = html_start(&out);
	html_open(&html, "div");
	clippings = clippings_create(LIMIT_BYTES);
}

static void tear_down(void)
{
	clippings_destroy(clippings);
	text_release(&out);
}

static struct text key_of(const char *words)
{
	struct text key = {0};
	text_add(&key, words);
	return key;
}

static void keep(const char *words, const char *content)
{
	TEXT_SCOPED struct text key = key_of(words);
	const size_t mark = html_mark(&html);
	html_text(&html, content);
	clippings_keep(clippings, &key, &html, mark);
}

static bool paste(const char *words)
{
	TEXT_SCOPED struct text key = key_of(words);
	return clippings_paste(clippings, &key, &html);
}

START_TEST(what_was_kept_is_pasted)
{
	ck_assert(!paste("a"));
	keep("a", "<1>");
	keep("b, in more than eight bytes", "2");
	ck_assert(paste("b, in more than eight bytes"));
	ck_assert(!paste("b, in more than eight bytez"));
	ck_assert(!paste("b, in more than eight byte"));
	html_open(&html, "p");
	ck_assert(paste("a"));
	html_close(&html, "p");
	ck_assert_str_eq(text_string(&out), "<div>&lt;1&gt;22<p>&lt;1&gt;</p>\n");
}
END_TEST

START_TEST(what_is_kept_is_bounded)
{
	char large[LIMIT_BYTES + 1];
	memset(large, 'x', LIMIT_BYTES);
	large[LIMIT_BYTES] = '\0';
	keep("a", "1");
	ck_assert(paste("a"));
	keep("b", large + LIMIT_BYTES / 20);
	ck_assert(paste("b"));
	ck_assert(!paste("a"));
	keep("c", large);
	ck_assert(!paste("b"));
	ck_assert(!paste("c"));
	keep("a", "1");
	ck_assert(paste("a"));
}
END_TEST

START_TEST(without_any_all_is_made_anew)
{
	TEXT_SCOPED struct text key = key_of("a");
	clippings_keep(NULL, &key, &html, html_mark(&html));
	ck_assert(!clippings_paste(NULL, &key, &html));
}
END_TEST

START_TEST(markdown_comes_up_again)
{
	html.clippings = clippings;
	markdown_write(&html, "# a", 3);
	markdown_write(&html, "# a", 3);
	markdown_write(&html, "# a", 1);
	markdown_write_inline(&html, "a");
	markdown_write_inline(&html, "a");
	ck_assert_str_eq(text_string(&out), "<div><h4>a</h4>\n<h4>a</h4>\n<h2>a</h2>\naa");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {what_was_kept_is_pasted, what_is_kept_is_bounded, without_any_all_is_made_anew,
				      markdown_comes_up_again};
	return SUITE_RUN("report/clippings", tests, set_up, tear_down);
}
