/*
 * The gradient of causal attention, a row at a time. With P the weights, G the derivative of the loss by
 * the output and c the scale:
 *
 *   dV = P^T G     dP = G V^T     dS_i = J(P_i) dP_i     dQ = c dS K     dK = c dS^T Q
 *
 * Its gauges, in the notation of gauge.h, with dp the error of a weight, b_ij = sum |G_i v_j| and D_i =
 * sum_j p_j dP_ij:
 *
 *   dV_j   sum_i |G_i| (dp_ij + u walk(n) p_ij)
 *   D_i    sum_j p_j r_j |dP_ij - D_i| + u (2 walk(n) + walk(d_v) + 4) sum_j p_j b_ij
 *          which also covers code that takes D_i from the output, as sum G_i o_i; the first sum is max |dP_ij - D_i|
 *          at the most, since D_i mixes the dP_ij
 *   dS_ij  e_ij = dp_ij |dP_ij - D_i| + p_ij (u walk(d_v) b_ij + (error of D_i) + 2 u (|dP_ij| + |D_i|))
 *   dQ_i   c sum_j |k_j| (e_ij + u (walk(n) + 3) |dS_ij|), and dK likewise
 */
#include "answers.h"
#include "gauge.h"

#include <math.h>

struct gradient {
	struct attention attention;
	struct matrix d_out, dq, dk, dv;
	double scale;
	/* of the row at hand, one per key */
	struct row row;
	double *d_weights, *d_scores;
	double *weight_errors, *magnitudes, *d_score_errors; /* only if gauged */
};

static struct gradient read_gradient(const struct question *question)
{
	size_t n = question_size(question, "n");
	struct gradient gradient = {
		.attention = {.q = question_matrix(question, "q"),
			      .k = question_matrix(question, "k"),
			      .v = question_matrix(question, "v"),
			      .sight = sight_causal(0),
			      .n_heads = 1},
		.d_out = question_matrix(question, "d_out"),
		.dq = question_real(question, "dq"),
		.dk = question_real(question, "dk"),
		.dv = question_real(question, "dv"),
		.scale = question->ideas->scale(question_size(question, "d_k"), 1),
		.row = row_create(n, question->gauged, question->scratch),
		.d_weights = arena_array(question->scratch, n, sizeof(double)),
		.d_scores = arena_array(question->scratch, n, sizeof(double)),
		.weight_errors = arena_array(question->scratch, n, sizeof(double)),
		.magnitudes = arena_array(question->scratch, n, sizeof(double)),
		.d_score_errors = arena_array(question->scratch, n, sizeof(double)),
	};
	return gradient;
}

/* The derivatives by the weights of row `i`, and the magnitudes that their sums are made of. */
static void derive_weights(struct gradient *gradient, size_t i)
{
	const double *d_out = matrix_row(&gradient->d_out, i);
	for (size_t j = 0; j < gradient->row.n; j++) {
		gradient->d_weights[j] = gradient->magnitudes[j] = 0;
		if (!gradient->row.visible[j])
			continue;
		const double *value = matrix_row(&gradient->attention.v, j);
		for (size_t c = 0; c < gradient->d_out.columns; c++) {
			gradient->d_weights[j] += d_out[c] * value[c];
			gradient->magnitudes[j] += fabs(d_out[c] * value[c]);
		}
	}
}

/* target += factor * vector */
static void add(double *target, double factor, const double *vector, size_t n)
{
	for (size_t t = 0; t < n; t++)
		target[t] += factor * vector[t];
}

/* target += factor * |vector|, and what is lost where a product or the vector itself underflows. */
static void add_magnitude(double *target, double factor, double tiny, const double *vector, size_t n)
{
	for (size_t t = 0; t < n; t++)
		target[t] += factor * fabs(vector[t]) + tiny;
}

/* Adds what row `i` contributes to the three gradients. */
static void contribute(struct gradient *gradient, size_t i)
{
	const struct attention *attention = &gradient->attention;
	size_t d_k = attention->q.columns, d_v = attention->v.columns;
	for (size_t j = 0; j < gradient->row.n; j++) {
		if (!gradient->row.visible[j])
			continue;
		double factor = gradient->scale * gradient->d_scores[j];
		add(matrix_row(&gradient->dv, j), gradient->row.weights[j], matrix_row(&gradient->d_out, i), d_v);
		add(matrix_row(&gradient->dq, i), factor, matrix_row(&attention->k, j), d_k);
		add(matrix_row(&gradient->dk, j), factor, matrix_row(&attention->q, i), d_k);
	}
}

