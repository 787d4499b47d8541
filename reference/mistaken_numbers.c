/*
 * Misconceptions about single functions: counting, judging masks, merging, going backwards.
 */
#include <math.h>

#include "gauge.h"
#include "mistaken.h"

/* ---- Edges ---- */

static int answer_edges_as(const struct question *question, uint64_t full, uint64_t causal)
{
	*question_integer(question, "full") = full;
	*question_integer(question, "causal") = causal;
	return ATTN_OK;
}

static int answer_edges_without_diagonal(const struct question *question)
{
	uint64_t n = question_number(question, "n");
	int status = answer_rightly(question);
	return status != ATTN_OK ? status : answer_edges_as(question, n * n, n == 0 ? 0 : n * (n - 1) / 2);
}

static int answer_larger_half_of_edges(const struct question *question)
{
	uint64_t n = question_number(question, "n");
	int status = answer_rightly(question);
	return status != ATTN_OK ? status : answer_edges_as(question, n * n, n * n / 2 + n % 2);
}

static int answer_half_of_edges(const struct question *question)
{
	uint64_t n = question_number(question, "n");
	int status = answer_rightly(question);
	return status != ATTN_OK ? status : answer_edges_as(question, n * n, n * n / 2);
}

static int answer_edges_unchecked(const struct question *question)
{
	uint64_t n = question_number(question, "n");
	return answer_edges_as(question, n * n, n % 2 == 0 ? n / 2 * (n + 1) : (n + 1) / 2 * n);
}

static int answer_edges_in_32_bits(const struct question *question)
{
	uint32_t n = (uint32_t)question_number(question, "n"), full = n * n, doubled = n * (n + 1);
	int status = answer_rightly(question);
	return status != ATTN_OK ? status : answer_edges_as(question, full, doubled / 2);
}

static int answer_edges_in_32_bits_halved_first(const struct question *question)
{
	uint32_t n = (uint32_t)question_number(question, "n"), even = n % 2 == 0 ? n : n + 1,
		 odd = n % 2 == 0 ? n + 1 : n;
	uint32_t full = n * n, causal = even / 2 * odd;
	int status = answer_rightly(question);
	return status != ATTN_OK ? status : answer_edges_as(question, full, causal);
}

/* In an int, which is negative where the highest bit is set. */
static int answer_edges_in_int(const struct question *question)
{
	uint32_t n = (uint32_t)question_number(question, "n"), full = n * n, doubled = n * (n + 1);
	int status = answer_rightly(question);
	return status != ATTN_OK ? status
				 : answer_edges_as(question, (uint64_t)(int32_t)full, (uint64_t)((int32_t)doubled / 2));
}

static int answer_edges_in_double(const struct question *question)
{
	double n = (double)question_number(question, "n");
	if (n * n >= 0x1p64)
		return ATTN_ERANGE;
	return answer_edges_as(question, (uint64_t)(n * n), (uint64_t)(n * (n + 1) / 2));
}

/* ---- Who sees whom ---- */

static bool is_zero(double entry)
{
	return entry == 0;
}

static bool is_hidden(double entry)
{
	return entry == -INFINITY;
}

static bool is_low(double entry)
{
	return entry <= -1e4;
}

static bool is_very_low(double entry)
{
	return entry <= -1e9;
}

static bool is_lowest(double entry)
{
	return entry <= -1e30;
}

static bool is_negative(double entry)
{
	return entry < 0;
}

static bool is_anything(double entry)
{
	(void)entry;
	return true;
}

typedef bool entry_test(double entry);

static int judge_parts(const struct question *question, entry_test *past, entry_test *diagonal, entry_test *future)
{
	struct matrix mask = question_matrix(question, "mask");
	bool valid = true;
	for (size_t i = 0; i < mask.rows; i++)
		for (size_t j = 0; j < mask.columns; j++)
			valid &= (j < i ? past : j == i ? diagonal : future)(matrix_row(&mask, i)[j]);
	*question_integer(question, "answer") = valid;
	return ATTN_OK;
}

static int judge(const struct question *question, entry_test *seen, entry_test *hidden)
{
	return judge_parts(question, seen, seen, hidden);
}

static int judge_future_and_diagonal(const struct question *question)
{
	return judge_parts(question, is_anything, is_zero, is_hidden);
}

