#include "report/badge.h"

static const struct badge badges[VERDICT_COUNT] = {
	[VERDICT_PASSED] = {"✓", "passed", "good"},
	[VERDICT_WRONG] = {"✗", "wrong", "bad"},
	[VERDICT_UNWRITTEN] = {"U", "unwritten", "bad"},
	[VERDICT_OUT_OF_BOUNDS] = {"B", "out of bounds", "bad"},
	[VERDICT_WROTE_INPUT] = {"W", "wrote input", "bad"},
	[VERDICT_CRASHED] = {"C", "crashed", "bad"},
	[VERDICT_TIMED_OUT] = {"T", "timed out", "bad"},
	[VERDICT_SLOW] = {"S", "slow", "bad"},
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

void badge_write(struct html *html, enum verdict verdict)
{
	const struct badge *badge = badge_of(verdict);
	html_open(html, "span");
	html_attribute_format(html, "class", "badge %s", badge->tone);
	html_open(html, "span");
	html_attribute(html, "aria-hidden", "true");
	html_text(html, badge->glyph);
	html_close(html, "span");
	html_format(html, " %s", badge->word);
	html_close(html, "span");
}

void badge_write_glyph(struct html *html, enum verdict verdict)
{
	const struct badge *badge = badge_of(verdict);
	html_open(html, "span");
	html_attribute_format(html, "class", "glyph %s", badge->tone);
	html_attribute(html, "role", "img");
	html_attribute(html, "aria-label", badge->word);
	html_attribute(html, "title", badge->word);
	html_text(html, badge->glyph);
	html_close(html, "span");
}

void badge_write_mark(struct html *html, enum verdict verdict)
{
	const struct badge *badge = badge_of(verdict);
	html_open(html, "span");
	html_attribute_format(html, "class", "glyph %s", badge->tone);
	html_attribute(html, "aria-hidden", "true");
	html_text(html, badge->glyph);
	html_close(html, "span");
}

void badge_write_cell(struct html *html, enum verdict verdict, const char *class)
{
	const struct badge *badge = badge_of(verdict);
	html_open(html, "td");
	html_attribute_format(html, "class", "%s%s", badge->tone, class);
	html_text(html, badge->glyph);
	html_open(html, "i");
	html_format(html, " %s", badge->word);
	html_close(html, "i");
	html_close(html, "td");
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
