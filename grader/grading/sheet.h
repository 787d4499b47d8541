/*
 * A sheet that a worked example is written on: the case at hand, read by the names of its parameters, and the steps so
 * far, each with its figures.
 */
#ifndef GRADING_SHEET_H
#define GRADING_SHEET_H

#include "core/arena.h"
#include "core/book.h"
#include "reference.h"

struct sheet {
	const struct frame *frame;
	const struct answer *answer;
	struct arena *arena;
	size_t count;
	struct step_record *steps;
	struct figure_record *figures; /* of the last step */
};

struct sheet sheet_blank(const struct frame *frame, const struct answer *answer, struct arena *arena);

/* Arguments by name; one that the function lacks is our own error, unless asked for with sheet_has or sheet_size_or. */
bool sheet_has(const struct sheet *sheet, const char *name);
const union argument *sheet_argument(const struct sheet *sheet, const char *name);
size_t sheet_size(const struct sheet *sheet, const char *name);
size_t sheet_size_or(const struct sheet *sheet, const char *name, size_t otherwise);
const float *sheet_floats(const struct sheet *sheet, const char *name);
double *sheet_doubles(const struct sheet *sheet, const char *name, size_t count);

/* The right answer's output of that name. */
const double *sheet_answer(const struct sheet *sheet, const char *name);

/* Begins a step; `words` may be "". */
void sheet_step(struct sheet *sheet, const char *title, const char *words);

/* Puts a matrix into it, `hidden` as in a matrix_record; or an input, or an output of the answer. */
struct figure_record *sheet_place(struct sheet *sheet, const char *caption, size_t rows, size_t columns,
				  const double *values, const unsigned char *hidden);
void sheet_place_given(struct sheet *sheet, const char *name);
void sheet_place_answer(struct sheet *sheet, const char *name);

#endif
