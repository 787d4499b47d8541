/* Text: growing, and telling UTF-8 from what only looks like it. */
#include "core/text.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "suite.h"

static struct text text;

static void tear_down(void)
{
	text_release(&text);
}

START_TEST(a_text_that_holds_nothing_is_a_string)
{
	ck_assert_str_eq(text_string(&text), "");
	text_clear(&text);
	text_add_bytes(&text, NULL, 0);
	ck_assert_str_eq(text_string(&text), "");
	ck_assert_uint_eq(text.length, 0);
}
END_TEST

__attribute__((format(printf, 1, 2))) static void add_listed(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	text_add_list(&text, format, arguments);
	va_end(arguments);
}

START_TEST(adding)
{
	text_add(&text, "one");
	text_add_bytes(&text, "\0two", 4);
	text_add_format(&text, "%c%d", ' ', 3);
	add_listed("%s", "!");
	ck_assert_uint_eq(text.length, 10);
	ck_assert_mem_eq(text.data, "one\0two 3!\0", 11);
	text_clear(&text);
	ck_assert_str_eq(text_string(&text), "");
	text_add(&text, "again");
	ck_assert_str_eq(text_string(&text), "again");
	text_release(&text);
	ck_assert_ptr_null(text.data);
	ck_assert_uint_eq(text.length + text.capacity, 0);
}
END_TEST

START_TEST(growing)
{
	for (int i = 0; i < 20000; i++) {
		text_add_format(&text, "%05d", i);
		ck_assert_uint_gt(text.capacity, text.length);
		ck_assert_int_eq(text.data[text.length], '\0');
	}
	ck_assert_uint_eq(text.length, 100000);
	for (int i = 0; i < 20000; i += 997) {
		char digits[16];
		snprintf(digits, sizeof(digits), "%05d", i);
		ck_assert_mem_eq(text.data + (ptrdiff_t)5 * i, digits, 5);
	}
	text_add_format(&text, "%100000d", 1);
	ck_assert_uint_eq(text.length, 200000);
}
END_TEST

/* The encoding by the book, for every code point there is. */
static size_t encode(uint32_t point, char bytes[4])
{
	static const struct {
		uint32_t below;
		unsigned char lead;
	} lengths[] = {{0x80, 0}, {0x800, 0xc0}, {0x10000, 0xe0}, {0x200000, 0xf0}};
	size_t length = 0;
	while (point >= lengths[length].below)
		length++;
	for (size_t i = length; i > 0; i--, point >>= 6)
		bytes[i] = (char)(0x80 | (point & 0x3f));
	bytes[0] = (char)(lengths[length].lead | point);
	return length + 1;
}

START_TEST(every_code_point)
{
	for (uint32_t point = 0; point < 0x120000; point++) {
		char bytes[4];
		size_t length = encode(point, bytes);
		bool valid = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
		if (utf8_character(bytes, length) != (valid ? length : 0) || utf8_valid(bytes, length) != valid)
			ck_abort_msg("U+%04X", point);
		if (length > 1 && utf8_character(bytes, length - 1) != 0)
			ck_abort_msg("U+%04X cut short", point);
	}
}
END_TEST

START_TEST(broken_utf8)
{
	static const char *const broken[] = {
		"\x80",
		"\xbf",
		"\xc3",
		"\xc3(",
		"\xe2\x88",
		"\xe2(\x88",
		"\xe2\x88(",
		"\xf0\x9f\x90",
		"\xf0\x9f(\x90",
		"\xc0\x80",
		"\xc1\xbf",
		"\xe0\x80\x80",
		"\xe0\x9f\xbf",
		"\xf0\x80\x80\x80",
		"\xf0\x8f\xbf\xbf",
		"\xf4\x90\x80\x80",
		"\xf5\x80\x80\x80",
		"\xf8\x88\x80\x80",
		"\xfe",
		"\xff",
		"\xed\xa0\x80",
		"\xed\xbf\xbf",
		"\xc3\xc3",
		"\xc3\xe9",
		"\xe2\x88\xff",
		"\xf0\x9f\x90\xe7",
	};
	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
		size_t length = strlen(broken[i]);
		ck_assert_msg(utf8_character(broken[i], length) == 0, "number %zu", i);
		ck_assert_msg(!utf8_valid(broken[i], length), "number %zu", i);
	}
	ck_assert(utf8_valid("", 0));
	ck_assert(utf8_valid("a\xc3\xa9\xe2\x88\x9e\xf0\x9f\x90\xa7\0b", 12));
	ck_assert(!utf8_valid("abc\xff", 4));
	ck_assert_uint_eq(utf8_character("\xc3\xa9\xff", 3), 2);
}
END_TEST

