#include "commands/coverage.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands/terminal.h"
#include "export/json.h"

enum { WIDTH = 80, NUMBER_MAX = 16 };

/* A ratio in at most seven characters. */
static const char *write_ratio(char number[NUMBER_MAX], double ratio)
{
	static const double shown_max = 9999;
	if (isinf(ratio) || ratio > shown_max)
		snprintf(number, NUMBER_MAX, "%s", isinf(ratio) ? "inf" : ">9999");
	else
		snprintf(number, NUMBER_MAX, ratio < 100 ? "%.2g" : "%.0f", ratio);
	return number;
}

/* ---- a line for each exercise --------------------------------------------------------------------- */

static void add_cell(struct text *text, bool colour, bool good, int width, const char *cell)
{
	terminal_paint(text, colour, good ? PAINT_PLAIN : PAINT_BAD, cell);
	text_add_format(text, "%*s", (int)strlen(cell) < width ? width - (int)strlen(cell) : 1, "");
}

static void add_line(struct text *text, bool colour, const struct coverage_record *record)
{
	enum { CELL_MAX = 64 };
	static const double share_max = 0.5;
	char cell[CELL_MAX], number[NUMBER_MAX];
	const size_t to_catch = coverage_to_catch(record), caught = coverage_caught(record);
	const struct coverage_row *nearest = coverage_nearest(record), *richest = coverage_richest(record);
	const struct coverage_honest *worst = coverage_worst(record);
	add_cell(text, false, true, 8, record->id);
	snprintf(cell, sizeof(cell), "%zu/%zu", caught, to_catch);
	add_cell(text, colour, caught == to_catch, 9, cell);
	snprintf(cell, sizeof(cell), "%s", "-");
	if (nearest != NULL)
		snprintf(cell, sizeof(cell), "%s %s", nearest->id, write_ratio(number, nearest->ratio));
	add_cell(text, colour, nearest == NULL || coverage_catch(nearest->ratio) == CATCH_WELL, 14, cell);
	snprintf(cell, sizeof(cell), "%s %s", worst->name, write_ratio(number, worst->ratio));
	add_cell(text, colour, worst->ratio < COVERAGE_MARGIN, 17, cell);
	snprintf(cell, sizeof(cell), "%s %.0f%%", richest->name, 100 * richest->share);
	add_cell(text, colour, richest->share <= share_max, 16, cell);
	text_add_format(text, "%zu/%zu\n", coverage_count_redundant(record), record->n_groups);
}

void coverage_table(struct text *text, bool colour, const struct coverage_record *records, size_t count)
{
	static const char head[] = "        misconceptions         honest code,     trivial answer  groups\n"
				   "        caught   nearest       nearest          that earns most redundant\n";
	if (count == 0)
		return;
	terminal_paint(text, false, PAINT_PLAIN, "");
	text_add(text, head);
	for (size_t i = 0; i < count; i++)
		add_line(text, colour, &records[i]);
}

/* ---- the matrix ----------------------------------------------------------------------------------- */

/* A letter for each group. */
static char letter_of(size_t group)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@&";
	return letters[group % (sizeof(letters) - 1)];
}

static void add_group(struct text *text, bool colour, const struct coverage_record *record, size_t index)
{
	const struct coverage_group *group = &record->groups[index];
	text_add_format(text, "  %c  %s  ", letter_of(index), group->is_public ? "public" : "hidden");
	terminal_paint(text, false, PAINT_PLAIN, group->name);
	text_add_format(text, ": catches %zu", group->caught);
	if (coverage_redundant(group))
		terminal_paint(text, colour, PAINT_FAINT, ", redundant");
	else if (!group->is_public)
		text_add_format(text, ", %zu alone", group->alone);
	text_add(text, "\n");
}

static const struct {
	const char *mark;
	enum paint paint;
} marks[] = {
	[CATCH_UNTRIED] = {" ", PAINT_PLAIN},
	[CATCH_MISSED] = {".", PAINT_FAINT},
	[CATCH_BARELY] = {"+", PAINT_BAD},
	[CATCH_WELL] = {"#", PAINT_STRONG},
};