/* Errors of the derivatives by the scores, after gauge_exponents. */
static void gauge_d_scores(struct gradient *gradient)
{
	static const double common_max = 1e250; /* times a derivative it is still finite */
	const struct row *row = &gradient->row;
	double sums = gauge_walk(gradient->d_out.columns);
	double tiny = GAUGE_TINIEST * (double)(gradient->d_out.columns + 2); /* products that underflow */
	double mean = 0, mean_error = 0, farthest = 0, magnitude = 0;
	for (size_t j = 0; j < row->n; j++)
		mean += row->visible[j] ? row->weights[j] * gradient->d_weights[j] : 0;
	for (size_t j = 0; j < row->n; j++) {
		if (!row->visible[j])
			continue;
		const double distance = fabs(gradient->d_weights[j] - mean);
		mean_error += (fabs(row->weights[j]) * row->errors[j] + GAUGE_MIN) * distance;
		farthest = fmax(farthest, distance);
		magnitude += fabs(row->weights[j]) * gradient->magnitudes[j];
	}
	mean_error = fmin(mean_error, farthest);
	mean_error += (fmin(row->common, common_max) + gauge_shared(row)) * fabs(mean) +
		      GAUGE_UNIT * (2 * gauge_walk(row->n) + sums + 4) * magnitude;
	for (size_t j = 0; j < row->n; j++) {
		double d_weight = gradient->d_weights[j];
		double rounding = sums * gradient->magnitudes[j] + 2 * (fabs(d_weight) + fabs(mean));
		gradient->d_score_errors[j] = gradient->weight_errors[j] * fabs(d_weight - mean) +
					      fabs(row->weights[j]) * (GAUGE_UNIT * rounding + mean_error) + tiny;
	}
}

/* Adds the errors of what row `i` contributes. */
static void gauge_contribution(struct gradient *gradient, size_t i)
{
	const struct attention *attention = &gradient->attention;
	size_t d_k = attention->q.columns, d_v = attention->v.columns;
	double sums = GAUGE_UNIT * gauge_walk(gradient->row.n);
	for (size_t j = 0; j < gradient->row.n; j++) {
		if (!gradient->row.visible[j])
			continue;
		double weight = gradient->weight_errors[j] + sums * fabs(gradient->row.weights[j]);
		double slope = fabs(gradient->d_scores[j]), tiny = GAUGE_TINIEST * (1 + slope);
		double factor = fabs(gradient->scale) * (gradient->d_score_errors[j] + (sums + 3 * GAUGE_UNIT) * slope);
		add_magnitude(matrix_row_errors(&gradient->dv, j), weight, GAUGE_TINIEST,
			      matrix_row(&gradient->d_out, i), d_v);
		add_magnitude(matrix_row_errors(&gradient->dq, i), factor, tiny, matrix_row(&attention->k, j), d_k);
		add_magnitude(matrix_row_errors(&gradient->dk, j), factor, tiny, matrix_row(&attention->q, i), d_k);
	}
}

int answer_causal_backward(const struct question *question)
{
	const struct ideas *ideas = question->ideas;
	if (question_size(question, "d_k") == 0)
		return ATTN_EINVAL;
	struct gradient gradient = read_gradient(question);
	for (size_t i = 0; i < gradient.row.n; i++) {
		attention_score(ideas, &gradient.attention, i, &gradient.row);
		ideas->weigh(ideas, &gradient.row);
		derive_weights(&gradient, i);
		ideas->differentiate(&gradient.row, gradient.d_weights, gradient.d_scores);
		contribute(&gradient, i);
		if (!question->gauged)
			continue;
		gauge_exponents(&gradient.row);
		gauge_weights(&gradient.row, gradient.weight_errors);
		gauge_d_scores(&gradient);
		gauge_contribution(&gradient, i);
	}
	return ATTN_OK;
}
