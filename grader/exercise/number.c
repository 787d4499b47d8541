#include "exercise/number.h"

#include <locale.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const __int128 FAR_AWAY = (__int128)1 << 100;

/* strtod with the C locale's point, whatever locale the program has. */
static double convert(const char *text)
{
	locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	locale_t before = uselocale(plain);
	double real = strtod(text, NULL);
	uselocale(before);
	freelocale(plain);
	return real;
}

static size_t skip(const char **text, const char *set)
{
	size_t length = strspn(*text, set);
	*text += length;
	return length;
}

/* An exponent, if there is one; false if it has no digits. */
static bool skip_exponent(const char **text, const char *marks)
{
	if (**text == '\0' || strchr(marks, **text) == NULL)
		return true;
	(*text)++;
	*text += **text == '+' || **text == '-';
	return skip(text, "0123456789") > 0;
}

static __int128 whole_of(const char *digits, size_t length, int base)
{
	__int128 whole = 0;
	for (size_t i = 0; i < length && whole < FAR_AWAY; i++) {
		int letter = (digits[i] | 0x20) - 'a' + 10;
		whole = whole * base + (digits[i] <= '9' ? digits[i] - '0' : letter);
	}
	return whole;
}

/* How integers and floats of one base are written. */
struct notation {
	const char *prefix;
	int base;
	const char *digits;
	const char *exponent; /* its marks; NULL: no floats */
	bool point_wants_exponent;
};

static const struct notation notations[] = {
	{"0x", 16, "0123456789abcdefABCDEF", "pP", true},
	{"0o", 8, "01234567", NULL, false},
	{"", 10, "0123456789", "eE", false},
};

static bool match(const struct notation *notation, const char *text, struct number *number)
{
	const char *at = text + strlen(notation->prefix);
	const char *first = at;
	size_t digits = skip(&at, notation->digits);
	number->is_whole = *at == '\0';
	if (number->is_whole)
		number->whole = whole_of(first, digits, notation->base);
	size_t length = digits;
	bool point = *at == '.';
	if (point) {
		at++;
		length += skip(&at, notation->digits);
	}
	const char *mark = at;
	if (length == 0 || (*at != '\0' && notation->exponent == NULL) ||
	    (*at != '\0' && !skip_exponent(&at, notation->exponent)) || *at != '\0')
		return false;
	return number->is_whole || !point || !notation->point_wants_exponent || mark != at;
}

/* Has the mantissa a digit other than 0? */
static bool nonzero(const struct notation *notation, const char *text)
{
	text += strlen(notation->prefix);
	text += strspn(text, "0.");
	return *text != '\0' && strchr(notation->digits, *text) != NULL;
}

static void judge(const struct notation *notation, const char *text, struct number *number)
{
	float real = (float)number->real;
	if (isinf(real))
		number->fit = NUMBER_OVERFLOWS;
	else if (real == 0 && nonzero(notation, text))
		number->fit = NUMBER_UNDERFLOWS;
}

static bool special(const char *text, bool has_sign, struct number *number)
{
	static const struct {
		const char *word;
		float real;
	} words[] = {
		{"nan", NAN},	   {".nan", NAN},      {".NaN", NAN},	   {".NAN", NAN},
		{"inf", INFINITY}, {".inf", INFINITY}, {".Inf", INFINITY}, {".INF", INFINITY},
	};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(text, words[i].word) == 0 && !(has_sign && isnan(words[i].real))) {
			number->real = words[i].real;
			return true;
		}
	return false;
}

bool number_parse(const char *text, struct number *number)
{
	*number = (struct number){.fit = NUMBER_FITS};
	bool negative = *text == '-';
	bool has_sign = negative || *text == '+';
	text += has_sign;
	bool found = special(text, has_sign, number);
	for (size_t i = 0; !found && i < sizeof(notations) / sizeof(notations[0]); i++) {
		const struct notation *notation = &notations[i];
		if (strncmp(text, notation->prefix, strlen(notation->prefix)) != 0)
			continue;
		if (!match(notation, text, number))
			return false;
		number->real = notation->exponent == NULL ? (double)number->whole : convert(text);
		judge(notation, text, number);
		found = true;
	}
	if (negative) {
		number->real = -number->real;
		number->whole = -number->whole;
	}
	return found;
}

const char *number_print(__int128 whole, char *digits)
{
	unsigned __int128 rest = whole < 0 ? -(unsigned __int128)whole : (unsigned __int128)whole;
	char *at = digits + NUMBER_DIGITS;
	*--at = '\0';
	do {
		*--at = (char)('0' + (int)(rest % 10));
		rest /= 10;
	} while (rest != 0);
	if (whole < 0)
		*--at = '-';
	return memmove(digits, at, (size_t)(digits + NUMBER_DIGITS - at));
}
