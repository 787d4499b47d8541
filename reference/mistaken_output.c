/*
 * Misconceptions about what comes after the weights: which values are mixed and with what, what becomes of
 * NaN, and what a row holds that sees no key.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "mistaken.h"

static void forget(const struct matrix *result)
{
	for (size_t i = 0; result->errors != NULL && i < result->rows; i++)
		for (size_t c = 0; c < result->columns; c++)
			matrix_row_errors(result, i)[c] = GAUGE_UNKNOWN;
}

/* Attention with queries, keys and values in each other's place; where their shapes differ there is no telling. */
static void attend_swapped(const struct ideas *ideas, struct matrix q, struct matrix k, struct matrix v,
			   const struct attention *attention, struct arena *arena, struct attended *attended)
{
	struct attention swapped = *attention;
	bool fits = q.rows == attention->q.rows && q.columns == k.columns && k.rows == v.rows &&
		    k.rows == attention->k.rows && v.columns == attention->v.columns;
	if (fits)
		swapped.q = q, swapped.k = k, swapped.v = v;
	idea_attend(ideas, &swapped, arena, attended);
	struct matrix *results[] = {&attended->out, &attended->weights, &attended->lse};
	for (size_t r = 0; r < 3 && !fits; r++)
		forget(results[r]);
}

static void attend_keys_for_values(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
				   struct attended *attended)
{
	attend_swapped(ideas, attention->q, attention->v, attention->k, attention, arena, attended);
}

static void attend_keys_for_queries(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
				    struct attended *attended)
{
	attend_swapped(ideas, attention->k, attention->q, attention->v, attention, arena, attended);
}

static int answer_swapped_scores(const struct question *question)
{
	struct frame frame = *question->frame;
	union argument *q = argument_of(&frame, "q"), *k = argument_of(&frame, "k"), held = *q;
	if (question_size(question, "n_q") != question_size(question, "n_k"))
		return answer_unknown(question, "scores");
	*q = *k;
	*k = held;
	return answer_frame(question, &frame);
}

/* Hidden values are multiplied by 0, which leaves NaN where they are not finite. */
static void mix_everything(const struct row *row, const struct matrix *v, double *out)
{
	idea_mix(row, v, out);
	for (size_t j = 0; j < row->n; j++)
		for (size_t c = 0; c < v->columns && !row->visible[j]; c++)
			out[c] += 0 * matrix_row(v, j)[c];
}

/* Each key overwrites what the one before has left. */
static void mix_last(const struct row *row, const struct matrix *v, double *out)
{
	for (size_t c = 0; c < v->columns; c++)
		out[c] = 0;
	for (size_t j = 0; j < row->n; j++)
		for (size_t c = 0; c < v->columns && row->visible[j]; c++)
			out[c] = row->weights[j] * matrix_row(v, j)[c];
}

/* The same, but keys without weight are skipped. */
static void mix_last_weighty(const struct row *row, const struct matrix *v, double *out)
{
	for (size_t c = 0; c < v->columns; c++)
		out[c] = 0;
	for (size_t j = 0; j < row->n; j++)
		for (size_t c = 0; c < v->columns && row->visible[j] && (float)row->weights[j] != 0; c++)
			out[c] = row->weights[j] * matrix_row(v, j)[c];
}

/* What is not finite in a result becomes 0, exactly. */
static int answer_scrubbed(const struct question *question)
{
	int status = answer_rightly(question);
	const struct operation *operation = question->frame->operation;
	for (size_t p = 0; p < operation->n_parameters && status == ATTN_OK; p++) {
		struct answer_output *output = &question->answer->outputs[p];
		bool held = operation->parameters[p].kind == PARAMETER_INOUT;
		bool infinite = strcmp(operation->parameters[p].name, "lse") == 0; /* it may be, rightly */
		for (size_t i = 0; i < output->count && output->real != NULL && !held && !infinite; i++) {
			if (isfinite(output->real[i]))
				continue;
			output->real[i] = 0;
			if (output->gauge != NULL)
				output->gauge[i] = 0;
		}
	}
	return status;
}

/* The weights alone, before they mix: what is not finite among values stays. */
static void weigh_scrubbed(const struct ideas *ideas, struct row *row)
{
	idea_weigh(ideas, row);
	for (size_t j = 0; j < row->n; j++)
		if (row->visible[j] && !isfinite(row->weights[j]))
			row->weights[j] = 0;
}

