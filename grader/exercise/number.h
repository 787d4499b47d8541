/*
 * Numbers as an exercise may write them: the integers and floats of YAML's core schema, `nan` and `inf`
 * with or without YAML's dot, and C's hexadecimal floats. The locale has no say.
 */
#ifndef EXERCISE_NUMBER_H
#define EXERCISE_NUMBER_H

#include <stdbool.h>

enum number_fit {
	NUMBER_FITS,
	NUMBER_OVERFLOWS, /* finite as written, infinite as a float */
	NUMBER_UNDERFLOWS /* not zero as written, zero as a float */
};

struct number {
	double real;
	enum number_fit fit;
	bool is_whole;	/* written as an integer */
	__int128 whole; /* its value then; beyond 2^100 it stays there, which no type holds anyway */
};

/* False if the text is no number at all. */
bool number_parse(const char *text, struct number *number);

/* A whole number in decimal; `digits` has room for NUMBER_DIGITS bytes. Returns `digits`. */
enum { NUMBER_DIGITS = 48 };
const char *number_print(__int128 whole, char *digits);

#endif
