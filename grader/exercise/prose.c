#include "exercise/prose.h"

#include <string.h>

enum { INDENT_MAX = 3 /* what is indented more is code */, FENCE = 3 };

static bool is_fence(const char *line)
{
	return strspn(line, "`") >= FENCE || strspn(line, "~") >= FENCE;
}

/* With a bar at its end, or in the next line, too: else it may begin with the magnitude of something. */
static bool is_row(const char *line)
{
	const size_t length = strcspn(line, "\n");
	const char *next = line + length + (line[length] != '\0');
	size_t end = length;
	while (end > 0 && line[end - 1] == ' ')
		end--;
	return line[0] == '|' && ((end > 1 && line[end - 1] == '|') || next[strspn(next, " ")] == '|');
}

/* The first row of a table, behind what it is indented by; NULL if there is none. */
static const char *find(const char *markdown)
{
	bool is_code = false;
	for (const char *line = markdown; *line != '\0'; line += *line != '\0') {
		const size_t indent = strspn(line, " ");
		if (indent <= INDENT_MAX && is_fence(line + indent))
			is_code = !is_code;
		else if (indent <= INDENT_MAX && !is_code && is_row(line + indent))
			return line + indent;
		line += strcspn(line, "\n");
	}
	return NULL;
}

/* Does the line of the file, which ends there, hold those words, and nothing before them but blanks? */
static bool holds(const char *line, const char *end, size_t indent, const char *words, size_t length)
{
	return (size_t)(end - line) >= indent + length && memcmp(line + indent, words, length) == 0;
}

struct place prose_table(const char *markdown, struct place from, const char *data, size_t length)
{
	const char *words = find(markdown), *last = data + length;
	struct place place = {from.file, 1, 0};
	if (words == NULL)
		return (struct place){0};
	const size_t n_words = strcspn(words, "\n");
	for (const char *line = data, *end; line < last; line = end + 1, place.line++) {
		end = memchr(line, '\n', (size_t)(last - line));
		end = end == NULL ? last : end;
		size_t indent = 0;
		while (line + indent < end && line[indent] == ' ')
			indent++;
		place.column = indent + 1;
		if (place.line >= from.line && holds(line, end, indent, words, n_words))
			return place;
	}
	return from;
}