/* Keys whose score is NaN are passed over. */
static void weigh_skipping_nan(const struct ideas *ideas, struct row *row)
{
	for (size_t j = 0; j < row->n; j++)
		row->visible[j] &= !isnan(row->scores[j]);
	idea_weigh(ideas, row);
}

static int answer_skipping_nan(const struct question *question)
{
	return answer_with(question, REPLACES(.weigh = weigh_skipping_nan));
}

/* Scores that are no number, before they are weighed. */
static void weigh_scrubbed_scores(const struct ideas *ideas, struct row *row)
{
	for (size_t j = 0; j < row->n; j++)
		if (row->visible[j] && isnan(row->scores[j]))
			row->scores[j] = 0;
	idea_weigh(ideas, row);
}

static int answer_scrubbed_before(const struct question *question)
{
	return answer_with(question, REPLACES(.weigh = weigh_scrubbed_scores));
}

static int answer_scrubbed_weights(const struct question *question)
{
	return answer_with(question, REPLACES(.weigh = weigh_scrubbed));
}

/* What a head comes to, before it is projected. */
static void attend_scrubbed(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
			    struct attended *attended)
{
	idea_attend(ideas, attention, arena, attended);
	for (size_t i = 0; i < attended->out.rows; i++)
		for (size_t c = 0; c < attended->out.columns; c++) {
			if (isfinite(matrix_row(&attended->out, i)[c]))
				continue;
			matrix_row(&attended->out, i)[c] = 0;
			if (attended->out.errors != NULL)
				matrix_row_errors(&attended->out, i)[c] = 0;
		}
}

static int answer_scrubbed_heads(const struct question *question)
{
	return answer_with(question, REPLACES(.attend = attend_scrubbed));
}

/* Results below the smallest normal float are flushed to 0. Their gauge stays: it knows smaller floats. */
static int answer_flushed(const struct question *question)
{
	int status = answer_rightly(question);
	const struct operation *operation = question->frame->operation;
	for (size_t p = 0; p < operation->n_parameters && status == ATTN_OK; p++) {
		struct answer_output *output = &question->answer->outputs[p];
		for (size_t i = 0; i < output->count && output->real != NULL; i++)
			output->real[i] = fabs(output->real[i]) < (double)FLT_MIN ? 0 : output->real[i];
	}
	return status;
}

/* ---- Empty rows ---- */

static void fill_nan(struct row *row)
{
	for (size_t j = 0; j < row->n; j++) {
		row->visible[j] = true;
		row->scores[j] = row->weights[j] = NAN;
	}
}

/* The same, with a score as good as -inf, so that the row is still empty to its log-sum-exp. */
static void fill_nan_weights(struct row *row)
{
	for (size_t j = 0; j < row->n; j++) {
		row->visible[j] = true;
		row->scores[j] = -DBL_MAX;
		row->weights[j] = NAN;
	}
}

/* Divided by a sum of 0, but hidden keys are left out: only what is visible, and -inf, is NaN. A policy is heeded. */
static void fill_seen_nan(struct row *row)
{
	if (row->policy != ATTN_EMPTY_ZERO) {
		idea_fill_empty(row);
		return;
	}
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] = row->visible[j] ? NAN : 0;
}

/* By the formula: hidden scores become -inf, but NaN and +inf among them become NaN, and all take part. */
static void weigh_naively(const struct ideas *ideas, struct row *row)
{
	for (size_t j = 0; j < row->n; j++) {
		if (row->visible[j])
			continue;
		row->visible[j] = true;
		row->scores[j] -= INFINITY;
		if (row->errors != NULL)
			row->errors[j] = 0;
	}
	idea_weigh(ideas, row);
}

/* The same, and in the end nothing of hidden keys is mixed. */
static void weigh_naively_beside(const struct ideas *ideas, struct row *row)
{
	bool spoilt = false;
	for (size_t j = 0; j < row->n; j++)
		spoilt |= !row->visible[j] && !(row->scores[j] < INFINITY);
	idea_weigh(ideas, row);
	for (size_t j = 0; spoilt && j < row->n; j++)
		row->weights[j] = NAN;
}

static void fill_nan_beside(struct row *row)
{
	for (size_t j = 0; j < row->n; j++)
		row->scores[j] = row->weights[j] = NAN;
}

/* Hidden weights of 0 are divided by the sum of the row as well. */
static void weigh_dividing_all(const struct ideas *ideas, struct row *row)
{
	const bool spoilt = isnan(row_maximum(row)) || row_maximum(row) == INFINITY;
	idea_weigh(ideas, row);
	for (size_t j = 0; spoilt && j < row->n; j++)
		row->weights[j] = NAN;
}

