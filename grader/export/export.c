#include "export/export.h"

#include <string.h>

#include "core/file.h"
#include "core/file_name.h"
#include "export/formats.h"

const struct export_format export_formats[] = {
	{"csv", false, false, csv_add_wide, NULL},
	{"csv-long", false, false, csv_add_long, NULL},
	{"canvas", false, false, canvas_add, NULL},
	{"moodle", false, true, moodle_add, NULL},
	{"gradescope", true, false, gradescope_add, gradescope_furnish},
	{"junit", false, true, junit_add, NULL},
	{"json", false, false, json_add, NULL},
};

const size_t export_format_count = sizeof(export_formats) / sizeof(export_formats[0]);

const struct export_format *export_find(const char *name)
{
	for (size_t i = 0; i < export_format_count; i++)
		if (strcmp(export_formats[i].name, name) == 0)
			return &export_formats[i];
	return NULL;
}

static bool write_document(const char *directory, const char *student, const struct text *document, struct text *why)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/results/", directory);
	file_name_add(&path, student);
	if (!directory_create(text_string(&path), why))
		return false;
	text_add(&path, "/results.json");
	return file_write(text_string(&path), document->data, document->length, why);
}

static void warn_of_absent(const struct export *export, const struct student_record *student)
{
	if (student->n_manual > 0)
		diagnostics_add(export->diagnostics, SEVERITY_WARNING, (struct place){0},
				"\"%s\" handed in nothing: there is no document to hold a score given by hand",
				student->name);
}

bool export_write(const struct export_format *format, const struct export *export, const char *directory,
		  struct text *why)
{
	if (!directory_create(directory, why))
		return false;
	for (size_t i = 0; i < export->course->n_students; i++) {
		if (export->course->students[i].verdict == VERDICT_ABSENT) {
			warn_of_absent(export, &export->course->students[i]);
			continue;
		}
		struct course_record course = *export->course;
		course.students += i;
		course.n_students = 1;
		struct export one = *export;
		one.course = &course;
		TEXT_SCOPED struct text document = {0};
		if (format->add(&one, &document) && !write_document(directory, course.students->name, &document, why))
			return false;
	}
	return format->furnish == NULL || format->furnish(export, directory, why);
}