static int judge_past_without_diagonal(const struct question *question)
{
	return judge_parts(question, is_zero, is_anything, is_anything);
}

static int judge_future_alone(const struct question *question)
{
	return judge(question, is_anything, is_hidden);
}

static int judge_past_alone(const struct question *question)
{
	return judge(question, is_zero, is_anything);
}

static int judge_low_as_hidden(const struct question *question)
{
	return judge(question, is_zero, is_low);
}

static int judge_negative_as_hidden(const struct question *question)
{
	return judge(question, is_zero, is_negative);
}

static int judge_very_low_as_hidden(const struct question *question)
{
	return judge(question, is_zero, is_very_low);
}

static int judge_lowest_as_hidden(const struct question *question)
{
	return judge(question, is_zero, is_lowest);
}

/* row + offset + 1, however few keys there are. */
static int answer_unbounded_count(const struct question *question)
{
	int status = answer_rightly(question);
	size_t row = question_size(question, "row");
	ptrdiff_t offset = question_offset(question, "offset");
	bool any = offset >= 0 || row >= 0 - (size_t)offset;
	*output_of(question, "count")->integer = any ? row + (size_t)offset + 1 : 0;
	return status;
}

/* The same sum, which wraps around below zero. */
static int answer_wrapped_count(const struct question *question)
{
	int status = answer_rightly(question);
	size_t row = question_size(question, "row");
	*output_of(question, "count")->integer = row + (size_t)question_offset(question, "offset") + 1;
	return status;
}

/* Rows counted that are not empty. */
static int answer_full_rows(const struct question *question)
{
	int status = answer_rightly(question);
	struct answer_output *empty = output_of(question, "empty");
	uint64_t *count = output_of(question, "count")->integer;
	*count = 0;
	for (size_t i = 0; i < empty->count; i++)
		*count += empty->integer[i] = !empty->integer[i];
	return status;
}

/* ---- The mass that a late mask leaves ---- */

static void measure_early(const struct question *question, const double *scores, const struct sight *sight, size_t i,
			  struct row *row, struct matrix *mass)
{
	for (size_t j = 0; j < row->n; j++) {
		row->visible[j] = idea_sees(sight, i, j);
		row->scores[j] = scores[j];
		if (row->errors != NULL)
			row->errors[j] = 0;
	}
	idea_weigh(question->ideas, row);
	for (size_t j = 0; j < row->n; j++)
		mass->values[i] += row->weights[j];
	if (question->gauged) {
		gauge_exponents(row);
		mass->errors[i] = gauge_mass(row, row->visible);
	}
}

static int answer_early_mask_mass(const struct question *question)
{
	struct sight sight = sight_causal(question_offset(question, "offset"));
	struct matrix scores = question_matrix(question, "scores"), mass = question_real(question, "mass");
	struct row row = row_create(scores.columns, question->gauged, question->scratch);
	for (size_t i = 0; i < scores.rows; i++)
		measure_early(question, matrix_row(&scores, i), &sight, i, &row, &mass);
	return ATTN_OK;
}

static int answer_removed_mass(const struct question *question)
{
	int status = answer_rightly(question);
	struct answer_output *mass = output_of(question, "mass");
	for (size_t i = 0; i < mass->count; i++) {
		mass->real[i] = 1 - mass->real[i];
		if (mass->gauge != NULL)
			mass->gauge[i] += GAUGE_UNIT;
	}
	return status;
}

static bool sees_hidden(const struct sight *sight, size_t row, size_t key)
{
	return !idea_sees(sight, row, key);
}

static int answer_hidden_mass(const struct question *question)
{
	return answer_with(question, REPLACES(.sees = sees_hidden));
}

/* ---- Merging ---- */

static void merge_log_sums(const struct question *question, double (*merge)(double a, double b))
{
	struct matrix a = question_matrix(question, "lse_a"), b = question_matrix(question, "lse_b");
	struct answer_output *lse = output_of(question, "lse");
	for (size_t i = 0; i < lse->count; i++) {
		lse->real[i] = merge(a.values[i], b.values[i]);
		if (lse->gauge != NULL)
			lse->gauge[i] =
				isfinite(lse->real[i]) ? 2 * GAUGE_UNIT * fabs(lse->real[i]) + GAUGE_TINIEST : 0;
	}
}

