/*
 * Weights from outputs: weights v = out, row by row a linear system A w = o with A = v^T. Gaussian
 * elimination with row exchanges, P A = L U.
 *
 * Singular or not is decided against what rounding could have left where exact arithmetic would have found
 * 0: an entry made of terms with magnitudes m is taken for 0 if it is below 2^-53 n m, so that a matrix of
 * dependent rows is called singular and one that is merely badly scaled or ill-conditioned is not.
 *
 * Gauge: the w of float elimination solves (A + E) w = o with |E| <= u c P^T |L| |U|, so that it is off by
 * |A^-1| E |w| (Higham, Accuracy and Stability of Numerical Algorithms, theorem 9.4); here c = walk(n) + 4
 * for the sums of elimination and both substitutions. Honest code may as well eliminate v itself, whose
 * L and U are others: both kinds of E are allowed for.
 */
#include "answers.h"
#include "gauge.h"

#include <math.h>
#include <string.h>

struct elimination {
	size_t n;
	struct matrix a;	  /* L below the diagonal (its own is 1), U on and above it */
	struct matrix magnitudes; /* |A| + |L| |U|, rows exchanged alike */
	size_t *order;		  /* row i of P A is row order[i] of A */
};

/* A matrix about to be eliminated: v or its transpose. */
static struct elimination prepare(const struct question *question, const struct matrix *v, bool transposed)
{
	struct elimination lu = {
		.n = v->rows,
		.a = question_scratch(question, v->rows, v->rows),
		.magnitudes = question_scratch(question, v->rows, v->rows),
		.order = arena_array(question->scratch, v->rows, sizeof(size_t)),
	};
	for (size_t i = 0; i < lu.n; i++) {
		lu.order[i] = i;
		for (size_t j = 0; j < lu.n; j++) {
			double entry = transposed ? matrix_row(v, j)[i] : matrix_row(v, i)[j];
			matrix_row(&lu.a, i)[j] = entry;
			matrix_row(&lu.magnitudes, i)[j] = fabs(entry);
		}
	}
	return lu;
}

/* Is this entry more than the rounding of the terms that it was made of? NaN is. */
static bool significant(const struct elimination *lu, size_t i, size_t j)
{
	double noise = 0x1p-53 * (double)lu->n * matrix_row(&lu->magnitudes, i)[j];
	return !(fabs(matrix_row(&lu->a, i)[j]) <= noise);
}

/* The row at or below the diagonal with the largest entry in column c, or n if there is none but zeros. */
static size_t find_pivot(const struct elimination *lu, size_t c)
{
	size_t best = lu->n;
	for (size_t i = c; i < lu->n; i++) {
		if (!significant(lu, i, c))
			continue;
		if (best == lu->n || fabs(matrix_row(&lu->a, i)[c]) > fabs(matrix_row(&lu->a, best)[c]))
			best = i;
	}
	return best;
}

static void exchange(struct elimination *lu, size_t a, size_t b)
{
	const struct matrix *matrices[] = {&lu->a, &lu->magnitudes};
	for (size_t m = 0; m < 2; m++) {
		for (size_t j = 0; j < lu->n; j++) {
			double held = matrix_row(matrices[m], a)[j];
			matrix_row(matrices[m], a)[j] = matrix_row(matrices[m], b)[j];
			matrix_row(matrices[m], b)[j] = held;
		}
	}
	size_t held = lu->order[a];
	lu->order[a] = lu->order[b];
	lu->order[b] = held;
}

/* The row on the diagonal, or n if it has a zero there. */
static size_t take_pivot(const struct elimination *lu, size_t c)
{
	return matrix_row(&lu->a, c)[c] == 0 ? lu->n : c;
}

typedef size_t pivot_choice(const struct elimination *lu, size_t c);

/* False if there is no pivot to choose. */
static bool eliminate(struct elimination *lu, pivot_choice *choose)
{
	for (size_t c = 0; c < lu->n; c++) {
		size_t pivot = choose(lu, c);
		if (pivot == lu->n)
			return false;
		exchange(lu, c, pivot);
		for (size_t i = c + 1; i < lu->n; i++) {
			double factor = matrix_row(&lu->a, i)[c] / matrix_row(&lu->a, c)[c];
			matrix_row(&lu->a, i)[c] = factor;
			for (size_t j = c + 1; j < lu->n; j++) {
				double term = factor * matrix_row(&lu->a, c)[j];
				matrix_row(&lu->a, i)[j] -= term;
				matrix_row(&lu->magnitudes, i)[j] += fabs(term);
			}
		}
	}
	return true;
}

