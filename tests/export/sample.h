/*
 * A course that shows an export what it may meet: names that are formulas, have quotes, commas, line ends or emoji in
 * them, are empty, broken, or words that a format gives a meaning to; fractions of points; and students whose
 * submission was rejected, is still to be graded, or has results for some of the exercises only.
 */
#ifndef TESTS_EXPORT_SAMPLE_H
#define TESTS_EXPORT_SAMPLE_H

#include "core/arena.h"
#include "export/export.h"

/* What nobody but the instructor may read. */
#define SAMPLE_HIDDEN_NAME "name-of-a-hidden-group"
#define SAMPLE_PRINTED "printed-by-the-code"

enum sample_student {
	SAMPLE_FORMULA,
	SAMPLE_QUOTED,
	SAMPLE_EMOJI,
	SAMPLE_LINES,
	SAMPLE_BROKEN,
	SAMPLE_NAMELESS,
	SAMPLE_ZERO,
	SAMPLE_MEANINGFUL,
	SAMPLE_REJECTED,
	SAMPLE_FAULT,
	SAMPLE_HALF,
	SAMPLE_MISSING,
	SAMPLE_STUDENTS
};

struct course_record sample_course(struct arena *arena);

/* The same under rules, with somebody who handed in nothing behind the others. */
struct course_record sample_ruled(struct arena *arena);

/* With SAMPLE_QUOTED, by the id, and SAMPLE_LINES, by the name. */
extern const struct roster sample_roster;

#endif
