/*
 * How a verdict looks: a word, a glyph and a tone, so that it is told by shape and by word and not by
 * colour alone.
 */
#ifndef REPORT_BADGE_H
#define REPORT_BADGE_H

#include "core/verdict.h"
#include "report/html.h"

struct badge {
	const char *glyph;
	const char *word; /* the verdict for people: "out of bounds" */
	const char *tone; /* the style sheet's class: good, bad, none; "good slow" is right as well */
};

const struct badge *badge_of(enum verdict verdict);

/* Glyph and word. */
void badge_write(struct html *html, enum verdict verdict);

/* The glyph alone, with the word for those who do not see it. */
void badge_write_glyph(struct html *html, enum verdict verdict);

/* The glyph where the word stands beside it. */
void badge_write_mark(struct html *html, enum verdict verdict);

/*
 * A cell of a table of the class, of which there are tens of thousands: the glyph, and the word as text that takes no
 * room. `class` stands behind the cell's own one, "" if there is none.
 */
void badge_write_cell(struct html *html, enum verdict verdict, const char *class);

/* What the glyphs of those verdicts mean that an exercise can have. */
void badge_write_legend(struct html *html);

#endif
