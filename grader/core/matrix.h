/*
 * What is to be seen in the matrices of a case: which elements are numbers, which a row does not see, and where what
 * was got leaves what was expected. For pages and terminals alike.
 *
 * Where two differ guides the eye; what passes was judged elsewhere, by the tolerance.
 */
#ifndef CORE_MATRIX_H
#define CORE_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

#include "core/record.h"
#include "core/text.h"

/* Whole numbers up to here a double holds to the last digit. */
#define MATRIX_WHOLE_MAX 0x1p53

enum element_look { LOOK_NUMBER, LOOK_NAN, LOOK_PLUS_INF, LOOK_MINUS_INF, LOOK_UNWRITTEN };

enum element_look matrix_look(const struct matrix_record *matrix, size_t index);

/* Is it a count rather than a measurement, all digits of which are known? Then they matter. */
bool matrix_is_whole(const struct matrix_record *matrix, size_t index);

/* All digits of such a one. */
void matrix_add_whole(struct text *text, const struct matrix_record *matrix, size_t index);

/* Got less expected. */
double matrix_difference(const struct matrix_record *got, const struct matrix_record *expected, size_t index);

bool matrix_hides(const struct matrix_record *matrix, size_t index);

/* Does the row see no key at all? */
bool matrix_row_is_empty(const struct matrix_record *matrix, size_t row);

/* In one row that holds a number for each query: does that of the column see none, unlike others? */
bool matrix_column_is_empty(const struct matrix_record *matrix, size_t column);

/* Does another part begin with this row, a sequence of a batch that is not its first? */
bool matrix_begins_part(const struct matrix_record *matrix, size_t row);

/* "6 x 4", or "2 x 3 x 4" if it is in parts, with `times` between. */
void matrix_add_shape(struct text *text, const struct matrix_record *matrix, const char *times);

bool matrix_same_shape(const struct matrix_record *a, const struct matrix_record *b);

/* The largest finite magnitude that a row sees, 0 if there is none: junk in the future must not dim the rest. */
double matrix_magnitude(const struct matrix_record *matrix);

/* The largest difference that is none to the eye, where the largest magnitude is `limit`. */
double matrix_least(double limit);

/* The largest difference that is none to the eye, and the first element that differs by more, or how many there are. */
struct contrast {
	double least;
	size_t first;
};

/*
 * Of two of the same shape, whose largest magnitude is `limit`. If nothing differs so much that it would be noticed,
 * what differs at all counts.
 */
struct contrast matrix_contrast(const struct matrix_record *got, const struct matrix_record *expected, double limit);

bool matrix_differs(const struct matrix_record *got, const struct matrix_record *expected, size_t index, double least);

/* Of `count` rows or columns, the first that is shown if there is room for `room` and number `wanted` is to be seen. */
size_t matrix_window_start(size_t count, size_t room, size_t wanted);

#endif
