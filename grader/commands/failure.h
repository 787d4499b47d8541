/*
 * A failed exercise on a terminal: the mistake it looks like, what failed with its case, and the smallest input that
 * fails. A few lines of each, or all there is (`full`): every failed case, and the counterexample as a program.
 */
#ifndef COMMANDS_FAILURE_H
#define COMMANDS_FAILURE_H

#include "commands/terminal.h"
#include "core/record.h"

/* `told_at` is where its diagnosis was explained before, or NULL. */
void failure_add(struct text *text, const struct terminal *terminal, const struct exercise_record *exercise,
		 const struct result_record *result, const char *told_at, bool full);

/* Is there anything to tell? What another exercise explains is told there, and what is missing is not wrong. */
bool failure_tells(const struct result_record *result, bool full);

/* Is there more to tell than that it failed? Rules of a course may withhold the rest. */
bool failure_has_more(const struct result_record *result);

/* A public case: its scalars and its matrices, set in by 4 blanks. */
void failure_add_case(struct text *text, const struct terminal *terminal, const struct case_record *shown);

#endif
