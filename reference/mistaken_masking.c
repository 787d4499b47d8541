/*
 * Misconceptions about how a mask is applied: after the softmax, by multiplication, by numbers that are not
 * quite -inf. Hidden keys get weights here, so most of these peek.
 */
#include <math.h>

#include "gauge.h"
#include "mistaken.h"

/* ---- After the softmax ---- */

static double find_maximum(const struct row *row)
{
	double maximum = -INFINITY;
	for (size_t j = 0; j < row->n; j++)
		maximum = isnan(row->scores[j]) || row->scores[j] > maximum ? row->scores[j] : maximum;
	return maximum;
}

/* The softmax of all scores, hidden or not; returns their log-sum-exp. */
static double weigh_all(struct row *row)
{
	double maximum = find_maximum(row), sum = 0;
	for (size_t j = 0; j < row->n; j++)
		sum += row->weights[j] = exp(row->scores[j] - maximum);
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] /= sum;
	return maximum + log(sum);
}

/*
 * What the errors of hidden scores do to the weights that are kept: the gauge of a row counts visible keys
 * only, and measures them from the largest visible score.
 */
static double find_common_error(const struct row *row)
{
	double maximum = find_maximum(row), worst = 0, hidden = 0, common = 0;
	for (size_t j = 0; j < row->n && row->errors != NULL; j++) {
		double error = row->errors[j] + GAUGE_UNIT * (maximum - row->scores[j] + 4);
		if (!isfinite(error) || row->weights[j] == 0)
			continue;
		if (row->visible[j])
			worst = fmax(worst, error);
		else
			common += row->weights[j] * error, hidden += row->weights[j];
	}
	return common + hidden * worst;
}

static void weigh_then_mask_all(const struct ideas *ideas, struct row *row)
{
	(void)ideas;
	weigh_all(row);
	row->common = find_common_error(row); /* of the log-sum-exp too, even if the row is empty */
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] = row->visible[j] ? row->weights[j] : 0;
}

/* With a rule for rows that see nothing. */
static void weigh_then_mask(const struct ideas *ideas, struct row *row)
{
	weigh_then_mask_all(ideas, row);
	if (row_maximum(row) == -INFINITY)
		ideas->fill_empty(row);
}

static double log_sum_all(const struct row *row)
{
	double maximum = find_maximum(row), sum = 0;
	if (maximum == -INFINITY)
		return -INFINITY;
	for (size_t j = 0; j < row->n; j++)
		sum += exp(row->scores[j] - maximum);
	return maximum + log(sum);
}

/*
 * Weights that are masked after the softmax and divided by what is left, plus `epsilon`. In float what is
 * left may be 0: beside a hidden score that is a hundred greater, visible weights underflow.
 */
static void renormalise(const struct ideas *ideas, struct row *row, double epsilon, double least)
{
	double maximum = find_maximum(row), kept = epsilon;
	row->common = 0;
	if (row_maximum(row) == -INFINITY) {
		ideas->fill_empty(row);
		return;
	}
	weigh_all(row);
	const double common = find_common_error(row);
	for (size_t j = 0; j < row->n; j++) {
		row->weights[j] = row->visible[j] ? (double)(float)row->weights[j] : 0;
		kept += row->weights[j];
		if (row->errors != NULL && row->weights[j] > 0) /* a subnormal weight may be off by its last bit */
			row->errors[j] += GAUGE_UNIT * (maximum - row->scores[j]) + GAUGE_TINIEST / row->weights[j];
	}
	row->common = epsilon == 0 && !(kept < least) ? 0 : common;
	for (size_t j = 0; j < row->n; j++)
		if (row->visible[j])
			row->weights[j] /= kept < least ? least : kept;
}

#define RENORMALISED_BY(name, epsilon) \
	static void weigh_mask_renormalise##name(const struct ideas *ideas, struct row *row) \
	{ \
		renormalise(ideas, row, epsilon, 0); \
	}

