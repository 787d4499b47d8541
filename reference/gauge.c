#include "gauge.h"

#include <math.h>

double gauge_walk(size_t n)
{
	return sqrt((double)n) + (double)n / 32;
}

/* Error of sum a b over d terms: rounding, and the errors that a and b (NULL: none) came with. */
static double dot_error(const double *a, const double *a_errors, const double *b, const double *b_errors, size_t d)
{
	double magnitude = 0, size = 0, inherited = 0;
	for (size_t t = 0; t < d; t++) {
		magnitude += fabs(a[t] * b[t]);
		size += fabs(a[t]) + fabs(b[t]);
	}
	if (a_errors != NULL)
		for (size_t t = 0; t < d; t++)
			inherited += a_errors[t] * fabs(b[t]);
	if (b_errors != NULL)
		for (size_t t = 0; t < d; t++)
			inherited += fabs(a[t]) * b_errors[t];
	return GAUGE_UNIT * gauge_walk(d) * magnitude + inherited + GAUGE_TINIEST * ((double)d + size);
}

void gauge_scores(const struct attention *attention, double scale, size_t i, struct row *row)
{
	const struct matrix *q = &attention->q, *k = &attention->k;
	for (size_t j = 0; j < row->n; j++) {
		row->errors[j] = 0;
		if (isnan(row->scores[j])) /* nobody looked at it, or there is nothing to round */
			continue;
		double error = dot_error(matrix_row(q, i), matrix_row_errors(q, i), matrix_row(k, j),
					 matrix_row_errors(k, j), q->columns);
		row->errors[j] = fabs(scale) * error + 3 * GAUGE_UNIT * fabs(row->scores[j]);
	}
}

/* Does key j take part with a finite score? Only then is there anything to round. */
static inline bool counts(const struct row *row, size_t j)
{
	return row->visible[j] && isfinite(row->scores[j]);
}

static size_t count_keys(const struct row *row)
{
	size_t count = 0;
	for (size_t j = 0; j < row->n; j++)
		count += counts(row, j);
	return count;
}

/* The mean of the relative errors under the weights. */
static double mean_error(const struct row *row)
{
	double mean = 0;
	for (size_t j = 0; j < row->n; j++)
		if (counts(row, j))
			mean += fabs(row->weights[j]) * row->errors[j];
	return mean;
}

/*
 * Weights need not be divided by the sum that was computed for the row: exp(s_j - lse), with a log-sum-exp
 * rounded by itself, is as honest (FlashAttention's backward pass has it so). Then an error of the size of the
 * scores' is shared by all weights and does not cancel; at the most the rounding swallows what the other keys
 * add to the largest, which is nothing for a key alone.
 */
double gauge_shared(const struct row *row)
{
	double largest = 0;
	for (size_t j = 0; j < row->n; j++)
		if (counts(row, j))
			largest = fmax(largest, fabs(row->weights[j]));
	return largest > 0 ? fmin(mean_error(row), fmax(-log(largest), 0)) : 0;
}

/*
 * Nor need the score that a weight is made of be the number that was summed: where it is computed again, compilers fuse
 * and order sums otherwise. For that a key alone pays too. Beyond a thousandth, of which the tolerance makes eight,
 * nobody is to blame but code that lets its scores fall apart.
 */
static double find_apart(const struct row *row)
{
	static const double apart_max = 0x1p-10;
	return fmax(gauge_shared(row), fmin(mean_error(row), apart_max));
}

/* A relative error as it is once it is no longer small; finite whatever it is. */
static double stretch(double error)
{
	return expm1(fmin(2 * error, 600)) / 2;
}

/* Weights that share such an error may be anything. */
static bool is_unknown(const struct row *row)
{
	return row->common >= GAUGE_UNKNOWN;
}

void gauge_exponents(struct row *row)
{
	double maximum = row_maximum(row);
	row->common = is_unknown(row) ? row->common : stretch(row->common);
	for (size_t j = 0; j < row->n; j++)
		if (counts(row, j))
			row->errors[j] = stretch(row->errors[j] + GAUGE_UNIT * (maximum - row->scores[j] + 4));
		else
			row->errors[j] = 0;
}

/*
 * (1 - p_j) r_j + sum_{k != j} p_k r_k. What is left beside a weight near 1 is added up anew: the differences
 * would lose it.
 */
static double relative_error(const struct row *row, size_t j, double mean)
{
	double weight = fabs(row->weights[j]), error = row->errors[j];
	double others = 1 - weight, others_error = mean - weight * error;
	if (weight > 0.5) {
		others = others_error = 0;
		for (size_t k = 0; k < row->n; k++) {
			if (k == j || !counts(row, k))
				continue;
			others += fabs(row->weights[k]);
			others_error += fabs(row->weights[k]) * row->errors[k];
		}
	}
	return fmax(others, 0) * error + fmax(others_error, 0);
}

/*
 * A hidden weight is exactly 0, and so is that of a score of -inf. Hidden ones that are something else
 * are the work of a policy for empty rows.
 */