static double find_mean(double a, double b)
{
	return (a + b) / 2;
}

static int answer_mean_of_parts(const struct question *question)
{
	int status = answer_rightly(question);
	struct matrix a = question_matrix(question, "out_a"), b = question_matrix(question, "out_b");
	struct answer_output *out = output_of(question, "out");
	for (size_t i = 0; i < out->count; i++) {
		out->real[i] = (a.values[i] + b.values[i]) / 2;
		if (out->gauge != NULL && isfinite(out->real[i]))
			out->gauge[i] = 2 * GAUGE_UNIT * fabs(out->real[i]) + GAUGE_TINIEST;
	}
	return status;
}

static int answer_mean_of_everything(const struct question *question)
{
	int status = answer_mean_of_parts(question);
	merge_log_sums(question, find_mean);
	return status;
}

static int answer_mean_below_maximum(const struct question *question)
{
	int status = answer_mean_of_parts(question);
	merge_log_sums(question, fmax);
	return status;
}

/* ---- The gradient ---- */

static void differentiate_rowless(const struct row *row, const double *d_weights, double *d_scores)
{
	for (size_t j = 0; j < row->n; j++)
		d_scores[j] = row->visible[j] ? row->weights[j] * d_weights[j] : 0;
}

static void differentiate_diagonal(const struct row *row, const double *d_weights, double *d_scores)
{
	for (size_t j = 0; j < row->n; j++)
		d_scores[j] = row->visible[j] ? row->weights[j] * (1 - row->weights[j]) * d_weights[j] : 0;
}

static void differentiate_nothing(const struct row *row, const double *d_weights, double *d_scores)
{
	for (size_t j = 0; j < row->n; j++)
		d_scores[j] = row->visible[j] ? d_weights[j] : 0;
}

static void unscale(struct answer_output *output, double factor)
{
	for (size_t i = 0; i < output->count; i++) {
		output->real[i] *= factor;
		if (output->gauge != NULL)
			output->gauge[i] *= factor;
	}
}

static int answer_unscaled(const struct question *question, bool dq, bool dk)
{
	int status = answer_rightly(question);
	double factor = sqrt((double)question_size(question, "d_k"));
	if (status == ATTN_OK && dq)
		unscale(output_of(question, "dq"), factor);
	if (status == ATTN_OK && dk)
		unscale(output_of(question, "dk"), factor);
	return status;
}

static int answer_unscaled_gradient(const struct question *question)
{
	return answer_unscaled(question, true, true);
}

static int answer_unscaled_dq(const struct question *question)
{
	return answer_unscaled(question, true, false);
}

static int answer_unscaled_dk(const struct question *question)
{
	return answer_unscaled(question, false, true);
}

static int answer_swapped_gradient(const struct question *question)
{
	int status = answer_rightly(question);
	struct answer_output *dq = output_of(question, "dq"), *dk = output_of(question, "dk"), held = *dq;
	*dq = *dk;
	*dk = held;
	return status;
}

/* ---- Weights from outputs ---- */

static int answer_transposed_system(const struct question *question)
{
	struct matrix v = question_matrix(question, "v");
	float *transposed = arena_array(question->scratch, v.rows * v.columns, sizeof(float));
	for (size_t i = 0; i < v.rows; i++)
		for (size_t j = 0; j < v.columns; j++)
			transposed[j * v.rows + i] = (float)matrix_row(&v, i)[j];
	return answer_argument(question, "v", (union argument){.buffer = transposed});
}

/* Brings the row with the largest entry in column c to row c. */
static void exchange_rows(struct matrix *a, size_t c)
{
	size_t best = c;
	for (size_t i = c + 1; i < a->rows; i++)
		best = fabs(matrix_row(a, i)[c]) > fabs(matrix_row(a, best)[c]) ? i : best;
	for (size_t j = 0; j < a->columns && best != c; j++) {
		double held = matrix_row(a, c)[j];
		matrix_row(a, c)[j] = matrix_row(a, best)[j];
		matrix_row(a, best)[j] = held;
	}
}

