#include "commands/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

enum { WIDTH = 80, NARROWEST = 20, WIDEST = 400 };

/* Says the locale that the environment asks for that text is UTF-8? */
static bool is_utf8(void)
{
	locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
	if (locale == (locale_t)0)
		return false;
	bool is = strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
	freelocale(locale);
	return is;
}

static bool has_value(const char *name)
{
	const char *value = getenv(name);
	return value != NULL && *value != '\0';
}

static size_t width_of(int descriptor)
{
	struct winsize size;
	if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
		return WIDTH;
	return size.ws_col < NARROWEST ? NARROWEST : size.ws_col > WIDEST ? WIDEST : size.ws_col;
}

struct terminal terminal_of(int descriptor)
{
	const char *kind = getenv("TERM");
	const bool is_live = isatty(descriptor) && kind != NULL && strcmp(kind, "dumb") != 0;
	return (struct terminal){
		.width = isatty(descriptor) ? width_of(descriptor) : WIDTH,
		.is_live = is_live,
		.has_colour = is_live && !has_value("NO_COLOR"),
		.has_signs = is_utf8(),
	};
}

const char *terminal_sign(const struct terminal *terminal, enum sign sign)
{
	static const struct {
		const char *utf8, *ascii;
	} signs[SIGN_COUNT] = {
		[SIGN_FUTURE] = {"·", "."},
		[SIGN_CUT] = {"…", "~"},
		[SIGN_FULL] = {"█", "#"},
	};
	return terminal->has_signs ? signs[sign].utf8 : signs[sign].ascii;
}

void terminal_paint(struct text *text, bool colour, enum paint paint, const char *string)
{
	static const char *const codes[] = {
		[PAINT_PLAIN] = "",	   [PAINT_GOOD] = "\033[32m",  [PAINT_BAD] = "\033[31m",
		[PAINT_FAINT] = "\033[2m", [PAINT_STRONG] = "\033[1m",
	};
	text_add(text, colour ? codes[paint] : "");
	text_add_visible(text, string, strlen(string));
	text_add(text, colour && paint != PAINT_PLAIN ? "\033[0m" : "");
}

void terminal_verdict(struct text *text, bool colour, enum verdict verdict)
{
	enum paint paint = verdict_is_right(verdict) || verdict == VERDICT_GRADED ? PAINT_GOOD : PAINT_BAD;
	terminal_paint(text, colour, paint, verdict_name(verdict));
}

/* ---- columns ---- */

static bool is_ascii(const char *string, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)string[i] >= 0x80)
			return false;
	return true;
}

/* Bytes of the longest beginning that takes at most `columns`, of which it tells how many it takes. */
static size_t measure(const char *string, size_t length, size_t *columns)
{
	const size_t room = *columns;
	mbstate_t state = {0};
	size_t at = 0;
	*columns = 0;
	while (at < length) {
		wchar_t wide;
		size_t step = mbrtowc(&wide, string + at, length - at, &state);
		int takes = step == 0 || step > length - at ? 1 : wcwidth(wide);
		if (step == 0 || step > length - at) {
			step = 1;
			state = (mbstate_t){0};
		}
		if (*columns + (size_t)(takes < 0 ? 1 : takes) > room)
			break;
		*columns += (size_t)(takes < 0 ? 1 : takes);
		at += step;
	}
	return at;
}

/* The same where characters are UTF-8, whatever the locale; without such a one they count as bytes. */
static size_t measure_utf8(const char *string, size_t length, size_t *columns)
{
	locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	if (utf8 == (locale_t)0)
		return measure(string, length, columns);
	locale_t before = uselocale(utf8);
	size_t bytes = measure(string, length, columns);
	uselocale(before);
	freelocale(utf8);
	return bytes;
}

size_t terminal_columns(const char *string, size_t length)
{
	TEXT_SCOPED struct text visible = {0};
	size_t columns = SIZE_MAX;
	text_add_visible(&visible, string, length);
	if (is_ascii(text_string(&visible), visible.length))
		return visible.length;
	measure_utf8(visible.data, visible.length, &columns);
	return columns;
}

void terminal_fit(struct text *text, const struct terminal *terminal, enum paint paint, const char *string,
		  size_t columns)
{
	TEXT_SCOPED struct text visible = {0}, fitted = {0};
	text_add_visible(&visible, string, strlen(string));
	const bool cut = terminal_columns(text_string(&visible), visible.length) > columns;
	size_t taken = columns - (cut && columns > 0);
	text_add_bytes(&fitted, text_string(&visible), measure_utf8(text_string(&visible), visible.length, &taken));
	text_add(&fitted, cut && columns > 0 ? terminal_sign(terminal, SIGN_CUT) : "");
	taken += cut && columns > 0;
	terminal_paint(text, terminal->has_colour, paint, text_string(&fitted));
	text_add_format(text, "%*s", (int)(columns - taken), "");
}

size_t terminal_cut(struct text *text, const struct terminal *terminal, enum paint paint, const char *string)
{
	const size_t columns = terminal_columns(string, strlen(string)), room = terminal_room(terminal);
	const size_t taken = columns < room ? columns : room;
	terminal_fit(text, terminal, paint, string, taken);
	return taken;
}

