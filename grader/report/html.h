/*
 * The HTML writer. It keeps a stack of open tags, so that what is opened is closed, and escapes in one
 * place, so that nothing untrusted becomes markup: a name, a message or a program's output is only ever
 * text or an attribute's value.
 *
 * Characters that a browser obeys rather than shows (controls, direction marks), bytes that are no UTF-8
 * and code points that are no characters come out as visible escapes: \x9f, \u202e.
 */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include <stdbool.h>
#include <stddef.h>

#include "core/text.h"

enum { HTML_DEPTH_MAX = 64 };

struct clippings;

struct html {
	struct text *out;
	struct {
		const char *tag;
		unsigned traits; /* what html.c knows about it */
	} open[HTML_DEPTH_MAX];	 /* outermost first */
	size_t depth;
	bool in_tag;		     /* the innermost start tag still takes attributes */
	struct clippings *clippings; /* of what comes up again; NULL: all is made anew */
};

/* Starts writing at the end of `out`. */
struct html html_start(struct text *out);

/* Asserts that everything was closed. */
void html_finish(struct html *html);

/* Opens an element. A void element (br, meta, ...) is not to be closed. */
void html_open(struct html *html, const char *tag);

/* Opens an element of a class. */
void html_open_class(struct html *html, const char *tag, const char *class);

/* Adds an attribute to the element just opened. */
void html_attribute(struct html *html, const char *name, const char *value);
void html_attribute_format(struct html *html, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Closes the innermost element; asserts that it is a `tag`. */
void html_close(struct html *html, const char *tag);

void html_text(struct html *html, const char *string);
void html_text_bytes(struct html *html, const char *data, size_t length);
void html_format(struct html *html, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Sentences, where a number like -inf has a minus sign. Lines would break behind a hyphen. In code it stays what one
 * types.
 */
void html_prose(struct html *html, const char *data, size_t length);
void html_add_prose(struct text *out, const char *data, size_t length);

/* An element that holds nothing but text. `class` may be NULL. */
void html_element(struct html *html, const char *tag, const char *class, const char *string);

/* Markup that is known to be well-formed and safe: our style sheet, what cmark made of a clean tree. */
void html_trusted(struct html *html, const char *markup);
void html_trusted_bytes(struct html *html, const char *markup, size_t length);

/* Where in `out` the content begins that is written next. */
size_t html_mark(struct html *html);

/*
 * Makes untrusted bytes into characters that are safe to show: valid UTF-8 without the characters that
 * are obeyed. Line feeds and tabs stay if told. No markup is escaped here.
 */
void html_visible(struct text *out, const char *data, size_t length, bool keep_breaks);

#endif