/* What is left of a line once ratio, margins and the columns of the groups are taken off. */
static int name_width(const struct coverage_record *record)
{
	enum { MIN = 12, MAX = 34, TAKEN = 24 };
	const int left = WIDTH - TAKEN - (int)record->n_groups;
	return left < MIN ? MIN : left > MAX ? MAX : left;
}

static void add_row_name(struct text *text, const struct coverage_record *record, const char *id, const char *name)
{
	TEXT_SCOPED struct text both = {0};
	const int width = name_width(record);
	text_add_format(&both, "%-4s %s", id, strcmp(id, name) == 0 ? "" : name);
	text_add_format(text, "  %-*.*s  ", width, width, text_string(&both));
}

static void add_row(struct text *text, bool colour, const struct coverage_record *record,
		    const struct coverage_row *row)
{
	char number[NUMBER_MAX];
	add_row_name(text, record, row->id, row->name);
	for (size_t g = 0; g < record->n_groups; g++) {
		const enum catch catch = coverage_catch(row->ratios[g]);
		terminal_paint(text, colour, marks[catch].paint, marks[catch].mark);
	}
	text_add_format(text, "  %6s", write_ratio(number, row->ratio));
	if (row->excuse != NULL)
		terminal_paint(text, colour, PAINT_FAINT, "  not for");
	if (coverage_fault(row) != NULL) {
		text_add(text, "  ");
		terminal_paint(text, colour, PAINT_BAD, coverage_fault(row));
	}
	text_add(text, "\n");
}

static void add_trivial(struct text *text, bool colour, const struct coverage_record *record,
			const struct coverage_row *row)
{
	add_row_name(text, record, row->id, row->name);
	for (size_t g = 0; g < record->n_groups; g++) {
		const bool fails = row->ratios[g] > 1;
		terminal_paint(text, colour, fails ? PAINT_STRONG : PAINT_FAINT, fails ? "#" : ".");
	}
	text_add_format(text, "  %5.0f%%", 100 * row->share);
	terminal_paint(text, colour, PAINT_BAD, row->ratio > 1 ? "" : "  missed");
	text_add(text, "\n");
}

static void add_honest(struct text *text, bool colour, const struct coverage_record *record,
		       const struct coverage_honest *honest)
{
	char number[NUMBER_MAX];
	add_row_name(text, record, honest->name, honest->name);
	for (size_t g = 0; g < record->n_groups; g++) {
		const bool near = honest->ratios[g] >= COVERAGE_MARGIN;
		terminal_paint(text, colour, near ? PAINT_BAD : PAINT_FAINT,
			       isnan(honest->ratios[g]) ? " "
			       : near			? "!"
							: ".");
	}
	text_add_format(text, "  %6s\n", write_ratio(number, honest->ratio));
}

static void add_letters(struct text *text, const struct coverage_record *record, const char *title, const char *last)
{
	text_add(text, "\n");
	add_row_name(text, record, title, title);
	for (size_t g = 0; g < record->n_groups; g++)
		text_add_bytes(text, (const char[]){letter_of(g)}, 1);
	text_add_format(text, "  %6s\n", last);
}

void coverage_matrix(struct text *text, bool colour, const struct coverage_record *record)
{
	TEXT_SCOPED struct text title = {0};
	text_add_format(&title, "%s  %s", record->id, record->title);
	terminal_paint(text, colour, PAINT_STRONG, text_string(&title));
	text_add_format(text, ", %s\n\n", record->function);
	for (size_t g = 0; g < record->n_groups; g++)
		add_group(text, colour, record, g);
	add_letters(text, record, "misconceptions", "hidden");
	for (size_t i = 0; i < record->n_misconceptions; i++)
		add_row(text, colour, record, &record->misconceptions[i]);
	add_letters(text, record, "trivial answers", "earns");
	for (size_t i = 0; i < record->n_trivial; i++)
		add_trivial(text, colour, record, &record->trivial[i]);
	add_letters(text, record, "honest code", "worst");
	for (size_t i = 0; i < record->n_honest; i++)
		add_honest(text, colour, record, &record->honest[i]);
	text_add(text, "\n  # fails, by 4 times the tolerance or more   + fails by less   . passes\n"
		       "  ! honest code is off by half the tolerance or more   blank: not tried\n\n");
}