static const char *visible(const char *data, size_t length)
{
	text_clear(&text);
	text_add_visible(&text, data, length);
	return text_string(&text);
}

START_TEST(controls_become_visible)
{
	ck_assert_str_eq(visible("plain \xc3\xa9\xf0\x9f\x90\xa7 ~", 14), "plain \xc3\xa9\xf0\x9f\x90\xa7 ~");
	ck_assert_str_eq(visible("\x1b[31m\r\n\t\0\x7f", 10), "\\u001b[31m\\u000d\\u000a\\u0009\\u0000\\u007f");
	ck_assert_str_eq(visible("\xc2\x9b"
				 "1m",
				 4),
			 "\\u009b1m");
	ck_assert_str_eq(visible("\xff\xfe", 2), "\\xff\\xfe");
	ck_assert_str_eq(visible("\xe2\x88", 2), "\\xe2\\x88");
	ck_assert_str_eq(visible("\xc3(", 2), "\\xc3(");
}
END_TEST

/* Unicode's Bidi_Control, the line and paragraph separators, and what has no width. */
START_TEST(text_cannot_be_turned_around)
{
	static const uint32_t points[] = {0x061c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a,  0x202b, 0x202c, 0x202d,
					  0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff,  0x00ad, 0x180e, 0x200b,
					  0x200c, 0x200d, 0x2060, 0x2064, 0xfff9, 0xe0001, 0xe007f};
	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
		char bytes[4], escape[16];
		size_t length = encode(points[i], bytes);
		snprintf(escape, sizeof(escape), "\\u%04x", points[i]);
		ck_assert_str_eq(visible(bytes, length), escape);
		ck_assert(utf8_hidden(bytes, length));
	}
	ck_assert(!utf8_hidden("\xc2\xac", 2));			      /* a not sign, before the soft hyphen */
	ck_assert_str_eq(visible("\xe2\x80\x90", 3), "\xe2\x80\x90"); /* a hyphen, between them */
}
END_TEST

/* Whatever goes in: what comes out is UTF-8 that obeys nobody. */
START_TEST(visible_is_always_harmless)
{
	uint32_t state = 1;
	for (int round = 0; round < 20000; round++) {
		char bytes[16];
		for (size_t i = 0; i < sizeof(bytes); i++) {
			state = state * 1664525 + 1013904223;
			bytes[i] = (char)(state >> 24);
		}
		visible(bytes, sizeof(bytes));
		ck_assert(utf8_valid(text.data, text.length));
		for (size_t i = 0; i < text.length; i++)
			ck_assert((unsigned char)text.data[i] >= 0x20 && text.data[i] != 0x7f);
	}
}
END_TEST

START_TEST(words_are_one_blank_apart)
{
	text_add_words(&text, "  as\n they\t \nwere ");
	ck_assert_str_eq(text_string(&text), "as they were ");
	text_add_words(&text, " said");
	ck_assert_str_eq(text_string(&text), "as they were said");
	text_add(&text, "\n");
	text_add_words(&text, " \n");
	ck_assert_str_eq(text_string(&text), "as they were said\n");
}
END_TEST

START_TEST(one_is_singular)
{
	ck_assert_str_eq(text_plural(1), "");
	ck_assert_str_eq(text_plural(0), "s");
	ck_assert_str_eq(text_plural(2), "s");
	ck_assert_str_eq(text_plural(0.5), "s");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		a_text_that_holds_nothing_is_a_string,
		one_is_singular,
		words_are_one_blank_apart,
		adding,
		growing,
		every_code_point,
		broken_utf8,
		controls_become_visible,
		text_cannot_be_turned_around,
		visible_is_always_harmless,
	};
	return SUITE_RUN("core: text", tests, NULL, tear_down);
}
