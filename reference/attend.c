/*
 * Attention as a whole: score a row, turn its scores into weights, mix the values; a row at a time, so
 * that the work takes memory for one row only.
 */
#include "gauge.h"

#include <math.h>

/* Four sums at once: the processor can add them side by side, and long cases are in a hurry. */
static double dot(const double *a, const double *b, size_t d)
{
	double sums[4] = {0, 0, 0, 0};
	size_t t = 0;
	for (; t + 4 <= d; t += 4)
		for (size_t l = 0; l < 4; l++)
			sums[l] += a[t + l] * b[t + l];
	for (; t < d; t++)
		sums[0] += a[t] * b[t];
	return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void attention_score(const struct ideas *ideas, const struct attention *attention, size_t i, struct row *row)
{
	size_t d_k = attention->q.columns;
	double scale = ideas->scale(d_k, attention->n_heads);
	const double *query = matrix_row(&attention->q, i);
	for (size_t j = 0; j < row->n; j++) {
		row->visible[j] = ideas->sees(&attention->sight, i, j);
		bool looked_at = row->visible[j] || ideas->peeks;
		row->scores[j] = looked_at ? scale * dot(query, matrix_row(&attention->k, j), d_k) : NAN;
	}
	if (row->errors != NULL)
		gauge_scores(attention, scale, i, row);
}

static void gauge_row(const struct attention *attention, size_t i, struct row *row, struct attended *attended)
{
	gauge_exponents(row);
	gauge_mix(row, &attention->v, matrix_row(&attended->out, i), matrix_row_errors(&attended->out, i));
	if (attended->weights.values != NULL)
		gauge_weights(row, matrix_row_errors(&attended->weights, i));
	if (attended->lse.values != NULL)
		attended->lse.errors[i] = gauge_log_sum(row, attended->lse.values[i]);
}

void attention_mix(const struct ideas *ideas, const struct attention *attention, size_t i, struct row *row,
		   struct attended *attended)
{
	ideas->mix(row, &attention->v, matrix_row(&attended->out, i));
	if (attended->lse.values != NULL)
		attended->lse.values[i] = ideas->log_sum(row);
	if (attended->weights.values != NULL)
		for (size_t j = 0; j < row->n; j++)
			matrix_row(&attended->weights, i)[j] = row->weights[j];
	if (row->errors != NULL)
		gauge_row(attention, i, row, attended);
}

void idea_attend(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
		 struct attended *attended)
{
	struct row row = row_create(attention->k.rows, attended->out.errors != NULL, arena);
	for (size_t i = 0; i < attention->q.rows; i++) {
		attention_score(ideas, attention, i, &row);
		ideas->weigh(ideas, &row);
		attention_mix(ideas, attention, i, &row, attended);
	}
}
