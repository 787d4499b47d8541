/*
 * CSV as RFC 4180 has it. Spreadsheets take a cell that begins like a formula for one and run it: in text such a
 * cell gets an apostrophe before it, which they take for "this is text". Numbers are left as they are.
 */
#ifndef EXPORT_TABLE_H
#define EXPORT_TABLE_H

#include <stdbool.h>

#include "core/record.h"
#include "core/text.h"

struct table {
	struct text *out;
	bool in_row;
};

void table_text(struct table *table, const char *string);
void table_number(struct table *table, double number);

/* Points, or what stands for none if they are NaN. */
void table_score(struct table *table, double won, const char *none);

void table_end_row(struct table *table);

/* "Softmax of one masked row (L2.1)", and `suffix`. */
void table_exercise(struct table *table, const struct exercise_record *exercise, const char *suffix);

#endif