/* Solves L U x = x in place. */
static void substitute(const struct elimination *lu, double *x)
{
	for (size_t i = 0; i < lu->n; i++)
		for (size_t j = 0; j < i; j++)
			x[i] -= matrix_row(&lu->a, i)[j] * x[j];
	for (size_t i = lu->n; i-- > 0;) {
		for (size_t j = i + 1; j < lu->n; j++)
			x[i] -= matrix_row(&lu->a, i)[j] * x[j];
		x[i] /= matrix_row(&lu->a, i)[i];
	}
}

/* Row r holds column order[r] of A^-1. */
static struct matrix invert(const struct question *question, const struct elimination *lu)
{
	struct matrix inverse = question_scratch(question, lu->n, lu->n);
	for (size_t r = 0; r < lu->n; r++) {
		matrix_row(&inverse, r)[r] = 1;
		substitute(lu, matrix_row(&inverse, r));
	}
	return inverse;
}

/* The E of both eliminations together, rows in the order of `lu`, which is that of v transposed. */
static struct matrix perturb(const struct question *question, const struct matrix *v, const struct elimination *lu,
			     pivot_choice *choose)
{
	struct elimination other = prepare(question, v, false);
	struct matrix perturbation = question_scratch(question, lu->n, lu->n);
	double scale = GAUGE_UNIT * (gauge_walk(lu->n) + 4);
	/* v may meet a zero where its transpose does not: what was not reached by then is gauged as it stands */
	eliminate(&other, choose);
	for (size_t r = 0; r < lu->n; r++)
		for (size_t j = 0; j < lu->n; j++)
			matrix_row(&perturbation, r)[j] = scale * matrix_row(&lu->magnitudes, r)[j] + GAUGE_TINIEST;
	for (size_t j = 0; j < lu->n; j++)
		for (size_t r = 0; r < lu->n; r++)
			matrix_row(&perturbation, r)[other.order[j]] +=
				scale * matrix_row(&other.magnitudes, j)[lu->order[r]];
	return perturbation;
}

static void gauge_solution(const struct matrix *inverse, const struct matrix *perturbation, const double *solution,
			   double *errors)
{
	size_t n = inverse->rows;
	for (size_t i = 0; i < n; i++)
		errors[i] = 4 * GAUGE_UNIT * fabs(solution[i]) + GAUGE_MIN;
	for (size_t r = 0; r < n; r++) {
		double residual = (double)n * GAUGE_TINIEST;
		for (size_t j = 0; j < n; j++)
			residual += matrix_row(perturbation, r)[j] * fabs(solution[j]);
		for (size_t i = 0; i < n; i++)
			errors[i] += fabs(matrix_row(inverse, r)[i]) * residual;
	}
}

/* Rows in the order of one elimination, put in that of another. */
static struct matrix reorder(const struct question *question, const struct matrix *matrix,
			     const struct elimination *from, const struct elimination *to)
{
	struct matrix ordered = question_scratch(question, matrix->rows, matrix->columns);
	for (size_t r = 0; r < to->n; r++) {
		size_t s = 0;
		while (from->order[s] != to->order[r])
			s++;
		memcpy(matrix_row(&ordered, r), matrix_row(matrix, s), matrix->columns * sizeof(double));
	}
	return ordered;
}

/*
 * The solution, as far off as that of an elimination that chooses its pivots so. A bad choice loses digits in double as
 * well: the solution itself, and the inverse, are those of the right elimination.
 */
static int recover(const struct question *question, pivot_choice *choose)
{
	struct matrix v = question_matrix(question, "v"), out = question_matrix(question, "out");
	struct elimination lu = prepare(question, &v, true), chosen = prepare(question, &v, true);
	if (!eliminate(&chosen, choose) || !eliminate(&lu, find_pivot))
		return ATTN_ESINGULAR;
	struct matrix weights = question_real(question, "weights");
	for (size_t i = 0; i < weights.rows; i++) {
		for (size_t j = 0; j < lu.n; j++)
			matrix_row(&weights, i)[j] = matrix_row(&out, i)[lu.order[j]];
		substitute(&lu, matrix_row(&weights, i));
	}
	if (!question->gauged)
		return ATTN_OK;
	struct matrix perturbation = perturb(question, &v, &chosen, choose), inverse = invert(question, &lu);
	struct matrix ordered = reorder(question, &perturbation, &chosen, &lu);
	for (size_t i = 0; i < weights.rows; i++)
		gauge_solution(&inverse, &ordered, matrix_row(&weights, i), matrix_row_errors(&weights, i));
	return ATTN_OK;
}

int answer_recover_weights(const struct question *question)
{
	return recover(question, find_pivot);
}

int answer_recover_weights_unexchanged(const struct question *question)
{
	return recover(question, take_pivot);
}
