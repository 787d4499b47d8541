/*
 * grader export: the scores as other programs read them, from what the gradebook holds. A format that has a document
 * for each student writes them below a folder, or one of them.
 */
#include "export/export.h"

#include <errno.h>
#include <stdio.h>

#include "commands/command.h"
#include "commands/gradebook.h"
#include "commands/setting.h"
#include "core/disclosure.h"
#include "core/file.h"
#include "core/roster.h"

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
	if (!export_write(format, export, options->output, &why))
		return complain_of(&why);
	return diagnostics_count(export->diagnostics, SEVERITY_ERROR) == 0 ? EXIT_WELL : EXIT_HARNESS;
}

/* Scores that are there are of an earlier hand-in, and nobody earned a 0. */
static void warn_of_faults(const struct course_record *course)
{
	const char *first = NULL;
	size_t count = 0;
	for (size_t i = course->n_students; i-- > 0;) {
		if (course->students[i].fault == NULL)
			continue;
		first = course->students[i].name;
		count++;
	}
	if (count > 0)
		warn("the latest hand-in of %zu student%s could not be graded, the first of \"%s\": grade again; until "
		     "then there is no score, or that of the hand-in before",
		     count, text_plural((double)count), first);
}

static int write_export(const struct options *options, struct diagnostics *diagnostics)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct export_format *format = export_find(options->format);
	static const struct roster nobody;
	struct course_record course;
	struct export export = {
		.course = &course, .roster = &nobody, .total = options->total, .diagnostics = diagnostics};
	const int status = gradebook_read(options, arena, diagnostics, &course);
	if (status >= 0)
		return status;
	warn_of_faults(&course);
	roster_drop_seconds(&course, arena);
	if (options->student != NULL && course.n_students == 0) {
		complain("what \"%s\" handed in is in no export: name the id with --student", options->student);
		return EXIT_USAGE;
	}
	if (course.roster != NULL)
		export.roster = course.roster;
	if (format->for_students)
		course = disclosure_course(&course, arena);
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