/* ---- JSON ----------------------------------------------------------------------------------------- */

static json_t *json_ratio(double ratio)
{
	return isnan(ratio) ? json_null() : json_number(ratio);
}

static json_t *json_ratios(const double *ratios, size_t count)
{
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, json_ratio(ratios[i]));
	return array;
}

static json_t *json_group(const struct coverage_group *group)
{
	json_t *object = json_object();
	json_object_set_new(object, "name", json_text(group->name));
	json_object_set_new(object, "public", json_boolean(group->is_public));
	json_object_set_new(object, "worth", json_integer(group->worth));
	json_object_set_new(object, "repetitions", json_integer(group->repetitions));
	json_object_set_new(object, "caught", json_integer((json_int_t)group->caught));
	json_object_set_new(object, "alone", json_integer((json_int_t)group->alone));
	json_object_set_new(object, "redundant", json_boolean(coverage_redundant(group)));
	return object;
}

static json_t *json_rows(const struct coverage_row *rows, size_t count, size_t n_groups)
{
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++) {
		json_t *object = json_object();
		json_object_set_new(object, "id", json_text(rows[i].id));
		json_object_set_new(object, "name", json_text(rows[i].name));
		json_object_set_new(object, "title", json_text(rows[i].title));
		json_object_set_new(object, "not_for",
				    rows[i].excuse == NULL ? json_null() : json_text(rows[i].excuse));
		json_object_set_new(object, "ratios", json_ratios(rows[i].ratios, n_groups));
		json_object_set_new(object, "ratio", json_ratio(rows[i].ratio));
		json_object_set_new(object, "slips", json_integer(rows[i].slips));
		json_object_set_new(object, "share", json_real(rows[i].share));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *json_honest(const struct coverage_record *record)
{
	json_t *array = json_array();
	for (size_t i = 0; i < record->n_honest; i++) {
		const struct coverage_honest *honest = &record->honest[i];
		json_t *object = json_object();
		json_object_set_new(object, "name", json_text(honest->name));
		json_object_set_new(object, "title", json_text(honest->title));
		json_object_set_new(object, "ratios", json_ratios(honest->ratios, record->n_groups));
		json_object_set_new(object, "ratio", json_ratio(honest->ratio));
		json_array_append_new(array, object);
	}
	return array;
}

json_t *coverage_json(const struct coverage_record *record)
{
	json_t *groups = json_array(), *object = json_object();
	const struct coverage_row *nearest = coverage_nearest(record);
	for (size_t g = 0; g < record->n_groups; g++)
		json_array_append_new(groups, json_group(&record->groups[g]));
	json_object_set_new(object, "id", json_text(record->id));
	json_object_set_new(object, "title", json_text(record->title));
	json_object_set_new(object, "function", json_text(record->function));
	json_object_set_new(object, "file", json_text(record->file));
	json_object_set_new(object, "to_catch", json_integer((json_int_t)coverage_to_catch(record)));
	json_object_set_new(object, "caught", json_integer((json_int_t)coverage_caught(record)));
	json_object_set_new(object, "nearest", nearest == NULL ? json_null() : json_text(nearest->id));
	json_object_set_new(object, "groups", groups);
	json_object_set_new(object, "misconceptions",
			    json_rows(record->misconceptions, record->n_misconceptions, record->n_groups));
	json_object_set_new(object, "trivial", json_rows(record->trivial, record->n_trivial, record->n_groups));
	json_object_set_new(object, "honest", json_honest(record));
	return object;
}