RENORMALISED_BY(, 0)
RENORMALISED_BY(_1e6, 1e-6)
RENORMALISED_BY(_1e8, 1e-8)
RENORMALISED_BY(_guarded, 1e-9)
RENORMALISED_BY(_1e12, 1e-12)

/* By the larger of what is left and a small number. */
static void weigh_mask_renormalise_at_least(const struct ideas *ideas, struct row *row)
{
	renormalise(ideas, row, 0, 1e-9);
}

static bool is_lost(const struct row *row)
{
	for (size_t j = 0; j < row->n; j++)
		if (row->visible[j] && !isnan(row->weights[j]))
			return false;
	return true;
}

/* A row of which nothing is left counts as empty. */
static void forget_lost(struct row *row)
{
	const bool lost = is_lost(row) && isfinite(row_maximum(row));
	for (size_t j = 0; lost && j < row->n; j++)
		row->weights[j] = 0;
}

static void weigh_mask_renormalise_ruled(const struct ideas *ideas, struct row *row)
{
	renormalise(ideas, row, 0, 0);
	forget_lost(row);
}

/* A row of which nothing is left is 0 divided by 0 throughout. */
static void weigh_mask_renormalise_throughout(const struct ideas *ideas, struct row *row)
{
	renormalise(ideas, row, 0, 0);
	const bool lost = is_lost(row);
	for (size_t j = 0; lost && j < row->n; j++)
		row->visible[j] = true, row->weights[j] = NAN;
}

/* The largest of all scores is subtracted, hidden ones too: in float all that is visible may underflow. */
static void weigh_from_hidden_maximum(const struct ideas *ideas, struct row *row)
{
	double maximum = find_maximum(row), sum = 0;
	if (row_maximum(row) == -INFINITY) {
		ideas->fill_empty(row);
		return;
	}
	for (size_t j = 0; j < row->n; j++) {
		row->weights[j] = row->visible[j] ? (double)(float)exp(row->scores[j] - maximum) : 0;
		sum += row->weights[j];
		if (row->errors != NULL && row->weights[j] > 0)
			row->errors[j] += GAUGE_UNIT * (maximum - row->scores[j]) + GAUGE_TINIEST / row->weights[j];
	}
	for (size_t j = 0; j < row->n; j++)
		if (row->visible[j])
			row->weights[j] /= sum;
}

static void weigh_from_hidden_maximum_ruled(const struct ideas *ideas, struct row *row)
{
	weigh_from_hidden_maximum(ideas, row);
	forget_lost(row);
}

/* No row without visible scores is looked for, only one without any: beside a hidden score it is 0 divided by 0. */
static void weigh_from_hidden_maximum_blindly(const struct ideas *ideas, struct row *row)
{
	const double maximum = find_maximum(row);
	const bool lost = row_maximum(row) == -INFINITY && maximum != -INFINITY;
	for (size_t j = 0; lost && j < row->n; j++)
		row->weights[j] = row->visible[j] ? NAN : 0;
	if (!lost)
		weigh_from_hidden_maximum(ideas, row);
}

/* In float the logarithm of 0, if all that is visible underflows. */
static double log_sum_from_hidden_maximum(const struct row *row)
{
	double maximum = find_maximum(row), sum = 0;
	for (size_t j = 0; j < row->n; j++)
		sum += row->visible[j] ? (double)(float)exp(row->scores[j] - maximum) : 0;
	return row_maximum(row) == -INFINITY ? -INFINITY : maximum + log(sum);
}

/* ---- Numbers that are not -inf ---- */

/* What a hidden score is made into, and its error. */
typedef void filler(double *score, double *error);

static void fill_with(double *score, double *error, double value)
{
	*score = value;
	*error = 0;
}

static void fill_zero(double *score, double *error)
{
	fill_with(score, error, 0);
}

static void fill_typo(double *score, double *error)
{
	fill_with(score, error, -1e-9);
}

static void fill_1e9(double *score, double *error)
{
	fill_with(score, error, -1e9);
}

