#include "core/text.h"

#include <assert.h>
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void grow(struct text *text, size_t more)
{
	size_t need;
	if (__builtin_add_overflow(text->length, more, &need) || __builtin_add_overflow(need, 1, &need))
		abort();
	size_t capacity = text->capacity < 64 ? 64 : text->capacity;
	while (capacity < need)
		capacity *= 2;
	char *data = realloc(text->data, capacity);
	if (data == NULL) {
		fprintf(stderr, "grader: out of memory (%zu bytes wanted)\n", capacity);
		abort();
	}
	text->data = data;
	text->capacity = capacity;
}

static inline void reserve(struct text *text, size_t more)
{
	if (more >= text->capacity - text->length) /* a NUL goes behind it */
		grow(text, more);
}

void text_release(struct text *text)
{
	free(text->data);
	*text = (struct text){0};
}

void text_clear(struct text *text)
{
	text->length = 0;
	if (text->data != NULL)
		text->data[0] = '\0';
}

void text_add_bytes(struct text *text, const void *data, size_t length)
{
	reserve(text, length);
	if (length > 0)
		memcpy(text->data + text->length, data, length);
	text->length += length;
	text->data[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
	text_add_bytes(text, string, strlen(string));
}

/* Most of what is formatted is shorter than this, and need not be formatted twice to know how long it is. */
enum { GUESSED_BYTES = 64 };

void text_add_list(struct text *text, const char *format, va_list arguments)
{
	va_list again;
	va_copy(again, arguments);
	reserve(text, GUESSED_BYTES);
	const int length = vsnprintf(text->data + text->length, GUESSED_BYTES + 1, format, arguments);
	if (length > GUESSED_BYTES) {
		reserve(text, (size_t)length);
		vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
	}
	va_end(again);
	text->length += (size_t)length;
}

void text_add_format(struct text *text, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	text_add_list(text, format, arguments);
	va_end(arguments);
}

void text_add_kept(struct text *text, const char *string)
{
	const size_t length = strlen(string);
	if (utf8_valid(string, length))
		text_add_bytes(text, string, length);
	else
		text_add_visible(text, string, length);
}

void text_add_words(struct text *text, const char *words)
{
	for (; *words != '\0'; words++)
		if (!isspace((unsigned char)*words))
			text_add_bytes(text, words, 1);
		else if (text->length > 0 && !isspace((unsigned char)text->data[text->length - 1]))
			text_add(text, " ");
}

const char *text_plural(double count)
{
	return count == 1 ? "" : "s";
}

const char *text_string(const struct text *text)
{
	return text->data == NULL ? "" : text->data;
}

/* The code point of a well-formed sequence of `length` bytes. */
static uint32_t decode(const unsigned char *bytes, size_t length)
{
	static const unsigned char lead_mask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
	uint32_t point = bytes[0] & lead_mask[length];
	for (size_t i = 1; i < length; i++)
		point = point << 6 | (bytes[i] & 0x3f);
	return point;
}

size_t utf8_character(const char *data, size_t length)
{
	static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *bytes = (const unsigned char *)data;
	size_t need = bytes[0] < 0x80 ? 1 : bytes[0] < 0xc0 ? 0 : bytes[0] < 0xe0 ? 2 : bytes[0] < 0xf0 ? 3 : 4;
	if (need == 0 || need > length || bytes[0] > 0xf4)
		return 0;
	for (size_t i = 1; i < need; i++)
		if ((bytes[i] & 0xc0) != 0x80)
			return 0;
	uint32_t point = decode(bytes, need);
	bool surrogate = point >= 0xd800 && point <= 0xdfff;
	return point < smallest[need] || point > 0x10ffff || surrogate ? 0 : need;
}

bool utf8_valid(const char *data, size_t length)
{
	for (size_t i = 0; i < length;) {
		size_t step = utf8_character(data + i, length - i);
		if (step == 0)
			return false;
		i += step;
	}
	return true;
}

static const struct {
	uint32_t first, last;
} hidden[] = {
	{0x00, 0x1f},	    /* controls */
	{0x7f, 0x9f},	    /* controls */
	{0xad, 0xad},	    /* soft hyphen */
	{0x61c, 0x61c},	    /* a mark of direction */
	{0x180e, 0x180e},   /* no width */
	{0x200b, 0x200f},   /* no width, marks of direction */
	{0x2028, 0x202e},   /* ends of lines and paragraphs, embeddings and overrides of direction */
	{0x2060, 0x206f},   /* no width, isolates of direction */
	{0xfeff, 0xfeff},   /* byte order mark */
	{0xfff9, 0xfffb},   /* annotations */
	{0xe0000, 0xe007f}, /* tags */
};

bool utf8_hidden(const char *character, size_t length)
{
	uint32_t point = decode((const unsigned char *)character, length);
	for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		if (point >= hidden[i].first && point <= hidden[i].last)
			return true;
	return false;
}

void text_add_visible(struct text *text, const void *data, size_t length)
{
	const char *bytes = data;
	for (size_t i = 0; i < length;) {
		size_t step = utf8_character(bytes + i, length - i);
		if (step == 0)
			text_add_format(text, "\\x%02x", (unsigned char)bytes[i++]);
		else if (utf8_hidden(bytes + i, step)) {
			text_add_format(text, "\\u%04x", decode((const unsigned char *)bytes + i, step));
			i += step;
		} else {
			text_add_bytes(text, bytes + i, step);
			i += step;
		}
	}
}

static size_t smallest(size_t a, size_t b, size_t c)
{
	size_t ab = a < b ? a : b;
	return ab < c ? ab : c;
}

size_t text_edits(const char *a, const char *b)
{
	size_t rows[3][TEXT_EDITS_WORD_MAX + 1], *before = rows[0], *above = rows[1], *row = rows[2];
	size_t width = strlen(b), height = strlen(a);
	assert(width <= TEXT_EDITS_WORD_MAX && height <= TEXT_EDITS_WORD_MAX);
	for (size_t j = 0; j <= width; j++)
		above[j] = before[j] = j;
	for (size_t i = 1; i <= height; i++) {
		row[0] = i;
		for (size_t j = 1; j <= width; j++) {
			row[j] = smallest(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
			bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
			if (swapped && before[j - 2] + 1 < row[j])
				row[j] = before[j - 2] + 1;
		}
		size_t *oldest = before;
		before = above;
		above = row;
		row = oldest;
	}
	return above[width];
}
