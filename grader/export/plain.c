#include "export/plain.h"

#include <string.h>

/* U+FFFE and U+FFFF in UTF-8, but for their last bit. */
static bool is_no_character(const char *at, size_t length)
{
	return length == 3 && memcmp(at, "\xef\xbf", 2) == 0 && ((unsigned char)at[2] & 0xfe) == 0xbe;
}

static bool is_forbidden(const char *at, size_t length)
{
	const unsigned char first = (unsigned char)*at;
	return length == 0 || first == 0x7f || (first < 0x20 && strchr("\t\n\r", first) == NULL) ||
	       is_no_character(at, length);
}

void plain_add(struct text *out, const char *string)
{
	for (size_t left = strlen(string); left > 0;) {
		size_t length = utf8_character(string, left);
		size_t step = length == 0 ? 1 : length;
		if (!is_forbidden(string, length))
			text_add_bytes(out, string, length);
		else
			for (size_t i = 0; i < step; i++)
				text_add_format(out, "\\x%02x", (unsigned char)string[i]);
		string += step;
		left -= step;
	}
}

void plain_add_number(struct text *out, double number)
{
	text_add_format(out, "%.15g", number);
}