static void fill_1e30(double *score, double *error)
{
	fill_with(score, error, -1e30);
}

static void fill_1e5(double *score, double *error)
{
	fill_with(score, error, -1e5);
}

static void fill_65504(double *score, double *error)
{
	fill_with(score, error, -65504);
}

static void fill_1e4(double *score, double *error)
{
	fill_with(score, error, -1e4);
}

static void fill_1e3(double *score, double *error)
{
	fill_with(score, error, -1e3);
}

/* Multiplied by 0, scores become 0, but NaN and infinities become NaN. */
static void fill_multiplied(double *score, double *error)
{
	fill_with(score, error, *score * 0);
}

/* -1e-9 vanishes beside any score that matters. */
static void fill_typo_added(double *score, double *error)
{
	(void)error;
	*score -= 1e-9;
}

/*
 * In float, neighbours of 1e9 are 64 apart: scores up to 32 vanish beside it, and a row of nothing but hidden
 * keys becomes uniform. Which way a larger one is rounded is anybody's guess.
 */
static void fill_1e9_added(double *score, double *error)
{
	*error = fabs(*score) + *error < 32 ? 0 : 64;
	*score = (double)(float)((double)(float)*score - 1e9);
}

/* Any score vanishes beside 1e30, but NaN stays. */
static void fill_1e30_added(double *score, double *error)
{
	fill_with(score, error, isfinite(*score) ? -1e30 : *score - 1e30);
}

static void fill_1e4_added(double *score, double *error)
{
	*error += GAUGE_UNIT * 1e4;
	*score -= 1e4;
}

static void fill_hidden(struct row *row, filler *fill)
{
	for (size_t j = 0; j < row->n; j++) {
		double unasked = 0;
		if (!row->visible[j])
			fill(&row->scores[j], row->errors != NULL ? &row->errors[j] : &unasked);
	}
}

/* Hidden keys get these scores and take part. */
static void weigh_filled(const struct ideas *ideas, struct row *row, filler *fill)
{
	fill_hidden(row, fill);
	for (size_t j = 0; j < row->n; j++)
		row->visible[j] = true;
	idea_weigh(ideas, row);
}

/*
 * The same, but a key is skipped if its weight is 0 in float, and a row that sees nothing does what a policy says, if
 * that is not zeros.
 */
static void weigh_filled_skipping(const struct ideas *ideas, struct row *row, filler *fill)
{
	const double zero_in_float = 1e-50;
	if (row->policy != ATTN_EMPTY_ZERO && row_maximum(row) == -INFINITY) {
		ideas->fill_empty(row);
		return;
	}
	weigh_filled(ideas, row, fill);
	for (size_t j = 0; j < row->n; j++)
		if (row->weights[j] < zero_in_float)
			row->visible[j] = false, row->weights[j] = 0;
}

/* By the formula alone: where all scores are -inf, and none of them was hidden, a row is NaN. */
static bool is_lost_unhidden(const struct row *row)
{
	for (size_t j = 0; j < row->n; j++)
		if (!row->visible[j])
			return false;
	return row_maximum(row) == -INFINITY;
}

static void divide_by_nothing(struct row *row)
{
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] = row->policy == ATTN_EMPTY_UNIFORM ? 1 / (double)row->n : NAN;
}

static void weigh_filled_blindly(const struct ideas *ideas, struct row *row, filler *fill)
{
	if (is_lost_unhidden(row))
		divide_by_nothing(row);
	else
		weigh_filled(ideas, row, fill);
}

static void weigh_filled_skipping_blindly(const struct ideas *ideas, struct row *row, filler *fill)
{
	if (is_lost_unhidden(row))
		divide_by_nothing(row);
	else
		weigh_filled_skipping(ideas, row, fill);
}

/* Of the keys that were not filled: it is computed apart. */
static double log_sum_apart(const struct row *row, double fill)
{
	double maximum = -INFINITY, sum = 0;
	for (size_t j = 0; j < row->n; j++)
		if (row->scores[j] != fill && !(row->scores[j] <= maximum))
			maximum = row->scores[j];
	for (size_t j = 0; j < row->n; j++)
		sum += row->scores[j] != fill ? exp(row->scores[j] - maximum) : 0;
	return maximum == -INFINITY ? -INFINITY : maximum + log(sum);
}

