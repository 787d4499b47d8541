/*
 * grader lint: every exercise loads, the reference agrees with what its author wrote, and its hidden cases catch
 * every mistake that they should and nothing that is right.
 */
#include <stdio.h>

#include "commands/command.h"
#include "commands/coverage.h"
#include "commands/json.h"
#include "commands/place.h"
#include "commands/setting.h"
#include "core/file.h"
#include "grading/audit.h"
#include "report/report.h"

/* What came of an audit. */
struct audited {
	struct catalogue catalogue;
	struct diagnostics *diagnostics;
	size_t n_records;
	struct coverage_record *records; /* of the exercises whose cases can be made */
};

static json_t *json_findings(const struct diagnostics *diagnostics)
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
	return findings;
}

static void print_json(const struct audited *audited)
{
	json_t *object = json_object(), *coverage = json_array();
	for (size_t i = 0; i < audited->n_records; i++)
		json_array_append_new(coverage, coverage_json(&audited->records[i]));
	json_object_set_new(object, "exercises", json_integer((json_int_t)audited->catalogue.count));
	json_object_set_new(object, "findings", json_findings(audited->diagnostics));
	json_object_set_new(object, "coverage", coverage);
	json_print(object);
}

static void print_text(const struct audited *audited, bool matrix, bool colour)
{
	TEXT_SCOPED struct text text = {0};
	const size_t count = audited->catalogue.count;
	const size_t errors = diagnostics_count(audited->diagnostics, SEVERITY_ERROR);
	const size_t warnings = diagnostics_count(audited->diagnostics, SEVERITY_WARNING);
	for (size_t i = 0; i < audited->n_records && matrix; i++)
		coverage_matrix(&text, colour, &audited->records[i]);
	coverage_table(&text, colour, audited->records, audited->n_records);
	text_add_format(&text, "%zu exercise%s read: %zu error%s, %zu warning%s\n", count, text_plural((double)count),
			errors, text_plural((double)errors), warnings, text_plural((double)warnings));
	diagnostics_print(audited->diagnostics, stderr, colour_on_stderr());
	fputs(text_string(&text), stdout);
}

static bool write_page(const struct audited *audited, const char *path)
{
	TEXT_SCOPED struct text page = {0}, why = {0};
	report_coverage_page(audited->records, audited->n_records, GRADER_VERSION, &page);
	const bool written = file_write(path, page.data, page.length, &why);
	if (!written)
		complain("%s", text_string(&why));
	return written;
}

static void audit(struct audited *audited, struct arena *arena)
{
	const struct catalogue *catalogue = &audited->catalogue;
	audited->records = arena_array(arena, catalogue->count, sizeof(*audited->records));
	for (size_t i = 0; i < catalogue->count; i++)
		audited->n_records += audit_exercise(catalogue->exercises[i], arena, audited->diagnostics,
						     &audited->records[audited->n_records]);
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
	struct audited audited = {.diagnostics = diagnostics};
	if (options->n_operands == 0 && usual == NULL) {
		complain("no exercises found: name a file or a folder");
		return EXIT_USAGE;
	}
	size_t n_paths = options->n_operands > 0 ? options->n_operands : 1;
	catalogue_load(paths, n_paths, arena, diagnostics, &audited.catalogue);
	const size_t count = audited.catalogue.count;
	audit(&audited, arena);
	if (options->json)
		print_json(&audited);
	else
		print_text(&audited, options->matrix || (options->n_operands == 1 && count == 1), options->colour);
	if (options->output != NULL && !write_page(&audited, options->output))
		return EXIT_HARNESS;
	const size_t errors = diagnostics_count(diagnostics, SEVERITY_ERROR);
	if (count == 0 && errors == 0)
		complain_empty(paths, n_paths);
	return errors > 0 || count == 0 ? EXIT_FINDINGS : EXIT_WELL;
}
