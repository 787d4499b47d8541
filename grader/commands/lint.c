/* grader lint: every exercise loads, and the reference agrees with what its author wrote. */
#include <stdio.h>

#include "commands/command.h"
#include "commands/json.h"
#include "commands/place.h"
#include "commands/setting.h"
#include "grading/audit.h"

static void print_json(const struct diagnostics *diagnostics, const struct catalogue *catalogue)
{
	static const char *const severities[] = {
		[SEVERITY_ERROR] = "error", [SEVERITY_WARNING] = "warning", [SEVERITY_NOTE] = "note"};
	json_t *findings = json_array();
	for (size_t i = 0; i < diagnostics_total(diagnostics); i++) {
		const struct diagnostic *diagnostic = diagnostics_get(diagnostics, i);
		json_t *object = json_object();
		json_object_set_new(object, "severity", json_string(severities[diagnostic->severity]));
		json_object_set_new(object, "file",
				    diagnostic->place.file == NULL ? json_null() : json_text(diagnostic->place.file));
		json_object_set_new(object, "line", json_integer((json_int_t)diagnostic->place.line));
		json_object_set_new(object, "column", json_integer((json_int_t)diagnostic->place.column));
		json_object_set_new(object, "message", json_text(diagnostic->message));
		json_array_append_new(findings, object);
	}
	json_t *object = json_object();
	json_object_set_new(object, "exercises", json_integer((json_int_t)catalogue->count));
	json_object_set_new(object, "findings", findings);
	json_print(object);
}

static void audit(const struct catalogue *catalogue, struct diagnostics *diagnostics)
{
	ARENA_SCOPED struct arena *scratch = arena_create();
	for (size_t i = 0; i < catalogue->count; i++)
		audit_exercise(catalogue->exercises[i], scratch, diagnostics);
}

/* A file that is not read has an error; a folder may hold nothing, and then nothing was found wrong. */
static void complain_empty(const char *const *paths, size_t n_paths)
{
	for (size_t i = 0; i < n_paths; i++)
		complain("no exercise in \"%s\": files called *.yaml are wanted", paths[i]);
}

int command_lint(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const char *usual = place_exercises(arena);
	const char *const *paths = options->n_operands > 0 ? options->operands : &usual;
	struct catalogue catalogue = {0};
	if (options->n_operands == 0 && usual == NULL) {
		complain("no exercises found: name a file or a folder");
		return EXIT_USAGE;
	}
	size_t n_paths = options->n_operands > 0 ? options->n_operands : 1;
	catalogue_load(paths, n_paths, arena, diagnostics, &catalogue);
	audit(&catalogue, diagnostics);
	if (options->json)
		print_json(diagnostics, &catalogue);
	else
		diagnostics_print(diagnostics, stderr, colour_on_stderr());
	size_t errors = diagnostics_count(diagnostics, SEVERITY_ERROR);
	size_t warnings = diagnostics_count(diagnostics, SEVERITY_WARNING);
	if (catalogue.count == 0 && errors == 0)
		complain_empty(paths, n_paths);
	if (!options->json)
		printf("%zu exercise%s read: %zu error%s, %zu warning%s\n", catalogue.count,
		       text_plural((double)catalogue.count), errors, text_plural((double)errors), warnings,
		       text_plural((double)warnings));
	return errors > 0 || catalogue.count == 0 ? EXIT_FINDINGS : EXIT_WELL;
}