static double log_sum_beside_1e9(const struct row *row)
{
	return log_sum_apart(row, -1e9);
}

static double log_sum_beside_1e30(const struct row *row)
{
	return log_sum_apart(row, -1e30);
}

/* They take part in the softmax, and are left out of the sum that mixes: nobody looks at what they hold. */
static void weigh_beside(struct row *row, filler *fill)
{
	double worst = 0;
	fill_hidden(row, fill);
	weigh_all(row);
	for (size_t j = 0; j < row->n && row->errors != NULL; j++)
		worst = fmax(worst, row->weights[j] > 0 && isfinite(row->errors[j]) ? row->errors[j] : 0);
	/* a hidden key's weight is off by what the loudest score is */
	row->common = find_common_error(row) + worst;
}

#define WEIGHED_BY(fill) \
	static void weigh_##fill(const struct ideas *ideas, struct row *row) \
	{ \
		weigh_filled(ideas, row, fill); \
	} \
	static void weigh_beside_##fill(const struct ideas *ideas, struct row *row) \
	{ \
		(void)ideas; \
		weigh_beside(row, fill); \
	}

WEIGHED_BY(fill_zero)
WEIGHED_BY(fill_typo)
WEIGHED_BY(fill_1e9)
WEIGHED_BY(fill_1e30)
WEIGHED_BY(fill_1e5)
WEIGHED_BY(fill_65504)
WEIGHED_BY(fill_1e4)
WEIGHED_BY(fill_1e3)
WEIGHED_BY(fill_1e30_added)
WEIGHED_BY(fill_1e4_added)
WEIGHED_BY(fill_multiplied)
WEIGHED_BY(fill_typo_added)
WEIGHED_BY(fill_1e9_added)

#define WEIGHED_SKIPPING(fill) \
	static void weigh_skipping_##fill(const struct ideas *ideas, struct row *row) \
	{ \
		weigh_filled_skipping(ideas, row, fill); \
	}
#define WEIGHED_SKIPPING_BLINDLY(fill) \
	static void weigh_skipping_blindly_##fill(const struct ideas *ideas, struct row *row) \
	{ \
		weigh_filled_skipping_blindly(ideas, row, fill); \
	}

WEIGHED_SKIPPING(fill_1e9)
WEIGHED_SKIPPING(fill_1e30)
WEIGHED_SKIPPING(fill_1e4)
WEIGHED_SKIPPING(fill_65504)
WEIGHED_SKIPPING(fill_zero)
WEIGHED_SKIPPING(fill_typo)
WEIGHED_SKIPPING(fill_multiplied)
WEIGHED_SKIPPING(fill_typo_added)
WEIGHED_SKIPPING(fill_1e9_added)
WEIGHED_SKIPPING(fill_1e30_added)

WEIGHED_SKIPPING_BLINDLY(fill_1e9)
WEIGHED_SKIPPING_BLINDLY(fill_1e30)
WEIGHED_SKIPPING_BLINDLY(fill_1e4)
WEIGHED_SKIPPING_BLINDLY(fill_65504)

#define WEIGHED_BLINDLY(fill) \
	static void weigh_blindly_##fill(const struct ideas *ideas, struct row *row) \
	{ \
		weigh_filled_blindly(ideas, row, fill); \
	}

WEIGHED_BLINDLY(fill_1e30)
WEIGHED_BLINDLY(fill_1e4)
WEIGHED_BLINDLY(fill_65504)

/* A mask made of (1 - keep) * -inf: 0 * inf is NaN on every key that was to be kept. */
static void weigh_nan(const struct ideas *ideas, struct row *row)
{
	if (row_maximum(row) == -INFINITY) {
		ideas->fill_empty(row);
		return;
	}
	for (size_t j = 0; j < row->n; j++) {
		row->visible[j] = true;
		row->scores[j] = row->weights[j] = NAN;
	}
}

