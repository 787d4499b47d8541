#include "commands/setting.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/place.h"
#include "core/text.h"

__attribute__((format(printf, 2, 0))) static void say(const char *severity, const char *format, va_list arguments)
{
	TEXT_SCOPED struct text raw = {0};
	TEXT_SCOPED struct text visible = {0};
	text_add_list(&raw, format, arguments);
	text_add_visible(&visible, text_string(&raw), raw.length);
	fprintf(stderr, "grader: %s: %s\n", severity, text_string(&visible));
}

void complain(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	say("error", format, arguments);
	va_end(arguments);
}

int complain_of(const struct text *why)
{
	complain("%s", text_string(why));
	return EXIT_HARNESS;
}

void warn(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	say("warning", format, arguments);
	va_end(arguments);
}

bool colour_on_stderr(void)
{
	return terminal_of(STDERR_FILENO).has_colour;
}

bool setting_asks_for(const struct options *options, const struct exercise *exercise)
{
	bool asked = options->n_only == 0;
	for (size_t i = 0; i < options->n_only; i++)
		asked |= strcmp(exercise->id, options->only[i]) == 0;
	return asked;
}

/* Is any exercise of its function asked for? */
static bool asks_around(const struct options *options, const struct catalogue *catalogue,
			const struct exercise *exercise)
{
	for (size_t e = 0; e < catalogue->count; e++)
		if (catalogue->exercises[e]->operation == exercise->operation &&
		    setting_asks_for(options, catalogue->exercises[e]))
			return true;
	return false;
}

/* Keeps the exercises that were asked for. False if one of them does not exist. */
static bool narrow(const struct options *options, bool around, struct arena *arena, struct catalogue *catalogue)
{
	const struct exercise **kept = arena_array(arena, catalogue->count, sizeof(struct exercise *));
	size_t count = 0;
	for (size_t i = 0; i < options->n_only; i++) {
		if (catalogue_find(catalogue, options->only[i]) != NULL)
			continue;
		complain("there is no exercise \"%s\"; `grader list` shows what there is", options->only[i]);
		return false;
	}
	for (size_t e = 0; e < catalogue->count; e++) {
		const struct exercise *exercise = catalogue->exercises[e];
		if (around ? asks_around(options, catalogue, exercise) : setting_asks_for(options, exercise))
			kept[count++] = exercise;
	}
	catalogue->exercises = kept;
	catalogue->count = count;
	return true;
}

static int load(const struct options *options, bool around, struct arena *arena, struct catalogue *catalogue)
{
	const char *path = options->exercises != NULL ? options->exercises : place_exercises(arena);
	if (path == NULL || access(path, F_OK) != 0) {
		complain(path == NULL ? "no exercises found: name their folder with --exercises"
				      : "there are no exercises at \"%s\"",
			 path);
		return EXIT_USAGE;
	}
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	bool whole = catalogue_load(&path, 1, arena, diagnostics, catalogue);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
	if (!whole)
		return EXIT_USAGE;
	if (catalogue->count == 0) {
		complain("no exercise in \"%s\"", path);
		return EXIT_USAGE;
	}
	return options->n_only == 0 || narrow(options, around, arena, catalogue) ? -1 : EXIT_USAGE;
}

int setting_catalogue(const struct options *options, struct arena *arena, struct catalogue *catalogue)
{
	return load(options, false, arena, catalogue);
}

int setting_catalogue_around(const struct options *options, struct arena *arena, struct catalogue *catalogue)
{
	return load(options, true, arena, catalogue);
}

int setting_course(const struct options *options, enum course_part part, struct arena *arena,
		   const struct course **course)
{
	const char *exercises = options->exercises != NULL ? options->exercises : place_exercises(arena);
	const char *path = exercises == NULL ? NULL : course_find(exercises, arena);
	*course = NULL;
	if (path == NULL)
		return -1;
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	*course = course_load(path, part, arena, diagnostics);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
	return *course != NULL ? -1 : EXIT_USAGE;
}

int setting_sandbox(const struct options *options, struct arena *arena, struct sandbox_options *sandbox)
{
	*sandbox = (struct sandbox_options){.mode = options->sandbox, .worker = place_worker(arena)};
	if (sandbox->worker != NULL)
		return -1;
	complain("the worker is missing: it belongs beside the grader, or below ../libexec/attention-gym");
	return EXIT_HARNESS;
}
