#include "commands/board.h"

#include <string.h>

#include "commands/terminal.h"
#include "core/policy.h"

enum { NAME_WIDTH = 24, BAR_WIDTH = 20 };

/* A name of untrusted bytes in just so many columns, cut between characters. */
static void add_name(struct text *text, const char *name)
{
	TEXT_SCOPED struct text visible = {0};
	text_add_visible(&visible, name, strlen(name));
	const char *bytes = text_string(&visible);
	size_t length = 0, columns = 0;
	while (length < visible.length && columns < NAME_WIDTH) {
		length += utf8_character(bytes + length, visible.length - length);
		columns++;
	}
	text_add_bytes(text, bytes, length);
	text_add_format(text, "%*s", (int)(NAME_WIDTH - columns), "");
}

/* Full means all of it. */
static void add_bar(struct text *text, double won, double points)
{
	int filled = won >= points ? BAR_WIDTH : (int)(won / points * BAR_WIDTH);
	for (int i = 0; i < BAR_WIDTH; i++)
		text_add(text, i < filled && points > 0 ? "█" : "·");
}

static size_t count_ungraded(const struct student_record *student)
{
	size_t count = 0;
	for (size_t i = 0; i < student->n_results; i++)
		count += student->results[i].verdict == VERDICT_HARNESS_FAULT;
	return count;
}

static void add_notes(struct text *text, const struct course_record *course, const struct student_record *student)
{
	TEXT_SCOPED struct text notes = {0};
	policy_add_notes(course, student, ", ", &notes);
	text_add_format(text, "%s%s", notes.length > 0 ? "  " : "", text_string(&notes));
}

void board_add(struct text *text, bool colour, const struct course_record *course)
{
	size_t waiting = 0;
	for (size_t i = 0; i < course->n_students; i++) {
		const struct student_record *student = &course->students[i];
		size_t ungraded = count_ungraded(student);
		text_add(text, "  ");
		add_name(text, student->name);
		text_add(text, " ");
		add_bar(text, student->won, student->points);
		text_add_format(text, " %6.4g of %.4g  ", student->won, student->points);
		if (student->verdict != VERDICT_GRADED)
			terminal_verdict(text, colour, student->verdict);
		else if (ungraded > 0)
			text_add_format(text, "%zu of %zu exercise%s not graded yet", ungraded, student->n_results,
					text_plural((double)student->n_results));
		add_notes(text, course, student);
		text_add(text, "\n");
		waiting += student->verdict == VERDICT_GRADED && ungraded > 0;
	}
	if (waiting > 0)
		text_add_format(text,
				"exercises have changed since %zu of the students %s graded: `grader grade` with their "
				"submissions brings them up to date\n",
				waiting, waiting == 1 ? "was" : "were");
}
