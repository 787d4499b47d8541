#include "core/diagnostic.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/list.h"
#include "core/text.h"

enum { EXCERPT_CHARACTERS = 160 };

struct diagnostics {
	struct arena *arena;
	struct diagnostic *list;
	size_t count;
	const char *file;   /* what is quoted, or NULL */
	const char *source; /* its text */
	size_t source_length;
	bool follows;
};

struct diagnostics *diagnostics_create(void)
{
	struct arena *arena = arena_create();
	struct diagnostics *diagnostics = arena_alloc(arena, sizeof(*diagnostics));
	diagnostics->arena = arena;
	return diagnostics;
}

void diagnostics_destroy(struct diagnostics *diagnostics)
{
	if (diagnostics != NULL)
		arena_destroy(diagnostics->arena);
}

void diagnostics_destroy_at(struct diagnostics **diagnostics)
{
	diagnostics_destroy(*diagnostics);
}

void diagnostics_quote(struct diagnostics *diagnostics, const char *file, const char *data, size_t length)
{
	diagnostics->file = arena_string(diagnostics->arena, file);
	diagnostics->source = arena_copy(diagnostics->arena, data, length);
	diagnostics->source_length = length;
}

void diagnostics_follow(struct diagnostics *diagnostics)
{
	diagnostics->follows = true;
}

/* The line of the quoted text that the place names, or NULL. */
static const char *find_line(const struct diagnostics *diagnostics, struct place place, size_t *length)
{
	if (place.file == NULL || place.line == 0 || diagnostics->file == NULL ||
	    strcmp(place.file, diagnostics->file) != 0)
		return NULL;
	const char *line = diagnostics->source, *end = line + diagnostics->source_length;
	for (size_t i = 1; i < place.line && line != NULL; i++) {
		line = memchr(line, '\n', (size_t)(end - line));
		line = line == NULL ? NULL : line + 1;
	}
	if (line == NULL || line == end)
		return NULL;
	const char *newline = memchr(line, '\n', (size_t)(end - line));
	*length = (size_t)((newline == NULL ? end : newline) - line);
	return line;
}

/* Characters that a terminal shows for a piece of text that was made visible: escapes are longer than one. */
static int count_shown(const char *data, size_t length)
{
	int count = 0;
	for (size_t i = 0; i < length; i++)
		count += ((unsigned char)data[i] & 0xc0) != 0x80;
	return count;
}

/*
 * The line that the place names, made safe to print and cut to a sensible length, character by character, so
 * that the caret can be put below the right one.
 */
static void quote_line(struct diagnostics *diagnostics, struct diagnostic *diagnostic)
{
	size_t length;
	const char *line = find_line(diagnostics, diagnostic->place, &length);
	diagnostic->caret = -1;
	if (line == NULL)
		return;
	TEXT_SCOPED struct text visible = {0};
	size_t column = 1, at = 0;
	for (;; column++) {
		if (column == diagnostic->place.column)
			diagnostic->caret = count_shown(text_string(&visible), visible.length);
		if (at >= length || column > EXCERPT_CHARACTERS)
			break;
		size_t step = utf8_character(line + at, length - at);
		step += step == 0;
		text_add_visible(&visible, line[at] == '\t' ? " " : line + at, step);
		at += step;
	}
	diagnostic->excerpt = arena_string(diagnostics->arena, text_string(&visible));
}

static struct diagnostic *append(struct diagnostics *diagnostics)
{
	diagnostics->list =
		list_extend(diagnostics->arena, diagnostics->list, diagnostics->count, sizeof(*diagnostics->list));
	return &diagnostics->list[diagnostics->count++];
}

