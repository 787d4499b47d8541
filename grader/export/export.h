/*
 * Exports: the course as other programs read it. One row a format in export.c, one file each. They are made from
 * plain records, and whatever comes from outside (names, titles, messages) is quoted where a format is written:
 * table.c for all that is CSV, junit.c for XML, jansson for JSON. Students read most of them, so they hold of hidden
 * groups what a student's page holds (core/disclosure.h); csv and json are the instructor's.
 */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/diagnostic.h"
#include "core/record.h"
#include "core/text.h"
#include "core/roster.h"

struct export
{
	const struct course_record *course;
	const struct roster *roster; /* empty if there is none */
	bool total;		     /* one column more, for all exercises together */
	struct diagnostics *diagnostics;
};

struct export_format {
	const char *name;
	bool per_student;  /* a document is about the one student of the course */
	bool for_students; /* they read all of it: it is made from what the rules let them see now */
	/* The document. False: there is none, and an error is among the diagnostics. */
	bool (*add)(const struct export *export, struct text *out);
	/* What lies beside the students' documents, or NULL. False with a reason. */
	bool (*furnish)(const struct export *export, const char *directory, struct text *why);
};

extern const struct export_format export_formats[];
extern const size_t export_format_count;

/* NULL if there is no such format. */
const struct export_format *export_find(const char *name);

/* Writes DIRECTORY/results/STUDENT/results.json for every student who has a score, and what lies beside them. */
bool export_write(const struct export_format *format, const struct export *export, const char *directory,
		  struct text *why);

#endif
