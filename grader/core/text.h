/*
 * A string that grows, and what must be known about text that comes from outside: whether it is UTF-8,
 * and how to show it on a terminal without obeying it.
 */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>

struct text {
	char *data; /* NUL-terminated once anything was added */
	size_t length;
	size_t capacity;
};

void text_release(struct text *text);
void text_clear(struct text *text);
void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const void *data, size_t length);
void text_add_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_list(struct text *text, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

/* Adds untrusted bytes for a terminal: hidden characters and broken UTF-8 become visible escapes. */
void text_add_visible(struct text *text, const void *data, size_t length);

/* Adds a string as it is kept where only UTF-8 may be: as it is, or, if it is none, as text_add_visible does. */
void text_add_kept(struct text *text, const char *string);

/*
 * Adds words with one blank between them, however they were broken into lines; none where there is white space already,
 * or nothing.
 */
void text_add_words(struct text *text, const char *words);

/* The ending of a regular noun behind a number: "s", or nothing for "1 point". */
const char *text_plural(double count);

/* The string, never NULL. */
const char *text_string(const struct text *text);

#define TEXT_SCOPED __attribute__((cleanup(text_release)))

/*
 * Edits (insert, delete, replace, swap neighbours) from one word to the other; neither may be longer than
 * TEXT_EDITS_WORD_MAX bytes.
 */
enum { TEXT_EDITS_WORD_MAX = 40 };
size_t text_edits(const char *a, const char *b);

/* Bytes of the UTF-8 character at `data` (`length` > 0 bytes are left), or 0 if it is none. */
size_t utf8_character(const char *data, size_t length);

/*
 * Is the UTF-8 character one that is obeyed or passed over rather than seen: a control, a mark that turns the
 * direction of text, one without width? Names that differ in such a character look the same.
 */
bool utf8_hidden(const char *character, size_t length);

/* Is all of it valid UTF-8? */
bool utf8_valid(const char *data, size_t length);

#endif