/* Divided by a sum of 0, a row is NaN even if there are no keys at all. */
static void mix_divided(const struct row *row, const struct matrix *v, double *out)
{
	idea_mix(row, v, out);
	for (size_t c = 0; c < v->columns && row->n == 0; c++)
		out[c] = NAN;
}

/* The mean of all values. A score as good as -inf, so that the row is still empty to its log-sum-exp. */
static void fill_evenly(struct row *row)
{
	for (size_t j = 0; j < row->n; j++) {
		row->visible[j] = true;
		row->scores[j] = -DBL_MAX;
		row->weights[j] = 1.0 / (double)row->n;
		if (row->errors != NULL)
			row->errors[j] = 0;
	}
}

/* The same, but a policy is heeded. */
static void fill_evenly_by_default(struct row *row)
{
	if (row->policy == ATTN_EMPTY_ZERO)
		fill_evenly(row);
	else
		idea_fill_empty(row);
}

/* As much to each, but the values of hidden keys are skipped: what is mixed had a score of -inf. */
static void fill_evenly_skipping(struct row *row)
{
	for (size_t j = 0; j < row->n; j++) {
		row->weights[j] = 1.0 / (double)row->n;
		row->scores[j] = -DBL_MAX;
		if (row->errors != NULL)
			row->errors[j] = 0;
	}
}

static double log_sum_as_if_empty(const struct row *row)
{
	return row_maximum(row) == -DBL_MAX ? -INFINITY : idea_log_sum(row);
}

static void fill_unmasked(struct row *row)
{
	for (size_t j = 0; j < row->n; j++)
		row->visible[j] = true;
	idea_weigh(&ideas_right, row);
}

/* The row's first value, as code does that begins with the first key and looks at the mask from the second. */
static void fill_first(struct row *row)
{
	idea_fill_empty(row);
	if (row->n == 0)
		return;
	row->visible[0] = true;
	row->weights[0] = 1;
	row->scores[0] = 0;
	if (row->errors != NULL)
		row->errors[0] = 0;
}

static void fill_last(struct row *row)
{
	idea_fill_empty(row);
	if (row->n == 0)
		return;
	row->visible[row->n - 1] = true;
	row->weights[row->n - 1] = 1;
	row->scores[row->n - 1] = 0;
	if (row->errors != NULL)
		row->errors[row->n - 1] = 0;
}

static int answer_zero_policy(const struct question *question)
{
	int32_t policy = question_choice(question, "policy");
	if (policy != ATTN_EMPTY_NAN && policy != ATTN_EMPTY_UNIFORM)
		return answer_rightly(question);
	return answer_argument(question, "policy", (union argument){.choice = ATTN_EMPTY_ZERO});
}

static bool hides_low(double mask)
{
	return mask <= -1e4;
}

static bool hides_very_low(double mask)
{
	return mask <= -1e9;
}

static bool hides_lowest(double mask)
{
	return mask <= -1e30;
}

static bool hides_negative(double mask)
{
	return mask < 0;
}

static bool hides_infinite(double mask)
{
	return !isfinite(mask);
}

static bool hides_nan(double mask)
{
	return !(mask > -INFINITY);
}

static bool hides_nonzero(double mask)
{
	return mask != 0;
}

#define BREAKS_ATTENTION (BREAKS_CAUSAL | BREAKS(cross) | BREAKS(decode))
#define BREAKS_EMPTY \
	(BREAKS_ATTENTION | BREAKS_MASKED | BREAKS(softmax) | BREAKS(late_mask_mass) | BREAKS(merge) | \
	 BREAKS(causal_backward))

/* All that has weights. */
#define SCRUBBED(answer) \
	.whole[OP_attn_softmax] = answer, .whole[OP_attn_masked_softmax] = answer, \
	.whole[OP_attn_masked_softmax_policy] = answer, .whole[OP_attn_causal] = answer, \
	.whole[OP_attn_self] = answer, .whole[OP_attn_multi_head] = answer, .whole[OP_attn_padded] = answer, \
	.whole[OP_attn_causal_offset] = answer, .whole[OP_attn_window] = answer, .whole[OP_attn_cross] = answer, \
	.whole[OP_attn_decode] = answer, .whole[OP_attn_causal_backward] = answer, \
	.whole[OP_attn_late_mask_mass] = answer

