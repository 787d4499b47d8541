#include "report/badge.h"

#include "report/clippings.h"

static const struct badge badges[VERDICT_COUNT] = {
	[VERDICT_PASSED] = {"✓", "passed", "good"},
	[VERDICT_SLOW] = {"S", "right, slow", "good slow"},
	[VERDICT_WRONG] = {"✗", "wrong", "bad"},
	[VERDICT_UNWRITTEN] = {"U", "unwritten", "bad"},
	[VERDICT_OUT_OF_BOUNDS] = {"B", "out of bounds", "bad"},
	[VERDICT_WROTE_INPUT] = {"W", "wrote input", "bad"},
	[VERDICT_CRASHED] = {"C", "crashed", "bad"},
	[VERDICT_TIMED_OUT] = {"T", "timed out", "bad"},
	[VERDICT_OUT_OF_MEMORY] = {"M", "out of memory", "bad"},
	[VERDICT_EXITED] = {"E", "exited", "bad"},
	[VERDICT_FORBIDDEN] = {"F", "forbidden", "bad"},
	[VERDICT_TAMPERED] = {"!", "tampered", "bad"},
	[VERDICT_INCONSISTENT] = {"≠", "inconsistent", "bad"},
	[VERDICT_MISSING] = {"–", "missing", "none"},
	[VERDICT_GRADED] = {"✓", "graded", "good"},
	[VERDICT_REJECTED] = {"R", "rejected", "bad"},
	[VERDICT_HARNESS_FAULT] = {"H", "harness fault", "none"},
	[VERDICT_ABSENT] = {"–", "absent", "none"},
};

const struct badge *badge_of(enum verdict verdict)
{
	return &badges[verdict];
}

static void write_word(struct html *html, const struct badge *badge, const char *class)
{
	(void)class;
	html_open(html, "span");
	html_attribute_format(html, "class", "badge %s", badge->tone);
	html_open(html, "span");
	html_attribute(html, "aria-hidden", "true");
	html_text(html, badge->glyph);
	html_close(html, "span");
	html_format(html, " %s", badge->word);
	html_close(html, "span");
}

static void write_glyph(struct html *html, const struct badge *badge, const char *class)
{
	(void)class;
	html_open(html, "span");
	html_attribute_format(html, "class", "glyph %s", badge->tone);
	html_attribute(html, "role", "img");
	html_attribute(html, "aria-label", badge->word);
	html_attribute(html, "title", badge->word);
	html_text(html, badge->glyph);
	html_close(html, "span");
}

static void write_mark(struct html *html, const struct badge *badge, const char *class)
{
	(void)class;
	html_open(html, "span");
	html_attribute_format(html, "class", "glyph %s", badge->tone);
	html_attribute(html, "aria-hidden", "true");
	html_text(html, badge->glyph);
	html_close(html, "span");
}

static void write_cell(struct html *html, const struct badge *badge, const char *class)
{
	html_open(html, "td");
	html_attribute_format(html, "class", "%s%s", badge->tone, class);
	html_text(html, badge->glyph);
	html_open(html, "i");
	html_format(html, " %s", badge->word);
	html_close(html, "i");
	html_close(html, "td");
}

static const struct look {
	const char *name;
	void (*write)(struct html *html, const struct badge *badge, const char *class);
} as_word = {"word", write_word}, as_glyph = {"glyph", write_glyph}, as_mark = {"mark", write_mark},
  as_cell = {"cell", write_cell};

/* They are few, and a class has half a million of them. */
static void write(struct html *html, const struct look *look, enum verdict verdict, const char *class)
{
	const char number = (char)verdict;
	TEXT_SCOPED struct text key = {0};
	text_add(&key, look->name);
	text_add_bytes(&key, &number, 1);
	text_add(&key, class);
	if (clippings_paste(html->clippings, &key, html))
		return;
	const size_t mark = html_mark(html);
	look->write(html, badge_of(verdict), class);
	clippings_keep(html->clippings, &key, html, mark);
}

void badge_write(struct html *html, enum verdict verdict)
{
	write(html, &as_word, verdict, "");
}

void badge_write_glyph(struct html *html, enum verdict verdict)
{
	write(html, &as_glyph, verdict, "");
}

void badge_write_mark(struct html *html, enum verdict verdict)
{
	write(html, &as_mark, verdict, "");
}

void badge_write_cell(struct html *html, enum verdict verdict, const char *class)
{
	write(html, &as_cell, verdict, class);
}

void badge_write_legend(struct html *html)
{
	html_open_class(html, "ul", "legend");
	html_attribute(html, "aria-label", "Verdicts");
	for (enum verdict verdict = VERDICT_PASSED; verdict <= VERDICT_MISSING; verdict++) {
		html_open(html, "li");
		badge_write(html, verdict);
		html_close(html, "li");
	}
	html_close(html, "ul");
}
