#include "core/matrix.h"

#include <inttypes.h>
#include <math.h>

/* Which share of the largest expected magnitude is noticed. */
static const double noticeable = 1e-5;

enum element_look matrix_look(const struct matrix_record *matrix, size_t index)
{
	if (matrix->unwritten != NULL && matrix->unwritten[index] != 0)
		return LOOK_UNWRITTEN;
	if (isnan(matrix->values[index]))
		return LOOK_NAN;
	if (isinf(matrix->values[index]))
		return matrix->values[index] > 0 ? LOOK_PLUS_INF : LOOK_MINUS_INF;
	return LOOK_NUMBER;
}

static bool fits(double value)
{
	return value == trunc(value) && fabs(value) <= MATRIX_WHOLE_MAX;
}

bool matrix_is_whole(const struct matrix_record *matrix, size_t index)
{
	return matrix->counts != NULL || fits(matrix->values[index]);
}

void matrix_add_whole(struct text *text, const struct matrix_record *matrix, size_t index)
{
	if (matrix->counts != NULL)
		text_add_format(text, "%" PRIu64, matrix->counts[index]);
	else
		text_add_format(text, "%.0f", matrix->values[index]);
}

/* False if it is no count. */
static bool take_count(const struct matrix_record *matrix, size_t index, uint64_t *count)
{
	const double value = matrix->values[index];
	if (matrix->counts != NULL)
		*count = matrix->counts[index];
	else if (fits(value) && value >= 0)
		*count = (uint64_t)value;
	else
		return false;
	return true;
}

double matrix_difference(const struct matrix_record *got, const struct matrix_record *expected, size_t index)
{
	uint64_t a, b;
	if ((got->counts == NULL && expected->counts == NULL) || !take_count(got, index, &a) ||
	    !take_count(expected, index, &b))
		return got->values[index] - expected->values[index];
	return a >= b ? (double)(a - b) : -(double)(b - a);
}

bool matrix_hides(const struct matrix_record *matrix, size_t index)
{
	return matrix->hidden != NULL && (matrix->hidden[index] & MATRIX_HIDDEN) != 0;
}

bool matrix_row_is_empty(const struct matrix_record *matrix, size_t row)
{
	for (size_t column = 0; column < matrix->columns; column++)
		if (matrix->hidden == NULL || matrix->hidden[row * matrix->columns + column] == 0)
			return false;
	return true;
}

bool matrix_column_is_empty(const struct matrix_record *matrix, size_t column)
{
	return matrix->rows == 1 && matrix->hidden != NULL && (matrix->hidden[column] & MATRIX_OF_NO_KEY) != 0 &&
	       !matrix_row_is_empty(matrix, 0);
}

bool matrix_begins_part(const struct matrix_record *matrix, size_t row)
{
	return row > 0 && matrix->part_rows > 0 && row % matrix->part_rows == 0;
}

void matrix_add_shape(struct text *text, const struct matrix_record *matrix, const char *times)
{
	size_t rows = matrix->rows;
	if (matrix->part_rows > 0) {
		rows = matrix->part_rows;
		text_add_format(text, "%zu%s", matrix->rows / rows, times);
	}
	text_add_format(text, "%zu%s%zu", rows, times, matrix->columns);
}

bool matrix_same_shape(const struct matrix_record *a, const struct matrix_record *b)
{
	return a->rows == b->rows && a->columns == b->columns;
}

double matrix_magnitude(const struct matrix_record *matrix)
{
	double largest = 0;
	for (size_t i = 0; i < matrix->rows * matrix->columns; i++)
		if (matrix_look(matrix, i) == LOOK_NUMBER && !matrix_hides(matrix, i))
			largest = fmax(largest, fabs(matrix->values[i]));
	return largest;
}

bool matrix_differs(const struct matrix_record *got, const struct matrix_record *expected, size_t index, double least)
{
	enum element_look look = matrix_look(got, index);
	if (look != matrix_look(expected, index))
		return true;
	if (matrix_hides(expected, index)) /* a hidden weight is exactly 0 */
		least = 0;
	return look == LOOK_NUMBER && fabs(matrix_difference(got, expected, index)) > least;
}

static size_t find_first(const struct matrix_record *got, const struct matrix_record *expected, double least)
{
	size_t first = 0, count = got->rows * got->columns;
	while (first < count && !matrix_differs(got, expected, first, least))
		first++;
	return first;
}

double matrix_least(double limit)
{
	return noticeable * limit;
}

struct contrast matrix_contrast(const struct matrix_record *got, const struct matrix_record *expected, double limit)
{
	struct contrast contrast = {.least = matrix_least(limit)};
	contrast.first = find_first(got, expected, contrast.least);
	if (contrast.first == got->rows * got->columns) {
		contrast.least = 0;
		contrast.first = find_first(got, expected, 0);
	}
	return contrast;
}

size_t matrix_window_start(size_t count, size_t room, size_t wanted)
{
	if (count <= room || wanted < room / 2)
		return 0;
	size_t start = wanted - room / 2;
	return start + room > count ? count - room : start;
}
