/* What the author of an exercise wrote, in Markdown, on a terminal of any width: its marks are left as they are. */
#ifndef COMMANDS_PARAGRAPHS_H
#define COMMANDS_PARAGRAPHS_H

#include "commands/terminal.h"

/* Paragraphs and items of lists filled anew, code as it stands; for a program to read, all lines as they stand. */
void paragraphs_add(struct text *text, const struct terminal *terminal, const char *markdown);

#endif