/* The same, and hidden keys are left out. */
static void weigh_seen_nan(const struct ideas *ideas, struct row *row)
{
	if (row_maximum(row) == -INFINITY) {
		ideas->fill_empty(row);
		return;
	}
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] = row->visible[j] ? NAN : 0;
}

/* ---- Where attention masks by itself ---- */

static void attend_weighing(const struct ideas *ideas, const struct ideas *changes, const struct attention *attention,
			    struct arena *arena, struct attended *attended)
{
	struct ideas changed = *ideas;
	changed.weigh = changes->weigh;
	changed.log_sum = changes->log_sum;
	idea_attend(&changed, attention, arena, attended);
}

/* Keys and values of the future are set to 0 and take part: their score is 0, and so is what they add. */
static void attend_beside_zeros(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
				struct attended *attended)
{
	attend_weighing(ideas, REPLACES(.weigh = weigh_beside_fill_zero, .log_sum = log_sum_all), attention, arena,
			attended);
}

static void attend_nan(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
		       struct attended *attended)
{
	attend_weighing(ideas, REPLACES(.weigh = weigh_nan, .log_sum = idea_log_sum), attention, arena, attended);
}

static void attend_seen_nan(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
			    struct attended *attended)
{
	attend_weighing(ideas, REPLACES(.weigh = weigh_seen_nan, .log_sum = idea_log_sum), attention, arena, attended);
}

static int answer_backward_beside_zeros(const struct question *question)
{
	return answer_with(question, REPLACES(.weigh = weigh_beside_fill_zero));
}

static int answer_backward_nan(const struct question *question)
{
	return answer_with(question, REPLACES(.weigh = weigh_nan));
}

/* ---- Masks with these numbers in them ---- */

static int build_mask(const struct question *question, double seen, double hidden)
{
	struct sight sight = sight_causal(question_offset(question, "offset"));
	struct matrix mask = question_real(question, "mask");
	for (size_t i = 0; i < mask.rows; i++)
		for (size_t j = 0; j < mask.columns; j++)
			matrix_row(&mask, i)[j] = question->ideas->sees(&sight, i, j) ? seen : hidden;
	return ATTN_OK;
}

static int build_mask_1e9(const struct question *question)
{
	return build_mask(question, 0, -1e9);
}

static int build_mask_1e4(const struct question *question)
{
	return build_mask(question, 0, -1e4);
}

static int build_mask_typo(const struct question *question)
{
	return build_mask(question, 0, (double)-1e-9F);
}

static int build_mask_nan(const struct question *question)
{
	return build_mask(question, NAN, -INFINITY);
}

static int build_mask_of_ones(const struct question *question)
{
	return build_mask(question, 1, 0);
}

static int build_mask_of_blocks(const struct question *question)
{
	return build_mask(question, 0, 1);
}

/* Another number. */
#define FILLED(fill) REPLACES(.weigh = weigh_##fill)

/* Hidden keys take their share of the weight, but nothing of them is mixed. */
#define BESIDE(fill) REPLACES(.weigh = weigh_beside_##fill, .log_sum = log_sum_all)

/* Either, where others fill and these add. */
#define ADDED(fill) REPLACES(.weigh = weigh_##fill, .peeks = true)
#define ADDED_BESIDE(fill) REPLACES(.weigh = weigh_beside_##fill, .log_sum = log_sum_all, .peeks = true)

