#include "core/pair.h"

#include <math.h>
#include <string.h>

static const struct matrix_record *find_got(const struct case_record *shown, const struct matrix_record *expected)
{
	for (size_t i = 0; i < shown->n_matrices; i++) {
		const struct matrix_record *matrix = &shown->matrices[i];
		if (matrix->role == MATRIX_GOT && strcmp(matrix->name, expected->name) == 0)
			return matrix_same_shape(matrix, expected) ? matrix : NULL;
	}
	return NULL;
}

static struct pair compare(const struct case_record *shown, size_t index)
{
	const struct matrix_record *expected = &shown->matrices[index], *got = find_got(shown, expected);
	struct pair pair = {.expected = expected, .got = got};
	if (got == NULL)
		return pair;
	const double limit = matrix_magnitude(expected);
	pair.contrast = matrix_contrast(got, expected, limit > 0 ? limit : matrix_magnitude(got));
	pair.differs = pair.contrast.first < got->rows * got->columns;
	return pair;
}

/* So little that it might be honest? */
static bool differs_slightly(const struct pair *pair)
{
	return pair->differs && pair->contrast.least == 0 && matrix_magnitude(pair->expected) > 0;
}

/* Is something else the matter than numbers that hardly differ? Then those are right. */
static bool is_elsewhere(const struct case_record *shown)
{
	if (shown->verdict != VERDICT_WRONG && shown->verdict != VERDICT_INCONSISTENT)
		return true;
	for (size_t i = 0; i < shown->n_matrices; i++) {
		if (shown->matrices[i].role != MATRIX_EXPECTED)
			continue;
		const struct pair pair = compare(shown, i);
		if (pair.differs && !differs_slightly(&pair))
			return true;
	}
	return false;
}

static bool has_rounded(const struct matrix_record *matrix)
{
	for (size_t i = 0; i < matrix->rows * matrix->columns; i++)
		if (matrix_look(matrix, i) == LOOK_NUMBER && fabs(matrix->values[i]) > MATRIX_WHOLE_MAX)
			return true;
	return false;
}

/* Is the case wrong in nothing that can be seen? */
static bool is_wrong_unseen(const struct case_record *shown)
{
	for (size_t i = 0; i < shown->n_matrices; i++)
		if (shown->matrices[i].role == MATRIX_EXPECTED && compare(shown, i).differs)
			return false;
	return shown->verdict == VERDICT_WRONG && strcmp(shown->returned, shown->expected_return) == 0;
}

struct pair pair_of(const struct case_record *shown, size_t index)
{
	struct pair pair = compare(shown, index);
	if (shown->verdict == VERDICT_PASSED || (differs_slightly(&pair) && is_elsewhere(shown)))
		pair.differs = false;
	pair.is_rounded = pair.got != NULL && has_rounded(pair.expected) && is_wrong_unseen(shown);
	return pair;
}
