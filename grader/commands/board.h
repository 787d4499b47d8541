/* The scoreboard: a line a student, for a terminal. */
#ifndef COMMANDS_BOARD_H
#define COMMANDS_BOARD_H

#include "core/record.h"
#include "core/text.h"

void board_add(struct text *text, bool colour, const struct course_record *course);

#endif
