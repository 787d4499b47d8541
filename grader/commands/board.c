#include "commands/board.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/policy.h"
#include "core/score.h"

enum { INDENT = 2, BETWEEN = 2, NAME_MIN = 12, NAME_MAX = 32, BAR_MIN = 5, BAR_MAX = 20, NOTES = 16 };

struct board {
	const struct terminal *terminal;
	const struct course_record *course;
	size_t name_columns, bar_columns, score_columns;
};

/* ---- what stands in a line ---- */

static size_t count_ungraded(const struct student_record *student)
{
	size_t count = 0;
	for (size_t i = 0; i < student->n_results; i++)
		count += student->results[i].verdict == VERDICT_HARNESS_FAULT;
	return count;
}

/* Is all right, and something left to be won by speed? */
static bool is_slow(const struct student_record *student)
{
	size_t slow = 0;
	for (size_t i = 0; i < student->n_results; i++) {
		if (!verdict_is_right(student->results[i].verdict))
			return false;
		slow += student->results[i].verdict == VERDICT_SLOW;
	}
	return slow > 0;
}

/* What there is to say besides, or "". */
static void add_notes(struct text *text, const struct course_record *course, const struct student_record *student)
{
	TEXT_SCOPED struct text notes = {0};
	const size_t ungraded = count_ungraded(student);
	if (student->verdict != VERDICT_GRADED && student->verdict != VERDICT_HARNESS_FAULT)
		text_add(text, verdict_name(student->verdict));
	else if (ungraded > 0)
		text_add_format(text, "%zu of %zu exercise%s not graded yet", ungraded, student->n_results,
				text_plural((double)student->n_results));
	else if (is_slow(student))
		text_add(text, "all right, speed left");
	policy_add_notes(course, student, ", ", &notes);
	text_add_format(text, "%s%s", text->length > 0 && notes.length > 0 ? "  " : "", text_string(&notes));
}

/* Full means all of it; without a score there is nothing to fill it. */
static void add_bar(struct text *text, const struct board *board, const struct student_record *student)
{
	const double won = score_of_course(board->course, student);
	const size_t filled = student->points <= 0 || isnan(won) ? 0
			      : won >= student->points		 ? board->bar_columns
						       : (size_t)(won / student->points * (double)board->bar_columns);
	for (size_t i = 0; i < board->bar_columns; i++)
		text_add(text, terminal_sign(board->terminal, i < filled ? SIGN_FULL : SIGN_FUTURE));
	text_add_format(text, "%*s", board->bar_columns > 0 ? BETWEEN : 0, "");
}

static void add_line(struct text *text, const struct board *board, const struct student_record *student)
{
	const struct terminal *terminal = board->terminal;
	const enum paint paint = student->verdict == VERDICT_GRADED ? PAINT_PLAIN : PAINT_BAD;
	TEXT_SCOPED struct text score = {0}, notes = {0};
	score_add_of(&score, board->course, student);
	add_notes(&notes, board->course, student);
	text_add_format(text, "%*s", INDENT, "");
	terminal_fit(text, terminal, PAINT_PLAIN, student->name, board->name_columns);
	text_add_format(text, "%*s", BETWEEN, "");
	add_bar(text, board, student);
	text_add_format(text, "%*s", (int)board->score_columns, text_string(&score));
	size_t taken = INDENT + board->name_columns + BETWEEN + board->bar_columns +
		       (board->bar_columns > 0 ? BETWEEN : 0) + board->score_columns + BETWEEN;
	size_t columns = terminal_columns(text_string(&notes), notes.length);
	size_t room = !terminal->is_live ? columns : terminal->width > taken ? terminal->width - taken : 0;
	if (columns > 0 && room > 0) {
		text_add_format(text, "%*s", BETWEEN, "");
		terminal_fit(text, terminal, paint, text_string(&notes), columns < room ? columns : room);
	}
	text_add(text, "\n");
}

/* ---- the columns ---- */

static size_t limit(size_t value, size_t min, size_t max)
{
	return value < min ? min : value > max ? max : value;
}

static struct board measure(const struct terminal *terminal, const struct course_record *course)
{
	struct board board = {.terminal = terminal, .course = course, .bar_columns = BAR_MAX};
	for (size_t i = 0; i < course->n_students; i++) {
		TEXT_SCOPED struct text score = {0};
		const char *name = course->students[i].name;
		size_t columns = terminal_columns(name, strlen(name));
		score_add_of(&score, course, &course->students[i]);
		board.name_columns = columns > board.name_columns ? columns : board.name_columns;
		board.score_columns = score.length > board.score_columns ? score.length : board.score_columns;
	}
	board.name_columns = limit(board.name_columns, 0, NAME_MAX);
	if (!terminal->is_live)
		return board;
	const size_t fixed = INDENT + BETWEEN + board.score_columns;
	const size_t room = terminal->width > fixed ? terminal->width - fixed : 0;
	const size_t spared = room > NOTES ? room - NOTES : 0;
	board.name_columns = limit(board.name_columns, 0, limit(spared, NAME_MIN, SIZE_MAX));
	board.name_columns = limit(board.name_columns, 0, room);
	const size_t left = spared > board.name_columns + BETWEEN ? spared - board.name_columns - BETWEEN : 0;
	board.bar_columns = left < BAR_MIN ? 0 : limit(left, BAR_MIN, BAR_MAX);
	return board;
}

/* ---- the whole ---- */

struct place_on_board {
	const struct student_record *student;
	double won; /* NaN: there is no score */
};

/* The best first, whoever has no score behind, and who handed in nothing last. */
static int compare(const void *left, const void *right)
{
	const struct place_on_board *a = left, *b = right;
	if ((a->student->verdict == VERDICT_ABSENT) != (b->student->verdict == VERDICT_ABSENT))
		return a->student->verdict == VERDICT_ABSENT ? 1 : -1;
	if (isnan(a->won) != isnan(b->won))
		return isnan(a->won) ? 1 : -1;
	if (a->won > b->won || a->won < b->won)
		return a->won > b->won ? -1 : 1;
	return strcmp(a->student->name, b->student->name);
}

void board_add(struct text *text, const struct terminal *terminal, const struct course_record *course,
	       struct arena *arena)
{
	struct place_on_board *places = arena_array(arena, course->n_students, sizeof(*places));
	const struct board board = measure(terminal, course);
	size_t waiting = 0;
	for (size_t i = 0; i < course->n_students; i++) {
		const struct student_record *student = &course->students[i];
		places[i] = (struct place_on_board){student, score_of_course(course, student)};
		waiting += student->verdict == VERDICT_GRADED && count_ungraded(student) > 0;
	}
	qsort(places, course->n_students, sizeof(*places), compare);
	for (size_t i = 0; i < course->n_students; i++)
		add_line(text, &board, places[i].student);
	TEXT_SCOPED struct text advice = {0};
	text_add_format(&advice,
			"exercises have changed since %zu of the students %s graded: `grader grade` with their "
			"submissions brings them up to date",
			waiting, waiting == 1 ? "was" : "were");
	if (waiting > 0)
		terminal_wrap(text, text_string(&advice), 0, terminal->width);
}