static bool same_string(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Was this said before? A case that is made many times can be wrong in the same way each time. */
static bool said_before(const struct diagnostics *diagnostics, struct place place, const char *message)
{
	for (size_t i = diagnostics->count; i > 0; i--) {
		const struct diagnostic *old = &diagnostics->list[i - 1];
		if (old->place.line == place.line && old->place.column == place.column &&
		    same_string(old->place.file, place.file) && strcmp(old->message, message) == 0)
			return true;
	}
	return false;
}

void diagnostics_add(struct diagnostics *diagnostics, enum severity severity, struct place place, const char *format,
		     ...)
{
	TEXT_SCOPED struct text raw = {0};
	TEXT_SCOPED struct text visible = {0};
	va_list arguments;
	va_start(arguments, format);
	text_add_list(&raw, format, arguments);
	va_end(arguments);
	text_add_visible(&visible, text_string(&raw), raw.length);
	if (said_before(diagnostics, place, text_string(&visible)))
		return;
	struct diagnostic *diagnostic = append(diagnostics);
	*diagnostic = (struct diagnostic){
		.severity = severity,
		.place = {place.file == NULL ? NULL : arena_string(diagnostics->arena, place.file), place.line,
			  place.column},
		.message = arena_string(diagnostics->arena, text_string(&visible)),
		.follows = diagnostics->follows,
	};
	quote_line(diagnostics, diagnostic);
}

void diagnostics_merge(struct diagnostics *diagnostics, const struct diagnostics *more)
{
	for (size_t i = 0; i < more->count; i++) {
		const struct diagnostic *from = &more->list[i];
		if (said_before(diagnostics, from->place, from->message))
			continue;
		struct diagnostic *copy = append(diagnostics);
		*copy = *from;
		copy->message = arena_string(diagnostics->arena, from->message);
		if (from->place.file != NULL)
			copy->place.file = arena_string(diagnostics->arena, from->place.file);
		if (from->excerpt != NULL)
			copy->excerpt = arena_string(diagnostics->arena, from->excerpt);
	}
}

size_t diagnostics_count(const struct diagnostics *diagnostics, enum severity severity)
{
	size_t count = 0;
	for (size_t i = 0; i < diagnostics->count; i++)
		count += diagnostics->list[i].severity == severity;
	return count;
}

size_t diagnostics_total(const struct diagnostics *diagnostics)
{
	return diagnostics->count;
}

const struct diagnostic *diagnostics_get(const struct diagnostics *diagnostics, size_t index)
{
	return &diagnostics->list[index];
}

static void print_one(const struct diagnostic *diagnostic, FILE *stream, bool colour)
{
	static const struct {
		const char *name, *colour;
	} styles[] = {
		[SEVERITY_ERROR] = {"error", "\033[1;31m"},
		[SEVERITY_WARNING] = {"warning", "\033[1;35m"},
		[SEVERITY_NOTE] = {"note", "\033[1;36m"},
	};
	const struct place *place = &diagnostic->place;
	if (place->file != NULL) {
		TEXT_SCOPED struct text file = {0};
		text_add_visible(&file, place->file, strlen(place->file));
		fprintf(stream, "%s:", text_string(&file));
		if (place->line > 0)
			fprintf(stream, "%zu:", place->line);
		if (place->column > 0)
			fprintf(stream, "%zu:", place->column);
		fputc(' ', stream);
	}
	fprintf(stream, "%s%s:%s %s\n", colour ? styles[diagnostic->severity].colour : "",
		styles[diagnostic->severity].name, colour ? "\033[0m" : "", diagnostic->message);
	if (diagnostic->excerpt == NULL)
		return;
	fprintf(stream, "%5zu | %s\n", place->line, diagnostic->excerpt);
	if (diagnostic->caret >= 0)
		fprintf(stream, "      | %*s%s^%s\n", diagnostic->caret, "", colour ? "\033[1;32m" : "",
			colour ? "\033[0m" : "");
}

/* Index of the first diagnostic about the same file; one that is about none stands for itself. */
static size_t find_first(const struct diagnostics *diagnostics, size_t index)
{
	const char *file = diagnostics->list[index].place.file;
	size_t first = 0;
	while (first < index && (file == NULL || diagnostics->list[first].place.file == NULL ||
				 strcmp(diagnostics->list[first].place.file, file) != 0))
		first++;
	return first;
}

struct position {
	size_t first; /* files in the order they came in */
	bool follows;
	size_t line, column;
	const struct diagnostic *diagnostic;
};

static bool precedes(const struct position *a, const struct position *b)
{
	if (a->first != b->first)
		return a->first < b->first;
	if (a->follows != b->follows)
		return b->follows;
	return a->line != b->line ? a->line < b->line : a->column < b->column;
}

void diagnostics_print(const struct diagnostics *diagnostics, FILE *stream, bool colour)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct position *sorted = arena_array(arena, diagnostics->count, sizeof(*sorted));
	for (size_t i = 0; i < diagnostics->count; i++) {
		const struct diagnostic *one = &diagnostics->list[i];
		struct position position = {find_first(diagnostics, i), one->follows, one->place.line,
					    one->place.column, one};
		size_t at = i;
		for (; at > 0 && precedes(&position, &sorted[at - 1]); at--)
			sorted[at] = sorted[at - 1];
		sorted[at] = position;
	}
	for (size_t i = 0; i < diagnostics->count; i++)
		print_one(sorted[i].diagnostic, stream, colour);
}
