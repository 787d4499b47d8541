#include "export/table.h"

#include <math.h>
#include <string.h>

#include "export/plain.h"

static void begin_cell(struct table *table)
{
	if (table->in_row)
		text_add(table->out, ",");
	table->in_row = true;
}

static void add_quoted(struct text *out, const char *string)
{
	text_add(out, "\"");
	for (size_t length; *string != '\0'; string += length) {
		length = strcspn(string, "\"");
		length += string[length] == '"'; /* with the quote, which is then said twice */
		text_add_bytes(out, string, length);
		if (string[length - 1] == '"')
			text_add(out, "\"");
	}
	text_add(out, "\"");
}

void table_text(struct table *table, const char *string)
{
	TEXT_SCOPED struct text cell = {0};
	begin_cell(table);
	if (*string != '\0' && strchr("=+-@\t\r\n", *string) != NULL)
		text_add(&cell, "'");
	plain_add(&cell, string);
	if (strpbrk(text_string(&cell), "\",;\t\r\n") != NULL || *string == ' ')
		add_quoted(table->out, text_string(&cell));
	else
		text_add(table->out, text_string(&cell));
}

void table_number(struct table *table, double number)
{
	begin_cell(table);
	plain_add_number(table->out, number);
}

void table_score(struct table *table, double won, const char *none)
{
	begin_cell(table);
	if (isnan(won))
		text_add(table->out, none);
	else
		plain_add_number(table->out, won);
}

void table_end_row(struct table *table)
{
	text_add(table->out, "\r\n");
	table->in_row = false;
}

void table_exercise(struct table *table, const struct exercise_record *exercise, const char *suffix)
{
	TEXT_SCOPED struct text heading = {0};
	text_add_format(&heading, "%s (%s)%s", exercise->title, exercise->id, suffix);
	table_text(table, text_string(&heading));
}
