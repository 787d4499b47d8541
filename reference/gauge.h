/*
 * The gauge of every real answer: the scale of the error that honest binary32 code cannot avoid, so that
 * an error of 1 gauge is about what rounding costs, whatever the input. All gauges have their home here,
 * with their derivation; they are carried along with the values as `errors`.
 *
 * How they are derived. u = 2^-24 is the relative error of one float operation. Errors are kept to first
 * order. A sum of n terms t costs u * walk(n) * sum |t| whatever the order of summation: see gauge_walk.
 * What cancels is not counted: an error common to all weights of a row does not reach its output.
 *
 *   score      s = c sum q k, a = c sum |q k|:   u (walk(d) a + 3 |s|)
 *              3 |s|: the scale's root, its division, the multiplication by it.
 *              If q and k came with errors dq, dk of their own: + c sum (|q| dk + dq |k|).
 *   weight     before division, e = exp(s - max) has the relative error
 *                r_j = ds_j + u (max - s_j) + 4 u
 *              from the score, the subtraction (exact in its operands, rounded in its result), and exp
 *              with a rescaling or two. After division the relative error of p_j is r_j - sum_k p_k r_k,
 *              in which p_j r_j cancels, and the sum and the division cost another u (2 walk(n) + 4):
 *                p_j ((1 - p_j) r_j + sum_{k != j} p_k r_k) + u p_j (2 walk(n) + 4)
 *   output     o = sum p v: the relative errors r_j of the weights move o by sum p_j r_j (v_j - o):
 *                sum p_j r_j |v_j - o| + sum p_j dv_j + u (2 walk(n) M + 4 |o|),   M = sum p |v|
 *              where 2 walk(n) are the sums of numerator and denominator.
 *              Not all errors are small: beside a mask of -1e9 a score is off by 30. So r is stretched to
 *              (exp(2 r) - 1) / 2, which is r if small, and bounds what two scores that move apart by 2 r
 *              do to their weights; a weight is never off by more than 1, an output by max |v - o|.
 *   lse        max + ln sum e:   sum p_j r_j + u (2 walk(n) + 4) + 2 u (|lse| + |lse - max|)
 *
 * Weights that are divided by another sum than their own (mistaken code does that) do not let an error of
 * that sum cancel. It is row->common: p_j common in a weight, |o| common in an output.
 *
 * Below FLT_MIN floats lose relative precision, and code may flush what is smaller to 0. Each weight may
 * be off by FLT_MIN for that, an output by FLT_MIN sum |v - o|. A product that underflows is off by half
 * of TINIEST.
 */
#ifndef REFERENCE_GAUGE_H
#define REFERENCE_GAUGE_H

#include "ideas.h"
#include "reference.h"

#define GAUGE_UNIT 0x1p-24     /* u */
#define GAUGE_MIN 0x1p-126     /* FLT_MIN */
#define GAUGE_TINIEST 0x1p-149 /* the smallest float above 0 */

/*
 * How rounding errors add up in a sum of n terms, in units of u times the sum of magnitudes: as sqrt(n)
 * if they are independent. Equal terms are not: each addition in a binade then rounds by the same amount
 * the same way, and a part of n survives.
 */
double gauge_walk(size_t n);

/* Errors of the visible scores of row `i`, once scores are set: into row->errors. */
void gauge_scores(const struct attention *attention, double scale, size_t i, struct row *row);

/* From errors of scores to relative errors of weights, once weights are set: in row->errors. */
void gauge_exponents(struct row *row);

/* After gauge_exponents: errors of the weights, of what they mix, of the log-sum-exp. */
void gauge_weights(const struct row *row, double *errors);
void gauge_mix(const struct row *row, const struct matrix *v, const double *out, double *errors);
double gauge_log_sum(const struct row *row, double log_sum);

/* After gauge_exponents: a relative error that all weights of the row may share, if it is divided by exp(lse). */
double gauge_shared(const struct row *row);

/* After gauge_exponents: error of the sum of weights that `kept` (n) selects. */
double gauge_mass(const struct row *row, const bool *kept);

/* Errors of a product whose values are set. */
void gauge_project(const struct matrix *x, const struct matrix *w, struct matrix *product);

#endif
