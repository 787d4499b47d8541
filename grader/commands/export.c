/*
 * grader export: the scores as other programs read them, from what the gradebook holds. A format that has a document
 * for each student writes them below a folder, or one of them.
 */
#include "export/export.h"

#include <errno.h>
#include <stdio.h>

#include "commands/command.h"
#include "commands/setting.h"
#include "core/file.h"
#include "store/store.h"

static int read_course(const struct options *options, struct arena *arena, struct course_record *course)
{
	TEXT_SCOPED struct text why = {0};
	struct store *store = store_open(options->database, STORE_READ, &why);
	bool read = store != NULL && store_course(store, options->student, arena, course, &why);
	if (store != NULL)
		store_close(store);
	if (!read) {
		complain("%s", text_string(&why));
		return EXIT_HARNESS;
	}
	if (options->student == NULL || course->n_students > 0)
		return -1;
	complain("there is no student \"%s\" in \"%s\"", options->student, options->database);
	return EXIT_USAGE;
}

static int read_roster(const struct options *options, struct arena *arena, const struct export *export,
		       struct roster *roster)
{
	if (options->roster == NULL)
		return -1;
	if (!roster_read(options->roster, arena, export->diagnostics, roster))
		return EXIT_FINDINGS;
	roster_warn(roster, export->course, export->diagnostics);
	return -1;
}

static bool print(const struct text *document, struct text *why)
{
	if (fwrite(text_string(document), 1, document->length, stdout) == document->length && fflush(stdout) == 0)
		return true;
	text_add_format(why, "cannot write the export: %s", file_error(errno));
	return false;
}

static int write_one(const struct options *options, const struct export_format *format, const struct export *export)
{
	TEXT_SCOPED struct text document = {0}, why = {0};
	if (!format->add(export, &document))
		return EXIT_HARNESS;
	bool written = options->output == NULL ? print(&document, &why)
					       : file_write(options->output, document.data, document.length, &why);
	if (!written)
		complain("%s", text_string(&why));
	return written ? EXIT_WELL : EXIT_HARNESS;
}

static int write_each(const struct options *options, const struct export_format *format, const struct export *export)
{
	TEXT_SCOPED struct text why = {0};
	if (options->output == NULL) {
		complain("%s has a file for each student: name a folder with --output, or one with --student",
			 format->name);
		return EXIT_USAGE;
	}
	if (!export_write(format, export, options->output, &why)) {
		complain("%s", text_string(&why));
		return EXIT_HARNESS;
	}
	return diagnostics_count(export->diagnostics, SEVERITY_ERROR) == 0 ? EXIT_WELL : EXIT_HARNESS;
}

static int write_export(const struct options *options, struct diagnostics *diagnostics)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct export_format *format = export_find(options->format);
	struct course_record course;
	struct roster roster = {0};
	const struct export export = {
		.course = &course, .roster = &roster, .total = options->total, .diagnostics = diagnostics};
	int status = read_course(options, arena, &course);
	if (status < 0)
		status = read_roster(options, arena, &export, &roster);
	if (status >= 0)
		return status;
	return format->per_student && options->student == NULL ? write_each(options, format, &export)
							       : write_one(options, format, &export);
}

int command_export(const struct options *options)
{
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	if (options->format == NULL) {
		complain("which format? name it with --format");
		return EXIT_USAGE;
	}
	int status = write_export(options, diagnostics);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
	return status;
}
