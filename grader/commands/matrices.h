/*
 * The matrices of a case on a terminal: what was given in a row, then for each output what was expected, what was got
 * and the difference beside each other, as far as there is room. A large matrix is shown in part, the part around the
 * first difference.
 */
#ifndef COMMANDS_MATRICES_H
#define COMMANDS_MATRICES_H

#include "commands/terminal.h"
#include "core/record.h"

enum { MATRICES_SMALL = 36 };

/* Set in by `indent` blanks. */
void matrices_add(struct text *text, const struct terminal *terminal, const struct case_record *shown, size_t indent);

/* Has none of them more than MATRICES_SMALL elements? */
bool matrices_are_small(const struct case_record *shown);

/* What the signs in them mean, in a few words. */
void matrices_add_legend(struct text *text, const struct terminal *terminal);

#endif
