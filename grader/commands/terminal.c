#include "commands/terminal.h"

#include <math.h>
#include <string.h>

enum { SIDE_MAX = 12, WIDTH = 80 };

void terminal_paint(struct text *text, bool colour, enum paint paint, const char *string)
{
	static const char *const codes[] = {
		[PAINT_PLAIN] = "",	   [PAINT_GOOD] = "\033[32m",  [PAINT_BAD] = "\033[31m",
		[PAINT_FAINT] = "\033[2m", [PAINT_STRONG] = "\033[1m",
	};
	text_add(text, colour ? codes[paint] : "");
	text_add_visible(text, string, strlen(string));
	text_add(text, colour && paint != PAINT_PLAIN ? "\033[0m" : "");
}

void terminal_verdict(struct text *text, bool colour, enum verdict verdict)
{
	enum paint paint = verdict == VERDICT_PASSED || verdict == VERDICT_GRADED ? PAINT_GOOD : PAINT_BAD;
	terminal_paint(text, colour, paint, verdict_name(verdict));
}

static size_t characters(const char *string, size_t length)
{
	size_t count = 0;
	for (size_t i = 0; i < length; i++)
		count += ((unsigned char)string[i] & 0xc0) != 0x80;
	return count;
}

void terminal_wrap(struct text *text, const char *words, size_t indent, size_t width)
{
	size_t column = 0;
	while (*words != '\0') {
		size_t length = strcspn(words, " \n");
		size_t wide = characters(words, length);
		if (column > 0 && column + 1 + wide > width) {
			text_add(text, "\n");
			column = 0;
		}
		if (length > 0) {
			text_add_format(text, "%*s", column == 0 ? (int)indent : 1, "");
			text_add_visible(text, words, length);
			column = column == 0 ? indent + wide : column + 1 + wide;
		}
		words += length;
		words += strspn(words, " \n");
	}
	text_add(text, "\n");
}

/* A count rather than a measurement: all its digits matter. */
static bool is_whole(double value)
{
	return value == nearbyint(value) && fabs(value) < 1e15;
}

static void add_cell(struct text *text, bool colour, const struct matrix_record *matrix, size_t index)
{
	bool hidden = matrix->hidden != NULL && matrix->hidden[index];
	char cell[32];
	if (matrix->unwritten != NULL && matrix->unwritten[index])
		snprintf(cell, sizeof(cell), "%9s", "unwritten");
	else if (isnan(matrix->values[index]))
		snprintf(cell, sizeof(cell), "%9s", "nan"); /* whatever its sign */
	else if (is_whole(matrix->values[index]))
		snprintf(cell, sizeof(cell), "%9.0f", matrix->values[index]);
	else
		snprintf(cell, sizeof(cell), "%9.5g", matrix->values[index]);
	text_add(text, " ");
	terminal_paint(text, colour, hidden ? PAINT_FAINT : PAINT_PLAIN, cell);
}

void terminal_matrix(struct text *text, bool colour, const struct matrix_record *matrix)
{
	static const char *const roles[] = {
		[MATRIX_GIVEN] = "given", [MATRIX_EXPECTED] = "expected", [MATRIX_GOT] = "got"};
	text_add_format(text, "        %s %s (%zu x %zu)\n", roles[matrix->role], matrix->name, matrix->rows,
			matrix->columns);
	size_t columns = matrix->columns < WIDTH / 10 - 1 ? matrix->columns : WIDTH / 10 - 1;
	for (size_t r = 0; r < matrix->rows && r < SIDE_MAX; r++) {
		text_add(text, "        ");
		for (size_t c = 0; c < columns; c++)
			add_cell(text, colour, matrix, r * matrix->columns + c);
		text_add(text, columns < matrix->columns ? " ...\n" : "\n");
	}
	if (matrix->rows > SIDE_MAX)
		text_add(text, "         ...\n");
}

void terminal_case(struct text *text, bool colour, const struct case_record *shown)
{
	if (shown->scalars[0] != '\0')
		terminal_wrap(text, shown->scalars, 8, WIDTH);
	for (size_t i = 0; i < shown->n_matrices; i++)
		terminal_matrix(text, colour, &shown->matrices[i]);
}

/* "wrong: name of the group (3 of 8)" */
static void add_group_line(struct text *text, bool colour, const struct group_record *group, size_t number)
{
	TEXT_SCOPED struct text line = {0};
	text_add(text, "      ");
	terminal_verdict(text, colour, group->verdict);
	if (group->is_public)
		text_add_format(&line, ": %s", group->name);
	else
		text_add_format(&line, ": hidden group %zu", number);
	if (group->repetitions > 1)
		text_add_format(&line, " (%u of %u right)", group->passed, group->repetitions);
	terminal_paint(text, false, PAINT_PLAIN, text_string(&line));
	text_add(text, "\n");
}