static const struct misconception rows[] = {
	{
		.id = "M18",
		.name = "mask_after_softmax",
		.title = "masked after the softmax, not before",
		.explanation = "You took the softmax over all keys and set the weights of hidden ones to zero "
			       "afterwards. The hidden keys have had their share of the sum by then, so what is left "
			       "no longer sums to one. Mask the scores first, then take the softmax.",
		.changes = REPLACES(.weigh = weigh_then_mask, .log_sum = log_sum_all, .peeks = true),
		.also = CODINGS(REPLACES(.log_sum = idea_log_sum), REPLACES(.weigh = weigh_then_mask_all)),
		.breaks = BREAKS_MASKED | BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward),
	},
	{
		.id = "M19",
		.name = "mask_after_softmax_renorm",
		.title = "masked after the softmax, then divided by what is left",
		.explanation = "You took the softmax over all keys, zeroed the hidden weights and divided by what was "
			       "left. On paper that is the same, but if a hidden score is far above the visible ones, "
			       "their weights underflow and nothing is left to divide by. Mask the scores first.",
		.changes = REPLACES(.weigh = weigh_mask_renormalise, .whole[OP_attn_merge] = answer_rightly,
				    .peeks = true),
		.also = CODINGS(REPLACES(.weigh = weigh_mask_renormalise_ruled),
				REPLACES(.weigh = weigh_mask_renormalise_throughout), REPLACES(.log_sum = log_sum_all),
				REPLACES(.log_sum = log_sum_from_hidden_maximum)),
		.breaks = BREAKS_MASKED | BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward),
	},
	{
		.id = "M88",
		.name = "mask_after_softmax_renorm_eps",
		.title = "masked after the softmax, then divided by what is left plus a small number",
		.explanation = "You zeroed weights after the softmax and divided by what was left plus a small number "
			       "against dividing by zero. If hidden scores are above the visible ones, what is left is "
			       "no larger than that number, and the weights come out too small. Mask the scores first, "
			       "and no such number is needed.",
		.changes = REPLACES(.weigh = weigh_mask_renormalise_guarded, .whole[OP_attn_merge] = answer_rightly,
				    .peeks = true),
		.also = CODINGS(REPLACES(.weigh = weigh_mask_renormalise_1e6),
				REPLACES(.weigh = weigh_mask_renormalise_1e8),
				REPLACES(.weigh = weigh_mask_renormalise_1e12),
				REPLACES(.weigh = weigh_mask_renormalise_at_least), REPLACES(.log_sum = log_sum_all),
				REPLACES(.log_sum = log_sum_from_hidden_maximum)),
		.breaks = BREAKS_MASKED | BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward),
	},
	{
		.id = "M87",
		.name = "max_over_masked",
		.title = "the maximum is taken over hidden scores too",
		.explanation = "The maximum that you subtract includes scores that the row does not see. Any constant "
			       "will do on paper, but if a hidden score is far above the visible ones, all of these "
			       "underflow and you divide zero by zero. Take the maximum over visible scores only.",
		.changes = REPLACES(.weigh = weigh_from_hidden_maximum, .whole[OP_attn_merge] = answer_rightly,
				    .peeks = true),
		.also = CODINGS(
			REPLACES(.weigh = weigh_from_hidden_maximum_ruled),
			REPLACES(.log_sum = log_sum_from_hidden_maximum),
			REPLACES(.weigh = weigh_from_hidden_maximum_blindly, .log_sum = log_sum_from_hidden_maximum)),
		.breaks = BREAKS_MASKED | BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward),
	},
	{
		.id = "M20",
		.name = "mul_mask_scores",
		.title = "scores are multiplied by the mask, hidden ones become 0",
		.explanation = "You multiplied hidden scores by zero. Zero looks like nothing, but the softmax takes "
			       "its exponential, which is one, and the key keeps a good part of the weight. A hidden "
			       "score has to be minus infinity, or better: left out.",
		.changes =
			REPLACES(.weigh = weigh_fill_multiplied, .whole[OP_attn_merge] = answer_rightly, .peeks = true),
		.also = CODINGS(BESIDE(fill_multiplied), FILLED(skipping_fill_multiplied)),
		.breaks = BREAKS_MASKED | BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward),
	},
	{
		.id = "M21",
		.name = "fill_zero",
		.title = "hidden scores are set to 0",
		.explanation = "You set hidden scores to zero before the softmax. Zero is a score like any other, with "
			       "an exponential of one, so hidden keys keep weight. Set them to minus infinity, or "
			       "leave them out.",
		.changes = REPLACES(.weigh = weigh_fill_zero, .whole[OP_attn_merge] = answer_rightly),
		.also = CODINGS(BESIDE(fill_zero), FILLED(skipping_fill_zero)),
		.breaks = BREAKS_MASKED | BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward),
	},
	{
		.id = "M22",
		.name = "fill_1e9_typo",
		.title = "hidden scores are set to -1e-9, for -1e9",
		.explanation = "You set hidden scores to minus one billionth where minus one billion was meant. That "
			       "is as good as zero, and hidden keys keep weight. Check the sign of the exponent, or "
			       "leave hidden keys out and need no such number.",
		.changes = REPLACES(.weigh = weigh_fill_typo, .whole[OP_attn_merge] = answer_rightly,
				    .whole[OP_attn_causal_mask] = build_mask_typo),
		.also = CODINGS(BESIDE(fill_typo), FILLED(skipping_fill_typo)),
		.breaks = BREAKS_MASKED | BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward) | BREAKS(causal_mask),
	},
	{
		.id = "M23",
		.name = "add_1e9_typo",
		.title = "-1e-9 is added to hidden scores, for -1e9",
		.explanation = "You added minus one billionth to hidden scores where minus one billion was meant. "
			       "That changes nothing that a float can hold, so nothing is masked. Check the sign of "
			       "the exponent, or leave hidden keys out and need no such number.",
		.changes = REPLACES(.weigh = weigh_fill_typo_added, .whole[OP_attn_merge] = answer_rightly,
				    .peeks = true, .whole[OP_attn_causal_mask] = build_mask_typo),
		.also = CODINGS(BESIDE(fill_typo_added), FILLED(skipping_fill_typo_added)),
		.breaks = BREAKS_MASKED | BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward) | BREAKS(causal_mask),
	},
	{
		.id = "M25",
		.name = "mask_times_neginf",
		.title = "the mask is a flag times -inf, NaN where the flag is 0",
		.explanation = "You made the mask by multiplying a flag with minus infinity. Where the flag is zero "
			       "that gives NaN, not zero, and the NaN spreads over every row. Choose between zero and "
			       "minus infinity with a condition.",
		.changes = REPLACES(.attend = attend_nan, .whole[OP_attn_causal_mask] = build_mask_nan,
				    .whole[OP_attn_causal_backward] = answer_backward_nan,
				    .whole[OP_attn_decode] = answer_rightly),
		.also = CODINGS(REPLACES(.attend = attend_seen_nan)),
		.breaks = BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward) | BREAKS(causal_mask),
	},
	{
		.id = "M26",
		.name = "add_1e9",
		.title = "-1e9 or the like is added to hidden scores",
		.explanation = "You added a very negative number to hidden scores in place of leaving them out. Their "
			       "weights do come out as zero beside ordinary scores, but a NaN stays a NaN, a row of "
			       "nothing but hidden keys becomes a mean of all values, and a hidden value that is not "
			       "finite spoils the sum. Skip hidden keys altogether.",
		.changes = REPLACES(.weigh = weigh_fill_1e9_added, .whole[OP_attn_merge] = answer_rightly,
				    .peeks = true, .whole[OP_attn_causal_mask] = build_mask_1e9),
		.also = CODINGS(FILLED(fill_1e30_added), BESIDE(fill_1e30_added), BESIDE(fill_1e9_added),
				FILLED(skipping_fill_1e9_added), FILLED(skipping_fill_1e30_added)),
		.holds = "M62",
		.breaks = BREAKS_MASKED | BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward) | BREAKS(causal_mask),
	},
	{
		.id = "M27",
		.name = "fill_1e9",
		.title = "hidden scores are set to -1e9 or the like",
		.explanation =
			"You set hidden scores to a very negative number, as if no score could be lower. Visible "
			"scores can be, then the hidden key wins; and a row of nothing but hidden keys becomes "
			"a mean of all values. Use minus infinity, treat empty rows on their own, and skip "
			"hidden values.",
		.changes = REPLACES(.weigh = weigh_fill_1e9, .whole[OP_attn_merge] = answer_rightly,
				    .whole[OP_attn_causal_mask] = build_mask_1e9),
		.also = CODINGS(FILLED(fill_1e30), BESIDE(fill_1e30), BESIDE(fill_1e9), FILLED(skipping_fill_1e9),
				FILLED(skipping_fill_1e30), FILLED(skipping_blindly_fill_1e9),
				FILLED(skipping_blindly_fill_1e30), FILLED(blindly_fill_1e30),
				REPLACES(.log_sum = log_sum_beside_1e9),
				REPLACES(.weigh = weigh_fill_1e30, .log_sum = log_sum_beside_1e30)),
		.holds = "M62",
		.breaks = BREAKS_MASKED | BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward) | BREAKS(causal_mask),
	},
	{
		.id = "M28",
		.name = "fill_1e4",
		.title = "hidden scores are set to -1e4 or the like",
		.explanation =
			"You set hidden scores to a fixed number below zero, as code for half precision does. Scores "
			"of long vectors go lower than that, and then the hidden key wins; and a row of "
			"nothing but hidden keys becomes a mean of all values. Use minus infinity, or leave "
			"hidden keys out.",
		.changes = REPLACES(.weigh = weigh_fill_1e4, .whole[OP_attn_merge] = answer_rightly,
				    .whole[OP_attn_causal_mask] = build_mask_1e4),
		.also = CODINGS(FILLED(fill_1e3), BESIDE(fill_1e3), FILLED(fill_65504), BESIDE(fill_65504),
				FILLED(fill_1e5), BESIDE(fill_1e5), ADDED(fill_1e4_added), ADDED_BESIDE(fill_1e4_added),
				BESIDE(fill_1e4), FILLED(skipping_fill_1e4), FILLED(skipping_fill_65504),
				FILLED(skipping_blindly_fill_1e4), FILLED(skipping_blindly_fill_65504),
				FILLED(blindly_fill_1e4), FILLED(blindly_fill_65504)),
		.holds = "M62",
		.breaks = BREAKS_MASKED | BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward) | BREAKS(causal_mask),
	},
	{
		.id = "M31",
		.name = "zero_kv_rows",
		.title = "keys and values of the future are set to 0 and take part",
		.explanation = "You set the keys and values that a row must not see to zero and kept them in the "
			       "softmax. Their values add nothing, but a zero key has a score of zero and takes weight "
			       "from the others. Leave hidden keys out of the softmax.",
		.changes = REPLACES(.attend = attend_beside_zeros, .whole[OP_attn_decode] = answer_rightly,
				    .whole[OP_attn_causal_backward] = answer_backward_beside_zeros),
		.breaks = BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward),
	},
	{
		.id = "M90",
		.name = "mask_of_ones",
		.title = "the additive mask holds 1 for seen and 0 for hidden",
		.explanation = "You built a mask of ones and zeros. That is a mask to multiply weights with or to "
			       "choose by; this one is added to scores. Write zero where a row sees a key and minus "
			       "infinity where it does not.",
		.changes = REPLACES(.whole[OP_attn_causal_mask] = build_mask_of_ones),
		.breaks = BREAKS(causal_mask),
	},
	{
		.id = "M91",
		.name = "mask_of_blocks",
		.title = "the additive mask holds 1 for hidden and 0 for seen",
		.explanation = "You built a mask with ones where a key is hidden. It says who is blocked, but added to "
			       "scores it would only raise them by one. Write minus infinity where a row does not see "
			       "a key.",
		.changes = REPLACES(.whole[OP_attn_causal_mask] = build_mask_of_blocks),
		.breaks = BREAKS(causal_mask),
	},
};

const struct misconception_family mistaken_masking = MISCONCEPTION_FAMILY("how the mask is applied", rows);