/* Lines that are full of a word too long for one, and what is left of it; a path stays whole, to be copied. */
static const char *break_word(struct text *text, const char *word, size_t indent, size_t width)
{
	const size_t room = width > indent ? width - indent : 0;
	if (room == 0 || strchr(word, '/') != NULL)
		return word;
	while (terminal_columns(word, strlen(word)) > room) {
		size_t columns = room;
		const size_t bytes = measure_utf8(word, strlen(word), &columns);
		if (bytes == 0)
			break;
		text_add_format(text, "%*s%.*s\n", (int)indent, "", (int)bytes, word);
		word += bytes;
	}
	return word;
}

void terminal_wrap(struct text *text, const char *words, size_t indent, size_t width)
{
	size_t column = 0;
	while (*words != '\0') {
		size_t length = strcspn(words, " \n");
		TEXT_SCOPED struct text word = {0};
		text_add_visible(&word, words, length);
		size_t wide = terminal_columns(text_string(&word), word.length);
		if (column > 0 && column + 1 + wide > width) {
			text_add(text, "\n");
			column = 0;
		}
		if (length > 0) {
			const char *rest =
				column == 0 ? break_word(text, text_string(&word), indent, width) : text_string(&word);
			wide = terminal_columns(rest, strlen(rest));
			text_add_format(text, "%*s%s", column == 0 ? (int)indent : 1, "", rest);
			column = column == 0 ? indent + wide : column + 1 + wide;
		}
		words += length;
		words += strspn(words, " \n");
	}
	text_add(text, "\n");
}

size_t terminal_room(const struct terminal *terminal)
{
	return terminal->is_live ? terminal->width : SIZE_MAX;
}

/* Columns of what is visible already: what is coloured takes none for its colour. */
static size_t coloured_columns(const char *string, size_t length)
{
	TEXT_SCOPED struct text plain = {0};
	for (size_t i = 0; i < length; i++) {
		if (string[i] == '\033')
			i += strcspn(string + i, "m");
		else
			text_add_bytes(&plain, string + i, 1);
	}
	return terminal_columns(text_string(&plain), plain.length);
}

/* One line, without its end. Words stay whole, to be copied. */
static void fold(struct text *text, const char *line, size_t length, size_t width)
{
	enum { DEEPER = 4 };
	const size_t below = strspn(line, " ") + DEEPER;
	size_t column = 0;
	for (size_t at = 0, blanks, word; at < length; at += blanks + word) {
		blanks = strspn(line + at, " ");
		word = strcspn(line + at + blanks, " \n");
		const size_t wide = coloured_columns(line + at + blanks, word);
		const bool goes_below = at > 0 && column + blanks + wide > width;
		text_add(text, goes_below ? "\n" : "");
		text_add_format(text, "%*s", (int)(goes_below ? below : blanks), "");
		text_add_bytes(text, line + at + blanks, word);
		column = (goes_below ? below : column + blanks) + wide;
	}
}

void terminal_print(const struct terminal *terminal, const struct text *lines)
{
	const size_t width = terminal_room(terminal);
	TEXT_SCOPED struct text folded = {0};
	for (const char *line = text_string(lines); *line != '\0';) {
		const size_t length = strcspn(line, "\n");
		fold(&folded, line, length, width);
		text_add(&folded, line[length] == '\n' ? "\n" : "");
		line += length + (line[length] == '\n');
	}
	fputs(text_string(&folded), stdout);
}

/* Is one of the words a path, which stays whole, that needs more columns? */
static bool has_longer_path(const char *words, size_t columns)
{
	for (size_t length; *words != '\0'; words += length + strspn(words + length, " \n")) {
		length = strcspn(words, " \n");
		if (memchr(words, '/', length) != NULL && terminal_columns(words, length) > columns)
			return true;
	}
	return false;
}

void terminal_hang(struct text *text, const struct terminal *terminal, const char *words, size_t columns)
{
	enum { LEAST = 20, INDENT = 8 };
	TEXT_SCOPED struct text lines = {0};
	const size_t width = terminal_room(terminal);
	const bool is_beside = width >= columns + LEAST && !has_longer_path(words, width - columns);
	terminal_wrap(&lines, words, is_beside ? columns : INDENT, width);
	text_add(text, is_beside ? "" : "\n");
	text_add(text, text_string(&lines) + (is_beside && lines.length > columns ? columns : 0));
}

void terminal_entry(struct text *text, const struct terminal *terminal, const char *lead, const char *words)
{
	text_add(text, lead);
	terminal_hang(text, terminal, words, strlen(lead));
}

void terminal_lead(struct text *text, const struct terminal *terminal, enum paint paint, const char *lead,
		   const char *words)
{
	TEXT_SCOPED struct text all = {0}, lines = {0};
	text_add_format(&all, "%s%s", lead, words);
	terminal_wrap(&lines, text_string(&all), 0, terminal->width);
	terminal_paint(text, terminal->has_colour, paint, lead);
	text_add(text, text_string(&lines) + strlen(lead));
}