/* The smallest pivot that elimination of v transposed meets. */
static double find_smallest_pivot(const struct question *question)
{
	struct matrix v = question_matrix(question, "v"), a = question_scratch(question, v.rows, v.rows);
	double smallest = INFINITY;
	for (size_t i = 0; i < v.rows; i++)
		for (size_t j = 0; j < v.rows; j++)
			matrix_row(&a, i)[j] = matrix_row(&v, j)[i];
	for (size_t c = 0; c < a.rows && smallest > 0; c++) {
		exchange_rows(&a, c);
		double pivot = matrix_row(&a, c)[c];
		smallest = fmin(smallest, fabs(pivot));
		for (size_t i = c + 1; i < a.rows && smallest > 0; i++) {
			double factor = matrix_row(&a, i)[c] / pivot;
			for (size_t j = c; j < a.rows; j++)
				matrix_row(&a, i)[j] -= factor * matrix_row(&a, c)[j];
		}
	}
	return smallest;
}

static int answer_above(const struct question *question, double threshold)
{
	return find_smallest_pivot(question) < threshold ? ATTN_ESINGULAR : answer_rightly(question);
}

static int answer_above_1e6(const struct question *question)
{
	return answer_above(question, 1e-6);
}

static int answer_above_1e9(const struct question *question)
{
	return answer_above(question, 1e-9);
}

static int answer_above_1e12(const struct question *question)
{
	return answer_above(question, 1e-12);
}

