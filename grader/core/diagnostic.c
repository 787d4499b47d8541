#include "core/diagnostic.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/text.h"

enum { EXCERPT_CHARACTERS = 160 };

struct diagnostics {
	struct arena *arena;
	struct diagnostic *list;
	size_t count, capacity;
	const char *file;   /* what is quoted, or NULL */
	const char *source; /* its text */
	size_t source_length;
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

/* The line that the place names, made safe to print and cut to a sensible length; NULL if there is none. */
static const char *excerpt(struct diagnostics *diagnostics, struct place place)
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
	size_t length = (size_t)((newline == NULL ? end : newline) - line);
	char *copy = arena_copy(diagnostics->arena, line, length);
	for (char *tab = copy; (tab = strchr(tab, '\t')) != NULL;)
		*tab = ' ';
	TEXT_SCOPED struct text visible = {0};
	text_add_visible(&visible, copy, length < EXCERPT_CHARACTERS ? length : EXCERPT_CHARACTERS);
	return arena_string(diagnostics->arena, text_string(&visible));
}

static struct diagnostic *append(struct diagnostics *diagnostics)
{
	if (diagnostics->count == diagnostics->capacity) {
		size_t capacity = diagnostics->capacity == 0 ? 16 : diagnostics->capacity * 2;
		struct diagnostic *list = arena_array(diagnostics->arena, capacity, sizeof(*list));
		if (diagnostics->count > 0)
			memcpy(list, diagnostics->list, diagnostics->count * sizeof(*list));
		diagnostics->list = list;
		diagnostics->capacity = capacity;
	}
	return &diagnostics->list[diagnostics->count++];
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
	*append(diagnostics) = (struct diagnostic){
		.severity = severity,
		.place = {place.file == NULL ? NULL : arena_string(diagnostics->arena, place.file), place.line,
			  place.column},
		.message = arena_string(diagnostics->arena, text_string(&visible)),
		.excerpt = excerpt(diagnostics, place),
	};
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
	if (place->column > 0 && place->column <= EXCERPT_CHARACTERS)
		fprintf(stream, "      | %*s%s^%s\n", (int)place->column - 1, "", colour ? "\033[1;32m" : "",
			colour ? "\033[0m" : "");
}

/* By place within one file; different files keep the order they came in. */
static bool precedes(const struct place *a, const struct place *b)
{
	if (a->file == NULL || b->file == NULL || strcmp(a->file, b->file) != 0)
		return false;
	return a->line != b->line ? a->line < b->line : a->column < b->column;
}

void diagnostics_print(const struct diagnostics *diagnostics, FILE *stream, bool colour)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct diagnostic **sorted = arena_array(arena, diagnostics->count, sizeof(struct diagnostic *));
	for (size_t i = 0; i < diagnostics->count; i++) {
		size_t at = i;
		for (; at > 0 && precedes(&diagnostics->list[i].place, &sorted[at - 1]->place); at--)
			sorted[at] = sorted[at - 1];
		sorted[at] = &diagnostics->list[i];
	}
	for (size_t i = 0; i < diagnostics->count; i++)
		print_one(sorted[i], stream, colour);
}
