/*
 * Answers about scores and the weights they become.
 */
#include "answers.h"
#include "gauge.h"

#include <math.h>

static bool see_all(const struct sight *sight, size_t row, size_t key)
{
	(void)sight, (void)row, (void)key;
	return true;
}

/* Nothing is masked here, whatever one believes about masks. */
int answer_scores(const struct question *question)
{
	if (question_size(question, "d_k") == 0)
		return ATTN_EINVAL;
	struct ideas ideas = *question->ideas;
	ideas.sees = see_all;
	struct attention attention = {
		.q = question_matrix(question, "q"),
		.k = question_matrix(question, "k"),
		.n_heads = 1,
	};
	struct matrix scores = question_real(question, "scores");
	struct row row = row_create(scores.columns, question->gauged, question->scratch);
	for (size_t i = 0; i < scores.rows; i++) {
		attention_score(&ideas, &attention, i, &row);
		for (size_t j = 0; j < row.n; j++) {
			matrix_row(&scores, i)[j] = row.scores[j];
			if (question->gauged)
				matrix_row_errors(&scores, i)[j] = row.errors[j];
		}
	}
	return ATTN_OK;
}

/*
 * A row of given scores. A hidden key keeps its own score, for ideas that peek. A sum with a mask is rounded
 * once, and that is its error.
 */
static void read_row(const struct question *question, const double *scores, const double *mask, struct row *row)
{
	const struct ideas *ideas = question->ideas;
	for (size_t j = 0; j < row->n; j++) {
		row->visible[j] = mask == NULL || !ideas->hides(mask[j]);
		row->scores[j] = mask == NULL || !row->visible[j] ? scores[j] : ideas->add_mask(scores[j], mask[j]);
		if (row->errors != NULL)
			row->errors[j] = mask == NULL ? 0 : GAUGE_UNIT * fabs(row->scores[j]);
	}
}

/* The softmax of all rows of "scores", with a mask unless it is NULL, into "weights". */
static void weigh_rows(const struct question *question, const struct matrix *mask, int32_t policy)
{
	struct matrix scores = question_matrix(question, "scores");
	struct matrix weights = question_real(question, "weights");
	struct row row = row_create(scores.columns, question->gauged, question->scratch);
	row.policy = policy;
	for (size_t i = 0; i < scores.rows; i++) {
		read_row(question, matrix_row(&scores, i), mask == NULL ? NULL : matrix_row(mask, i), &row);
		question->ideas->weigh(question->ideas, &row);
		for (size_t j = 0; j < row.n; j++)
			matrix_row(&weights, i)[j] = row.weights[j];
		if (question->gauged) {
			gauge_exponents(&row);
			gauge_weights(&row, matrix_row_errors(&weights, i));
		}
	}
}

int answer_softmax(const struct question *question)
{
	weigh_rows(question, NULL, ATTN_EMPTY_ZERO);
	return ATTN_OK;
}

int answer_masked_softmax(const struct question *question)
{
	struct matrix mask = question_matrix(question, "mask");
	weigh_rows(question, &mask, ATTN_EMPTY_ZERO);
	return ATTN_OK;
}

int answer_masked_softmax_policy(const struct question *question)
{
	int32_t policy = question_choice(question, "policy");
	if (policy != ATTN_EMPTY_ZERO && policy != ATTN_EMPTY_NAN && policy != ATTN_EMPTY_UNIFORM)
		return ATTN_EINVAL;
	struct matrix mask = question_matrix(question, "mask");
	weigh_rows(question, &mask, policy);
	return ATTN_OK;
}

/* The softmax looks at all keys; only the sum is told who is hidden. */
int answer_late_mask_mass(const struct question *question)
{
	struct sight sight = sight_causal(question_offset(question, "offset"));
	struct matrix scores = question_matrix(question, "scores");
	struct matrix mass = question_real(question, "mass");
	struct row row = row_create(scores.columns, question->gauged, question->scratch);
	bool *kept = arena_array(question->scratch, row.n, sizeof(bool));
	for (size_t i = 0; i < scores.rows; i++) {
		read_row(question, matrix_row(&scores, i), NULL, &row);
		question->ideas->weigh(question->ideas, &row);
		for (size_t j = 0; j < row.n; j++) {
			kept[j] = question->ideas->sees(&sight, i, j);
			mass.values[i] += kept[j] ? row.weights[j] : 0;
		}
		if (question->gauged) {
			gauge_exponents(&row);
			mass.errors[i] = gauge_mass(&row, kept);
		}
	}
	return ATTN_OK;
}
