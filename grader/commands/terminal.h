/*
 * Results for a terminal: colour if told, 80 columns, untrusted text made visible.
 */
#ifndef COMMANDS_TERMINAL_H
#define COMMANDS_TERMINAL_H

#include <stdio.h>

#include "core/record.h"
#include "core/text.h"

enum paint { PAINT_PLAIN, PAINT_GOOD, PAINT_BAD, PAINT_FAINT, PAINT_STRONG };

/* The string in that colour, or as it is. */
void terminal_paint(struct text *text, bool colour, enum paint paint, const char *string);

/* "passed", "wrong", ... in the colour it deserves. */
void terminal_verdict(struct text *text, bool colour, enum verdict verdict);

/* A public case: its scalars and its matrices, expected beside got. */
void terminal_case(struct text *text, bool colour, const struct case_record *shown);

/* One matrix under its name. */
void terminal_matrix(struct text *text, bool colour, const struct matrix_record *matrix);

/*
 * One exercise: a line, and below it what failed: the first failure with its case and the others in a line
 * each, or all of them with their cases, and the counterexample as a program (`full`). `told_at` is where
 * its diagnosis was explained before, or NULL.
 */
void terminal_result(struct text *text, bool colour, const struct exercise_record *exercise,
		     const struct result_record *result, const char *told_at, bool full);

/* Does terminal_result show more than a line of it? */
bool terminal_tells(const struct result_record *result, bool full);

/* Adds text in lines of at most `width` characters, each after `indent` blanks. */
void terminal_wrap(struct text *text, const char *words, size_t indent, size_t width);

#endif
