/*
 * Answers about masks alone: integers, zeros and infinities, all exact.
 */
#include "answers.h"

#include <math.h>

static double mask_entry(const struct ideas *ideas, const struct sight *sight, size_t i, size_t j)
{
	return ideas->sees(sight, i, j) ? 0 : -INFINITY;
}

int answer_is_causal_mask(const struct question *question)
{
	struct matrix mask = question_matrix(question, "mask");
	struct sight sight = sight_causal(0);
	bool valid = true;
	for (size_t i = 0; i < mask.rows; i++)
		for (size_t j = 0; j < mask.columns; j++)
			valid &= matrix_row(&mask, i)[j] == mask_entry(question->ideas, &sight, i, j);
	*question_integer(question, "answer") = valid;
	return ATTN_OK;
}

int answer_visible_keys(const struct question *question)
{
	size_t row = question_size(question, "row"), n_k = question_size(question, "n_k");
	struct sight sight = sight_causal(question_offset(question, "offset"));
	uint64_t *visible = question_integer(question, "visible");
	uint64_t *count = question_integer(question, "count");
	for (size_t j = 0; j < n_k; j++) {
		visible[j] = question->ideas->sees(&sight, row, j);
		*count += visible[j];
	}
	return ATTN_OK;
}

int answer_causal_mask(const struct question *question)
{
	struct sight sight = sight_causal(question_offset(question, "offset"));
	struct matrix mask = question_real(question, "mask");
	for (size_t i = 0; i < mask.rows; i++)
		for (size_t j = 0; j < mask.columns; j++)
			matrix_row(&mask, i)[j] = mask_entry(question->ideas, &sight, i, j);
	return ATTN_OK;
}

/* n (n + 1) / 2 with the even factor halved first; it is never more than n^2. */
int answer_edges(const struct question *question)
{
	uint64_t n = question_number(question, "n"), square;
	if (__builtin_mul_overflow(n, n, &square))
		return ATTN_ERANGE;
	*question_integer(question, "full") = square;
	*question_integer(question, "causal") = n % 2 == 0 ? n / 2 * (n + 1) : (n + 1) / 2 * n;
	return ATTN_OK;
}

int answer_empty_rows(const struct question *question)
{
	struct matrix mask = question_matrix(question, "mask");
	uint64_t *empty = question_integer(question, "empty");
	uint64_t *count = question_integer(question, "count");
	for (size_t i = 0; i < mask.rows; i++) {
		empty[i] = true;
		for (size_t j = 0; j < mask.columns; j++)
			empty[i] &= question->ideas->hides(matrix_row(&mask, i)[j]);
		*count += empty[i];
	}
	return ATTN_OK;
}