static const struct misconception rows[] = {
	{
		.id = "M58",
		.name = "kv_swapped",
		.title = "keys and values are swapped",
		.explanation = "You compared queries with values and mixed the keys. If both have the same shape "
			       "nothing crashes, and the result looks like attention. Take scores from queries and "
			       "keys, and mix the values.",
		.changes = REPLACES(.attend = attend_keys_for_values),
		.breaks = BREAKS_ATTENTION,
	},
	{
		.id = "M59",
		.name = "qk_swapped",
		.title = "queries and keys are swapped",
		.explanation = "Your score of a row and a column is that of the key with the query, not of the query "
			       "with the key: the score matrix is transposed. For a square it has the right shape, and "
			       "its diagonal is right. Let the row belong to the query, the column to the key.",
		.changes = REPLACES(.attend = attend_keys_for_queries, .whole[OP_attn_scores] = answer_swapped_scores),
		.breaks = BREAKS_CAUSAL | BREAKS(cross) | BREAKS(scores),
	},
	{
		.id = "M62",
		.name = "read_masked_v",
		.title = "hidden values are multiplied by 0, not skipped",
		.explanation =
			"You mix all values, hidden ones with a weight of zero. Zero times NaN or infinity is NaN, so "
			"what a row must not see spoils it after all; and where a key is hidden by adding minus "
			"infinity to its score, a score of NaN stays NaN. Skip hidden keys in both sums.",
		.changes = REPLACES(.mix = mix_everything),
		.also = CODINGS(REPLACES(.weigh = weigh_dividing_all),
				REPLACES(.weigh = weigh_naively, .peeks = true, .whole[OP_attn_merge] = answer_rightly),
				REPLACES(.weigh = weigh_naively, .fill_empty = fill_nan, .peeks = true,
					 .whole[OP_attn_merge] = answer_rightly)),
		.breaks = BREAKS_CAUSAL | BREAKS(cross) | BREAKS(merge),
	},
	{
		.id = "M66",
		.name = "ftz",
		.title = "the smallest numbers are flushed to 0",
		.explanation = "Your results that should be tiny came out as zero. Below the normal range floats go on "
			       "with fewer digits, and a compiler that was told to be fast gives that up. Build "
			       "without fast-math, and do not cut off what is below the smallest normal float.",
		.changes = REPLACES(.whole[OP_attn_scores] = answer_flushed,
				    .whole[OP_attn_causal_backward] = answer_flushed),
		.breaks = BREAKS(scores) | BREAKS(causal_backward),
	},
	{
		.id = "M68",
		.name = "nan_to_num",
		.title = "NaN and infinities are scrubbed to 0, or skipped",
		.explanation =
			"Where NaN or an infinity is due, you return something else: results, weights or scores became "
			"zero, or their keys were passed over. That hides empty rows that went wrong, but also a NaN "
			"that the row really saw, and then nobody learns that the input was broken. Treat empty rows "
			"where they arise and let the rest through, and build without fast-math: it may scrub for "
			"you.",
		.changes = REPLACES(SCRUBBED(answer_scrubbed), .whole[OP_attn_scores] = answer_scrubbed,
				    .whole[OP_attn_merge] = answer_scrubbed),
		.also = CODINGS(REPLACES(SCRUBBED(answer_scrubbed_weights)), REPLACES(SCRUBBED(answer_scrubbed_before)),
				REPLACES(SCRUBBED(answer_skipping_nan)),
				REPLACES(.whole[OP_attn_multi_head] = answer_scrubbed_heads)),
		.breaks = BREAKS(scores) | BREAKS(softmax) | BREAKS_MASKED | BREAKS_ATTENTION | BREAKS(merge) |
			  BREAKS(causal_backward) | BREAKS(late_mask_mass),
	},
	{
		.id = "M100",
		.name = "sum_overwritten",
		.title = "each key overwrites the sum of those before",
		.explanation = "Your output holds weight times value of the last visible key alone: each key "
			       "overwrites what the one before has left. Rows that see one key come out right, which "
			       "hides it. Add to the output, and begin with zero.",
		.changes = REPLACES(.mix = mix_last, .whole[OP_attn_merge] = answer_rightly),
		.also = CODINGS(REPLACES(.mix = mix_last_weighty)),
		.breaks = BREAKS_ATTENTION,
	},
	{
		.id = "M69",
		.name = "naive_empty_row",
		.title = "an empty row is NaN",
		.explanation = "Your row comes out as NaN where it sees no key: minus infinity less minus infinity, or "
			       "zero divided by zero. The formula has no answer there, so you need one of your own. "
			       "Ask whether the row sees anything before you take the softmax, and write zeros if "
			       "not. And if hidden keys go along with a score of minus infinity, a NaN in them stays "
			       "NaN: skip them.",
		.changes = REPLACES(.fill_empty = fill_nan),
		.also = CODINGS(
			REPLACES(.weigh = weigh_naively, .peeks = true, .whole[OP_attn_merge] = answer_rightly),
			REPLACES(.weigh = weigh_naively_beside, .fill_empty = fill_nan_beside, .peeks = true,
				 .whole[OP_attn_merge] = answer_rightly),
			REPLACES(.fill_empty = fill_nan_weights, .log_sum = log_sum_as_if_empty, .mix = mix_divided),
			REPLACES(.fill_empty = fill_seen_nan)),
		.breaks = BREAKS_EMPTY,
	},
	{
		.id = "M70",
		.name = "empty_row_uniform",
		.title = "an empty row is the mean of all values",
		.explanation = "Where a row sees no key, yours comes out as the mean of all values, those of the "
			       "future too. Hidden scores that all became the same large negative number do that. No "
			       "key means no weight: write zeros, unless the caller asks for something else.",
		.changes = REPLACES(.fill_empty = fill_evenly, .log_sum = log_sum_as_if_empty),
		.also = CODINGS(REPLACES(.fill_empty = fill_evenly_by_default),
				REPLACES(.fill_empty = fill_evenly_skipping)),
		.breaks = BREAKS_EMPTY,
	},
	{
		.id = "M71",
		.name = "empty_row_attend_all",
		.title = "an empty row looks at all keys",
		.explanation = "For a row that sees no key you take the mask away, so that it attends to all keys. "
			       "That avoids NaN, but shows the row what it must not see. Write zeros.",
		.changes = REPLACES(.fill_empty = fill_unmasked, .peeks = true),
		.breaks = BREAKS_CAUSAL | BREAKS(cross) | BREAKS_MASKED | BREAKS(causal_backward),
	},
	{
		.id = "M102",
		.name = "empty_row_first",
		.title = "an empty row gets its first or last key",
		.explanation = "You give the first key to a row that sees none, or the last. A loop that begins with "
			       "one key and masks from the next one on does that, and it is right wherever that key "
			       "is visible. Ask the mask about each key, and write zeros if none is left.",
		.changes = REPLACES(.fill_empty = fill_first),
		.also = CODINGS(REPLACES(.fill_empty = fill_last)),
		.breaks = BREAKS_EMPTY,
	},
	{
		.id = "M103",
		.name = "policy_ignored",
		.title = "the policy for empty rows is ignored",
		.explanation = "You leave empty rows at zero whatever the policy says. It is the right default, but "
			       "here the caller may ask for NaN or for equal weights. Look at the argument, and fill "
			       "such rows as it says.",
		.changes = REPLACES(.whole[OP_attn_masked_softmax_policy] = answer_zero_policy),
		.breaks = BREAKS(masked_softmax_policy),
	},
	{
		.id = "M104",
		.name = "low_is_hidden",
		.title = "any very low mask hides",
		.explanation = "You take every very negative mask for a hidden key. Masks of minus ten thousand or "
			       "minus a billion are common and nearly hide, but they are numbers that are added to "
			       "scores: if all keys of a row have them, they cancel. Hide a key only for minus "
			       "infinity.",
		.changes = REPLACES(.hides = hides_low),
		.also = CODINGS(REPLACES(.hides = hides_very_low), REPLACES(.hides = hides_lowest)),
		.breaks = BREAKS_MASKED | BREAKS(empty_rows),
	},
	{
		.id = "M105",
		.name = "nan_hides",
		.title = "a NaN in the mask hides",
		.explanation =
			"You take a NaN in the mask for a hidden key, because your comparison is false for NaN. A NaN "
			"that a row sees has to show in its result. Ask whether the mask is minus infinity.",
		.changes = REPLACES(.hides = hides_nan),
		.also = CODINGS(REPLACES(.hides = hides_infinite)),
		.breaks = BREAKS_MASKED | BREAKS(empty_rows),
	},
	{
		.id = "M106",
		.name = "bias_hides",
		.title = "every mask but 0 hides",
		.explanation = "You take every mask that is not zero for a hidden key, as if masks only said yes or "
			       "no. They may hold any number, which is added to the score. Hide a key only for minus "
			       "infinity.",
		.changes = REPLACES(.hides = hides_nonzero),
		.also = CODINGS(REPLACES(.hides = hides_negative)),
		.breaks = BREAKS_MASKED | BREAKS(empty_rows),
	},
};

const struct misconception_family mistaken_output =
	MISCONCEPTION_FAMILY("what is mixed and what an empty row holds", rows);
