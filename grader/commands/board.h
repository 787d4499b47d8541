/* The scoreboard: a line a student, the best first, for a terminal. */
#ifndef COMMANDS_BOARD_H
#define COMMANDS_BOARD_H

#include "commands/terminal.h"
#include "core/arena.h"
#include "core/record.h"

/* On a terminal, no line is wider than that; elsewhere nothing is cut but names. */
void board_add(struct text *text, const struct terminal *terminal, const struct course_record *course,
	       struct arena *arena);

#endif