void gauge_weights(const struct row *row, double *errors)
{
	double mean = mean_error(row), shared = find_apart(row);
	double sums = GAUGE_UNIT * (2 * gauge_walk(count_keys(row)) + 4);
	for (size_t j = 0; j < row->n; j++) {
		double weight = fabs(row->weights[j]);
		if (is_unknown(row) && row->visible[j])
			errors[j] = GAUGE_UNKNOWN;
		else if (counts(row, j))
			errors[j] = fmin(weight * (relative_error(row, j, mean) + shared + row->common + sums), 1) +
				    GAUGE_MIN;
		else
			errors[j] = is_unknown(row) ? 0 : (4 * GAUGE_UNIT + row->common) * weight;
	}
}

/* Some neighbouring columns of an output: sums over the keys. */
enum { STRIP_MAX = 8 };
struct strip {
	size_t first, columns;
	double moved[STRIP_MAX];     /* by the errors of the weights */
	double farthest[STRIP_MAX];  /* visible value: at the worst the output is that one */
	double magnitude[STRIP_MAX]; /* M */
	double inherited[STRIP_MAX];
};

static void add_key(struct strip *strip, const struct row *row, size_t j, const struct matrix *v, const double *out)
{
	const double *value = matrix_row(v, j) + strip->first, *errors = matrix_row_errors(v, j);
	double weight = fabs(row->weights[j]), error = weight * row->errors[j] + GAUGE_MIN;
	for (size_t c = 0; c < strip->columns; c++) {
		double distance = fabs(value[c] - out[c]);
		strip->moved[c] += error * distance;
		strip->farthest[c] = distance > strip->farthest[c] ? distance : strip->farthest[c];
		strip->magnitude[c] += weight * fabs(value[c]);
	}
	for (size_t c = 0; errors != NULL && c < strip->columns; c++)
		strip->inherited[c] += weight * errors[strip->first + c];
}

/* A strip at a time, so that a key is looked at once for many columns, and its row lies together in memory. */
void gauge_mix(const struct row *row, const struct matrix *v, const double *out, double *errors)
{
	size_t count = count_keys(row);
	double sums = 2 * GAUGE_UNIT * gauge_walk(count), relative = 4 * GAUGE_UNIT + row->common + gauge_shared(row);
	for (size_t first = 0; first < v->columns; first += STRIP_MAX) {
		size_t left = v->columns - first;
		struct strip strip = {.first = first, .columns = left < STRIP_MAX ? left : STRIP_MAX};
		for (size_t j = 0; j < row->n; j++)
			if (counts(row, j))
				add_key(&strip, row, j, v, out + first);
		for (size_t c = 0; c < strip.columns; c++)
			errors[first + c] = (count == 0 ? 0 : relative * fabs(out[first + c]) + 8 * GAUGE_MIN) +
					    fmin(strip.moved[c], strip.farthest[c]) + sums * strip.magnitude[c] +
					    strip.inherited[c];
	}
	for (size_t c = 0; c < v->columns && is_unknown(row); c++)
		errors[c] = GAUGE_UNKNOWN;
}

double gauge_log_sum(const struct row *row, double log_sum)
{
	double maximum = row_maximum(row), above = isfinite(maximum) ? fabs(log_sum - maximum) : 0;
	double sums = 2 * gauge_walk(count_keys(row)) + 4;
	double scores = log1p(2 * mean_error(row)) / 2; /* the stretching undone: no more than the worst score's */
	return scores + log1p(2 * row->common) / 2 + GAUGE_UNIT * (sums + 2 * fabs(log_sum) + 2 * above) + GAUGE_MIN;
}

/* With mass m kept: the kept keys' errors count (1 - m) times, the others' m times; and there are two sums. */
double gauge_mass(const struct row *row, const bool *kept)
{
	double mass = 0, inside = 0;
	for (size_t j = 0; j < row->n; j++) {
		if (!kept[j] || !counts(row, j))
			continue;
		mass += row->weights[j];
		inside += row->weights[j] * row->errors[j];
	}
	double outside = fmax(mean_error(row) - inside, 0);
	double sums = GAUGE_UNIT * (4 * gauge_walk(count_keys(row)) + 4);
	double error = inside * fmax(1 - mass, 0) + mass * (outside + row->common + sums);
	return fmin(error, 1) + (double)row->n * GAUGE_MIN;
}

void gauge_project(const struct matrix *x, const struct matrix *w, struct matrix *product)
{
	for (size_t i = 0; i < product->rows; i++) {
		double *errors = matrix_row_errors(product, i);
		for (size_t c = 0; c < product->columns; c++)
			errors[c] = GAUGE_TINIEST * (double)w->rows;
		for (size_t t = 0; t < w->rows; t++) {
			double value = fabs(matrix_row(x, i)[t]);
			double inherited = x->errors == NULL ? 0 : matrix_row_errors(x, i)[t];
			double error = GAUGE_UNIT * gauge_walk(w->rows) * value + inherited;
			for (size_t c = 0; c < product->columns; c++)
				errors[c] += error * fabs(matrix_row(w, t)[c]);
		}
	}
}