static const struct misconception rows[] = {
	{
		.id = "M112",
		.name = "edges_no_diagonal",
		.title = "pairs are counted without the diagonal",
		.explanation = "You counted the pairs below the diagonal only. A token sees itself too, so the "
			       "diagonal counts. The first row has one pair, the next one two, and so on.",
		.changes = REPLACES(.whole[OP_attn_edges] = answer_edges_without_diagonal),
		.breaks = BREAKS(edges),
	},
	{
		.id = "M113",
		.name = "edges_half_square",
		.title = "half of all pairs",
		.explanation = "You took half of all pairs for the causal ones. That is close for long sequences, but "
			       "the half that stays keeps the whole diagonal, not half of it. Add the other half of "
			       "the diagonal.",
		.changes = REPLACES(.whole[OP_attn_edges] = answer_half_of_edges),
		.also = CODINGS(REPLACES(.whole[OP_attn_edges] = answer_larger_half_of_edges)),
		.breaks = BREAKS(edges),
	},
	{
		.id = "M114",
		.name = "edges_unchecked",
		.title = "counts that do not fit wrap around",
		.explanation = "Your counts are right as long as they fit, and wrap around silently when they do not. "
			       "Unsigned products never fail by themselves. Find out before you multiply, and return "
			       "the error.",
		.changes = REPLACES(.whole[OP_attn_edges] = answer_edges_unchecked),
		.breaks = BREAKS(edges),
	},
	{
		.id = "M115",
		.name = "edges_in_32_bits",
		.title = "pairs are counted in 32 bits",
		.explanation = "You counted in an int or another type of that size, and long sequences overflow it. A "
			       "result of a wider type does not help if the product is computed in the narrow one. "
			       "Multiply in uint64_t.",
		.changes = REPLACES(.whole[OP_attn_edges] = answer_edges_in_32_bits),
		.also = CODINGS(REPLACES(.whole[OP_attn_edges] = answer_edges_in_32_bits_halved_first),
				REPLACES(.whole[OP_attn_edges] = answer_edges_in_int)),
		.breaks = BREAKS(edges),
	},
	{
		.id = "M116",
		.name = "edges_in_double",
		.title = "pairs are counted in double",
		.explanation = "You counted in double, which reaches far enough but holds whole numbers exactly only "
			       "up to a point. Beyond it the last digits are lost. Stay with uint64_t and halve the "
			       "even factor first.",
		.changes = REPLACES(.whole[OP_attn_edges] = answer_edges_in_double),
		.breaks = BREAKS(edges),
	},
	{
		.id = "M117",
		.name = "mask_judged_by_future",
		.title = "only the upper triangle of a mask is looked at",
		.explanation = "You looked at the upper triangle only. A mask that hides the future may hide some of "
			       "the past as well, and is not the causal mask then. Look at every entry.",
		.changes = REPLACES(.whole[OP_attn_is_causal_mask] = judge_future_alone),
		.also = CODINGS(REPLACES(.whole[OP_attn_is_causal_mask] = judge_future_and_diagonal)),
		.breaks = BREAKS(is_causal_mask),
	},
	{
		.id = "M118",
		.name = "mask_judged_by_past",
		.title = "only the lower triangle of a mask is looked at",
		.explanation = "You looked at the lower triangle only. A mask that shows the past may show the future "
			       "as well, and is no mask at all then. Look at every entry.",
		.changes = REPLACES(.whole[OP_attn_is_causal_mask] = judge_past_alone),
		.also = CODINGS(REPLACES(.whole[OP_attn_is_causal_mask] = judge_past_without_diagonal)),
		.breaks = BREAKS(is_causal_mask),
	},
	{
		.id = "M119",
		.name = "mask_judged_low",
		.title = "any very low entry passes for -inf",
		.explanation = "You took every very negative entry for hidden. Such masks are in use and mostly work, "
			       "but they do not hide for certain. Compare with minus infinity, which does.",
		.changes = REPLACES(.whole[OP_attn_is_causal_mask] = judge_low_as_hidden),
		.also = CODINGS(REPLACES(.whole[OP_attn_is_causal_mask] = judge_negative_as_hidden),
				REPLACES(.whole[OP_attn_is_causal_mask] = judge_very_low_as_hidden),
				REPLACES(.whole[OP_attn_is_causal_mask] = judge_lowest_as_hidden)),
		.breaks = BREAKS(is_causal_mask),
	},
	{
		.id = "M120",
		.name = "count_unbounded",
		.title = "the count of visible keys is not bounded by their number",
		.explanation = "Your count is how far the row could see, however few keys there are. Position and "
			       "offset alone give that number, but what is counted are the marks, and there is no mark "
			       "without a key. Stop at the number of keys.",
		.changes = REPLACES(.whole[OP_attn_visible_keys] = answer_unbounded_count),
		.also = CODINGS(REPLACES(.whole[OP_attn_visible_keys] = answer_wrapped_count)),
		.breaks = BREAKS(visible_keys),
	},
	{
		.id = "M121",
		.name = "full_rows_marked",
		.title = "rows that see something are marked, not empty ones",
		.explanation = "You marked the rows that see something and left the empty ones. That is just as good a "
			       "list, but the question is the other way round. Begin with a mark and take it away at "
			       "the first key that is not hidden.",
		.changes = REPLACES(.whole[OP_attn_empty_rows] = answer_full_rows),
		.breaks = BREAKS(empty_rows),
	},
	{
		.id = "M122",
		.name = "mass_of_early_mask",
		.title = "the mass is measured with the mask before the softmax",
		.explanation = "You masked before the softmax, and so nothing is lost and every mass is one. That is "
			       "how attention should do it. Here the loss itself is asked for: take the softmax of all "
			       "scores first.",
		.changes = REPLACES(.whole[OP_attn_late_mask_mass] = answer_early_mask_mass),
		.breaks = BREAKS(late_mask_mass),
	},
	{
		.id = "M123",
		.name = "mass_removed",
		.title = "the mass that the mask removes is given",
		.explanation = "You returned the weight that the mask takes away. That is the leak, and one minus what "
			       "is asked for here, the weight that remains. Sum over the keys that the row sees.",
		.changes = REPLACES(.whole[OP_attn_late_mask_mass] = answer_removed_mass),
		.also = CODINGS(REPLACES(.whole[OP_attn_late_mask_mass] = answer_hidden_mass)),
		.breaks = BREAKS(late_mask_mass),
	},
	{
		.id = "M124",
		.name = "merge_mean",
		.title = "parts are merged as their plain mean",
		.explanation = "You took the plain mean of both parts. They rarely weigh the same: a part's share is "
			       "the sum of exponentials that it was divided by, and that is what its log-sum-exp "
			       "tells. Weigh each part with exp of its own, the larger one subtracted from both.",
		.changes = REPLACES(.whole[OP_attn_merge] = answer_mean_of_parts),
		.also = CODINGS(REPLACES(.whole[OP_attn_merge] = answer_mean_of_everything),
				REPLACES(.whole[OP_attn_merge] = answer_mean_below_maximum)),
		.breaks = BREAKS(merge),
	},
	{
		.id = "M125",
		.name = "gradient_without_row_term",
		.title = "the softmax's derivative lacks the row's mean",
		.explanation = "Your derivative by the scores is weight times derivative by the weight. The softmax "
			       "divides by a sum, so each score moves all weights of its row. Subtract the row's "
			       "weighted mean of the derivatives before you multiply.",
		.changes = REPLACES(.differentiate = differentiate_rowless),
		.breaks = BREAKS(causal_backward),
	},
	{
		.id = "M126",
		.name = "gradient_of_diagonal",
		.title = "only the diagonal of the softmax's derivative is used",
		.explanation = "You used weight times one minus weight, the derivative of a weight by its own score. "
			       "Each score moves the other weights of its row as well. Use the whole Jacobian: weight "
			       "times the derivative less the row's weighted mean.",
		.changes = REPLACES(.differentiate = differentiate_diagonal),
		.breaks = BREAKS(causal_backward),
	},
	{
		.id = "M127",
		.name = "gradient_without_softmax",
		.title = "the gradient skips the softmax",
		.explanation = "You passed the derivatives by the weights on as derivatives by the scores. Between "
			       "them stands the softmax, and its derivative is not one. Multiply each by its weight, "
			       "after subtracting the row's weighted mean.",
		.changes = REPLACES(.differentiate = differentiate_nothing),
		.breaks = BREAKS(causal_backward),
	},
	{
		.id = "M128",
		.name = "gradient_without_scale",
		.title = "the gradient by queries or keys lacks the scale",
		.explanation =
			"Your derivatives by queries, by keys or by both lack the factor that scores are scaled by. It "
			"is easily forgotten, for the value's derivative needs none. These two need it, one over the "
			"root of d_k.",
		.changes = REPLACES(.whole[OP_attn_causal_backward] = answer_unscaled_gradient),
		.also = CODINGS(REPLACES(.whole[OP_attn_causal_backward] = answer_unscaled_dq),
				REPLACES(.whole[OP_attn_causal_backward] = answer_unscaled_dk)),
		.breaks = BREAKS(causal_backward),
	},
	{
		.id = "M129",
		.name = "gradient_swapped",
		.title = "the gradients by queries and keys are swapped",
		.explanation = "Your derivatives by queries and by keys are in each other's place. Both have the same "
			       "shape, so nothing crashes. The derivative by a query sums over keys and holds keys; "
			       "that by a key sums over queries and holds queries.",
		.changes = REPLACES(.whole[OP_attn_causal_backward] = answer_swapped_gradient),
		.breaks = BREAKS(causal_backward),
	},
	{
		.id = "M130",
		.name = "transposed_system",
		.title = "the transposed system is solved",
		.explanation = "You solved for weights that stand to the right of the values. The output is weights "
			       "times values: each row of weights is unknown, and it is the transposed values that "
			       "stand before it as a column. Transpose what you hand to your solver.",
		.changes = REPLACES(.whole[OP_attn_recover_weights] = answer_transposed_system),
		.breaks = BREAKS(recover_weights),
	},
	{
		.id = "M131",
		.name = "no_row_exchange",
		.title = "elimination without row exchanges",
		.explanation = "Your elimination gives up at a pivot of zero, though a row below has a better one. "
			       "Such a matrix need not be singular. Exchange rows so that the largest entry of the "
			       "column becomes the pivot.",
		.changes = REPLACES(.whole[OP_attn_recover_weights] = answer_recover_weights_unexchanged),
		.breaks = BREAKS(recover_weights),
	},
	{
		.id = "M132",
		.name = "singular_by_threshold",
		.title = "small pivots pass for zero",
		.explanation = "You call a matrix singular if a pivot is below a small number. That guards against "
			       "dividing by next to nothing, but values that are all tiny make tiny pivots and can be "
			       "solved as well as any. Call it singular only where a column has no pivot but zero.",
		.changes = REPLACES(.whole[OP_attn_recover_weights] = answer_above_1e6),
		.also = CODINGS(REPLACES(.whole[OP_attn_recover_weights] = answer_above_1e9),
				REPLACES(.whole[OP_attn_recover_weights] = answer_above_1e12)),
		.breaks = BREAKS(recover_weights),
	},
};

const struct misconception_family mistaken_numbers = MISCONCEPTION_FAMILY("single functions", rows);
