/*
 * What a terminal can show, and words on it: colour if told, lines no longer than it is wide, untrusted text made
 * visible. What is no terminal is treated as one of 80 columns without colour.
 */
#ifndef COMMANDS_TERMINAL_H
#define COMMANDS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#include "core/text.h"
#include "core/verdict.h"

struct terminal {
	size_t width;	 /* columns */
	bool is_live;	 /* a terminal on which a line can be drawn again */
	bool has_colour; /* likewise, and NO_COLOR is not set */
	bool has_signs;	 /* its coding is UTF-8: else signs are made of ASCII */
};

/* What is behind the descriptor now: terminals can be resized. */
struct terminal terminal_of(int descriptor);

enum sign { SIGN_FUTURE, SIGN_CUT, SIGN_FULL, SIGN_COUNT };

const char *terminal_sign(const struct terminal *terminal, enum sign sign);

enum paint { PAINT_PLAIN, PAINT_GOOD, PAINT_BAD, PAINT_FAINT, PAINT_STRONG };

/* The string in that colour, or as it is. */
void terminal_paint(struct text *text, bool colour, enum paint paint, const char *string);

/* "passed", "wrong", ... in the colour it deserves. */
void terminal_verdict(struct text *text, bool colour, enum verdict verdict);

/* Adds text in lines of at most `width` columns, each after `indent` blanks; only a path may be longer. */
void terminal_wrap(struct text *text, const char *words, size_t indent, size_t width);

/* Lines may be so long: as long as they are where they are for a program to read. */
size_t terminal_room(const struct terminal *terminal);

/* Adds words and a line end behind the `columns` columns of a line at hand; what does not fit there, below them. */
void terminal_hang(struct text *text, const struct terminal *terminal, const char *words, size_t columns);

/* The same behind `lead`, which it adds, too: printable ASCII, at the beginning of a line. */
void terminal_entry(struct text *text, const struct terminal *terminal, const char *lead, const char *words);

/* Adds `lead` in that colour and `words` right behind it, in lines as wide as the terminal. */
void terminal_lead(struct text *text, const struct terminal *terminal, enum paint paint, const char *lead,
		   const char *words);

/* Prints lines that are made visible already: what does not fit goes on below, under what the line says first. */
void terminal_print(const struct terminal *terminal, const struct text *lines);

/* How many columns the string takes once it is made visible: none for what combines, two for what is wide. */
size_t terminal_columns(const char *string, size_t length);

/* Adds the string in just so many columns: cut, with a sign for it, or filled with blanks. */
void terminal_fit(struct text *text, const struct terminal *terminal, enum paint paint, const char *string,
		  size_t columns);

/* The same in as many columns as it takes, if the terminal has them; returns how many. */
size_t terminal_cut(struct text *text, const struct terminal *terminal, enum paint paint, const char *string);

#endif