static void add_group(struct text *text, bool colour, const struct group_record *group, size_t number)
{
	TEXT_SCOPED struct text line = {0};
	add_group_line(text, colour, group, number);
	text_add_format(&line, "%s%s%s", group->place, group->place[0] == '\0' ? "" : ": ", group->message);
	terminal_wrap(text, text_string(&line), 8, WIDTH);
	if (group->hint[0] != '\0') {
		text_clear(&line);
		text_add_format(&line, "hint: %s", group->hint);
		terminal_wrap(text, text_string(&line), 8, WIDTH);
	}
	if (group->shown != NULL)
		terminal_case(text, colour, group->shown);
}

/* What stands before the title of diagnosis `i`. */
static const char *introduce(const struct result_record *result, size_t i, bool two)
{
	if (result->n_diagnoses == 1)
		return "it looks like this mistake: ";
	bool either = i > 0 && result->diagnoses[i].mistake == result->diagnoses[i - 1].mistake;
	return two && either ? "- or " : "- ";
}

static void add_diagnoses(struct text *text, const struct result_record *result, const char *told_at)
{
	TEXT_SCOPED struct text line = {0};
	const size_t count = result->n_diagnoses;
	const bool two = count > 1 && result->diagnoses[count - 1].mistake > 0;
	if (count > 1)
		terminal_wrap(text,
			      two ? "it looks like two mistakes at once:" : "it looks like one of these mistakes:", 6,
			      WIDTH);
	for (size_t i = 0; i < count; i++) {
		text_clear(&line);
		text_add_format(&line, "%s%s", introduce(result, i, two), result->diagnoses[i].title);
		if (told_at != NULL && i + 1 == count)
			text_add_format(&line, ", as in %s", told_at);
		terminal_wrap(text, text_string(&line), 6, WIDTH);
		if (told_at == NULL)
			terminal_wrap(text, result->diagnoses[i].explanation, 8, WIDTH);
	}
}

/* Lines of C, to be copied. */
static void add_program(struct text *text, const char *program)
{
	for (const char *at = program; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n') {
		size_t tabs = strspn(at, "\t"), length = strcspn(at, "\n");
		text_add_format(text, "%*s", length == 0 ? 0 : (int)(8 + 4 * tabs), "");
		text_add_visible(text, at + tabs, length - tabs);
		text_add(text, "\n");
	}
}

static void add_counterexample(struct text *text, bool colour, const struct exercise_record *exercise,
			       const struct counterexample_record *counterexample, bool full)
{
	TEXT_SCOPED struct text line = {0};
	terminal_wrap(text, "the smallest input found that fails:", 6, WIDTH);
	terminal_wrap(text, counterexample->message, 8, WIDTH);
	terminal_case(text, colour, &counterexample->shown);
	if (!full)
		text_add_format(&line, "`-e %s` shows it as a C program", exercise->id);
	else
		text_add(&line, "the same as a program, example.c:");
	terminal_wrap(text, text_string(&line), 8, WIDTH);
	if (full)
		add_program(text, counterexample->program);
}

static void add_failures(struct text *text, bool colour, const struct result_record *result, bool full)
{
	bool told = false;
	for (size_t g = 0; g < result->n_groups; g++) {
		if (result->groups[g].verdict == VERDICT_PASSED)
			continue;
		if (told && !full)
			add_group_line(text, colour, &result->groups[g], g + 1);
		else
			add_group(text, colour, &result->groups[g], g + 1);
		told = true;
	}
}

/* What another exercise explains is told there. */
bool terminal_tells(const struct result_record *result, bool full)
{
	return result->verdict != VERDICT_PASSED && (full || result->fix_first[0] == '\0');
}

static void add_head(struct text *text, bool colour, const struct exercise_record *exercise,
		     const struct result_record *result)
{
	bool passed = result->verdict == VERDICT_PASSED;
	TEXT_SCOPED struct text title = {0};
	text_add_format(&title, "%-6s %s", exercise->id, exercise->title);
	terminal_paint(text, colour, passed ? PAINT_GOOD : PAINT_BAD, passed ? "  ok  " : "FAIL  ");
	terminal_paint(text, colour, PAINT_STRONG, text_string(&title));
	text_add(text, "  ");
	terminal_verdict(text, colour, result->verdict);
	if (result->fix_first[0] != '\0') {
		text_clear(&title);
		text_add_format(&title, ", fix %s first", result->fix_first);
		terminal_paint(text, false, PAINT_PLAIN, text_string(&title));
	}
	text_add(text, "\n");
}

void terminal_result(struct text *text, bool colour, const struct exercise_record *exercise,
		     const struct result_record *result, const char *told_at, bool full)
{
	add_head(text, colour, exercise, result);
	if (!terminal_tells(result, full))
		return;
	if (result->message[0] != '\0')
		terminal_wrap(text, result->message, 6, WIDTH);
	add_diagnoses(text, result, told_at);
	add_failures(text, colour, result, full);
	if (result->counterexample != NULL)
		add_counterexample(text, colour, exercise, result->counterexample, full);
}
