#include "commands/roll.h"

#include <stdio.h>
#include <string.h>

#include "core/disclosure.h"
#include "core/requirement.h"

enum {
	STATUS = 6,
	BETWEEN = 2,
	OUTCOME = 26,	    /* "2/3 wrong, fix L2.11 first" */
	OUTCOME_SHORT = 10, /* "2/3 wrong": of a narrow terminal */
	NARROW = 64,
	TITLE_MIN = 8
};

static const char redraw[] = "\r\033[K";

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

struct roll roll_create(const struct terminal *terminal, const struct exercise_record *exercises, size_t count,
			unsigned withheld, struct arena *arena)
{
	struct roll roll = {
		.terminal = terminal,
		.n_exercises = count,
		.exercises = exercises,
		.withheld = withheld,
		.arena = arena,
		.called = arena_array(arena, count, sizeof(struct result_record *)),
	};
	for (size_t i = 0; i < count; i++) {
		roll.id_columns = larger(roll.id_columns, strlen(exercises[i].id));
		roll.title_columns =
			larger(roll.title_columns, terminal_columns(exercises[i].title, strlen(exercises[i].title)));
	}
	roll.id_columns = smaller(roll.id_columns, terminal->width - STATUS - BETWEEN - BETWEEN);
	return roll;
}

/* What is left of a line for the title, if so many columns come behind. */
static size_t title_room(const struct roll *roll, size_t behind)
{
	const size_t taken = STATUS + roll->id_columns + BETWEEN + BETWEEN + behind;
	return roll->terminal->width > taken ? roll->terminal->width - taken : 0;
}

/* ---- a line ---- */

static void add_beginning(struct text *text, const struct roll *roll, const struct exercise_record *exercise,
			  size_t title_columns)
{
	terminal_fit(text, roll->terminal, PAINT_PLAIN, exercise->id, roll->id_columns);
	text_add_format(text, "%*s", BETWEEN, "");
	terminal_fit(text, roll->terminal, PAINT_PLAIN, exercise->title, title_columns);
}

static void add_count(struct text *text, const struct result_record *result)
{
	unsigned passed = 0, cases = 0;
	for (size_t g = 0; g < result->n_groups; g++) {
		passed += result->groups[g].passed;
		cases += result->groups[g].repetitions;
	}
	if (result->n_groups > 0)
		text_add_format(text, "%u/%u", passed, cases);
}

/* "2/3 wrong, fix L2.2 first" */
static void add_outcome(struct text *text, const struct result_record *result, bool with_fix)
{
	add_count(text, result);
	if (verdict_is_right(result->verdict))
		return;
	text_add_format(text, "%s%s", text->length > 0 ? " " : "", verdict_name(result->verdict));
	if (with_fix && result->fix_first[0] != '\0')
		text_add_format(text, ", fix %s first", result->fix_first);
}

static const char *status_word(bool passed)
{
	return passed ? "  ok  " : "FAIL  ";
}

/* What does not fit beside the exercise stands below. */
static void print_narrow(const struct roll *roll, const struct exercise_record *exercise, bool passed,
			 const char *outcome)
{
	const struct terminal *terminal = roll->terminal;
	TEXT_SCOPED struct text text = {0};
	text_add(&text, terminal->is_live ? redraw : "");
	terminal_paint(&text, terminal->has_colour, passed ? PAINT_GOOD : PAINT_BAD, status_word(passed));
	terminal_fit(&text, terminal, PAINT_PLAIN, exercise->id, roll->id_columns);
	text_add(&text, "\n");
	terminal_wrap(&text, outcome, STATUS, terminal->width);
	fputs(text_string(&text), stdout);
	fflush(stdout);
}

static void print_line(const struct roll *roll, const struct exercise_record *exercise,
		       const struct result_record *result)
{
	const struct terminal *terminal = roll->terminal;
	const bool passed = verdict_is_right(result->verdict);
	TEXT_SCOPED struct text text = {0}, outcome = {0};
	add_outcome(&outcome, result, true);
	if (title_room(roll, outcome.length) < TITLE_MIN) {
		text_clear(&outcome);
		add_outcome(&outcome, result, false);
	}
	if (title_room(roll, outcome.length) == 0) {
		print_narrow(roll, exercise, passed, text_string(&outcome));
		return;
	}
	const size_t usual = terminal->width < NARROW ? OUTCOME_SHORT : OUTCOME;
	const size_t columns = smaller(roll->title_columns, title_room(roll, larger(usual, outcome.length)));
	text_add(&text, terminal->is_live ? redraw : "");
	terminal_paint(&text, terminal->has_colour, passed ? PAINT_GOOD : PAINT_BAD, status_word(passed));
	add_beginning(&text, roll, exercise,
		      columns >= TITLE_MIN ? columns : smaller(TITLE_MIN, title_room(roll, outcome.length)));
	text_add_format(&text, "%*s", BETWEEN, "");
	terminal_paint(&text, terminal->has_colour, passed ? PAINT_FAINT : PAINT_BAD, text_string(&outcome));
	puts(text_string(&text));
	fflush(stdout);
}

/* ---- what comes in ---- */

static void begins(void *context, size_t exercise)
{
	const struct roll *roll = context;
	if (!roll->terminal->is_live)
		return;
	TEXT_SCOPED struct text text = {0};
	text_add_format(&text, "%s%*s", redraw, -STATUS, "  ..");
	add_beginning(&text, roll, &roll->exercises[exercise], smaller(roll->title_columns, title_room(roll, 0)));
	fputs(text_string(&text), stdout);
	fflush(stdout);
}

/* What was not begun is told of at the end, in one line for all. */
static void ran(void *context, size_t exercise, const struct result_record *so_far)
{
	struct roll *roll = context;
	struct result_record *result = arena_alloc(roll->arena, sizeof(*result));
	*result = disclosure_result(so_far, roll->withheld, roll->arena);
	roll->called[exercise] = result;
	requirement_resolve(roll->exercises, roll->n_exercises, roll->called);
	if (result->verdict != VERDICT_MISSING)
		print_line(roll, &roll->exercises[exercise], result);
}

struct grade_follower roll_follower(struct roll *roll)
{
	return (struct grade_follower){roll, begins, ran};
}

void roll_end(struct roll *roll, const struct result_record *results, size_t count)
{
	if (roll->terminal->is_live)
		fputs(redraw, stdout);
	for (size_t i = 0, r = 0; i < roll->n_exercises && r < count; i++) {
		if (roll->called[i] == NULL)
			continue;
		if (roll->called[i]->verdict != results[r].verdict)
			print_line(roll, &roll->exercises[i], &results[r]);
		r++;
	}
}
