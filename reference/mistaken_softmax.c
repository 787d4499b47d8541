/*
 * Misconceptions about scale and softmax: what scores are divided by, along which axis weights sum to one,
 * what is subtracted before exp, and what the log-sum-exp is. Several show in float only; their exponentials
 * are rounded to float here, where they overflow and underflow as they would in float.
 */
#include <math.h>
#include <string.h>

#include "gauge.h"
#include "mistaken.h"

/* Whatever scores by itself, and whatever has a softmax. */
#define BREAKS_ATTENTION (BREAKS_CAUSAL | BREAKS(cross) | BREAKS(decode))
#define BREAKS_SCORED (BREAKS_ATTENTION | BREAKS(scores) | BREAKS(causal_backward))
#define BREAKS_WEIGHED \
	(BREAKS_ATTENTION | BREAKS_MASKED | BREAKS(softmax) | BREAKS(late_mask_mass) | BREAKS(causal_backward))

#define LN_2 0x1.62e42fefa39efp-1

/* ---- Scale ---- */

static double scale_nothing(size_t d_k, size_t n_heads)
{
	(void)d_k, (void)n_heads;
	return 1;
}

static double scale_length(size_t d_k, size_t n_heads)
{
	(void)n_heads;
	return 1 / (double)d_k;
}

static double scale_twice(size_t d_k, size_t n_heads)
{
	return idea_scale(d_k, n_heads) * idea_scale(d_k, n_heads);
}

static double scale_up(size_t d_k, size_t n_heads)
{
	return 1 / idea_scale(d_k, n_heads);
}

static double scale_all_heads(size_t d_k, size_t n_heads)
{
	return 1 / sqrt((double)(d_k * n_heads));
}

static double scale_fourth_root(size_t d_k, size_t n_heads)
{
	return sqrt(idea_scale(d_k, n_heads));
}

/*
 * Divided by the root of d_model. The idea of a scale does not know d_model, so the queries' projection is
 * made smaller instead, by a float that rounds once more than such code would.
 */
static int answer_scaled_by_model(const struct question *question)
{
	bool self = question->frame->operation == &operations[OP_attn_self];
	struct matrix w_q = question_matrix(question, "w_q");
	size_t d_k = question_size(question, self ? "d_k" : "d_head"), d_model = question_size(question, "d_model");
	double factor = sqrt((double)d_k / (double)d_model);
	float *scaled = arena_array(question->scratch, w_q.rows * w_q.columns, sizeof(float));
	for (size_t i = 0; i < w_q.rows * w_q.columns; i++)
		scaled[i] = (float)(factor * w_q.values[i]);
	return answer_argument(question, "w_q", (union argument){.buffer = scaled});
}

/* ---- The wrong sum ---- */

/*
 * Rows whose weights are divided by the sums of columns, or all by one sum. The sums are kept along with their
 * maxima while rows go by twice: once to sum, once to weigh.
 */
struct sums {
	size_t count;		 /* keys, or 1 */
	double *maxima, *totals; /* total: sum of exp(score - maximum) */
	double *errors;		 /* the worst of what was summed */
};

static struct sums sums_create(size_t count, struct arena *arena)
{
	struct sums sums = {
		.count = count,
		.maxima = arena_array(arena, count, sizeof(double)),
		.totals = arena_array(arena, count, sizeof(double)),
		.errors = arena_array(arena, count, sizeof(double)),
	};
	for (size_t s = 0; s < count; s++)
		sums.maxima[s] = -INFINITY;
	return sums;
}

static void sums_add(struct sums *sums, const struct row *row)
{
	for (size_t j = 0; j < row->n; j++) {
		size_t s = j % sums->count;
		double score = row->scores[j], maximum = sums->maxima[s];
		if (!row->visible[j] || score == -INFINITY)
			continue;
		sums->maxima[s] = isnan(score) || score > maximum ? score : maximum;
		sums->totals[s] *= maximum == -INFINITY ? 0 : exp(maximum - sums->maxima[s]);
		sums->totals[s] += exp(score - sums->maxima[s]);
		if (row->errors != NULL)
			sums->errors[s] = fmax(sums->errors[s], row->errors[j]);
	}
}

/* The gauge of a row is used to weights that are divided by their own sum: the rest is common to them. */
static double sums_error(const struct sums *sums, const struct row *row, size_t j)
{
	size_t s = j % sums->count;
	double distance = sums->maxima[s] - row->scores[j];
	return row->errors[j] + sums->errors[s] + GAUGE_UNIT * (distance + 2 * gauge_walk(row->n) + 8);
}

static void sums_divide(const struct ideas *ideas, const struct sums *sums, struct row *row)
{
	row->common = 0;
	if (row_maximum(row) == -INFINITY) {
		ideas->fill_empty(row);
		return;
	}
	for (size_t j = 0; j < row->n; j++) {
		size_t s = j % sums->count;
		bool counts = row->visible[j] && row->scores[j] != -INFINITY;
		row->weights[j] = counts ? exp(row->scores[j] - sums->maxima[s]) / sums->totals[s] : 0;
		if (row->errors != NULL && counts && isfinite(row->scores[j]))
			row->common = fmax(row->common, sums_error(sums, row, j));
	}
}

static void attend_with_sums(const struct ideas *ideas, const struct attention *attention, size_t count,
			     struct arena *arena, struct attended *attended)
{
	struct row row = row_create(attention->k.rows, attended->out.errors != NULL, arena);
	struct sums sums = sums_create(count, arena);
	for (size_t i = 0; i < attention->q.rows; i++) {
		attention_score(ideas, attention, i, &row);
		sums_add(&sums, &row);
	}
	for (size_t i = 0; i < attention->q.rows; i++) {
		attention_score(ideas, attention, i, &row);
		sums_divide(ideas, &sums, &row);
		attention_mix(ideas, attention, i, &row, attended);
	}
}

static void attend_by_columns(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
			      struct attended *attended)
{
	attend_with_sums(ideas, attention, attention->k.rows == 0 ? 1 : attention->k.rows, arena, attended);
}

static void attend_as_one(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
			  struct attended *attended)
{
	attend_with_sums(ideas, attention, 1, arena, attended);
}

/* A matrix of the frame, transposed: rows x columns as it was. */
static float *transpose_input(const struct question *question, const char *name)
{
	struct matrix matrix = question_matrix(question, name);
	float *transposed = arena_array(question->scratch, matrix.rows * matrix.columns, sizeof(float));
	for (size_t i = 0; i < matrix.rows; i++)
		for (size_t j = 0; j < matrix.columns; j++)
			transposed[j * matrix.rows + i] = (float)matrix_row(&matrix, i)[j];
	return transposed;
}

static double *transpose_output(const struct question *question, const double *values, size_t rows, size_t columns)
{
	double *transposed = arena_array(question->arena, rows * columns, sizeof(double));
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < columns; j++)
			transposed[j * rows + i] = values[i * columns + j];
	return transposed;
}

/* Softmax of given scores down the columns: that of the transposed matrix, transposed back. */
static int answer_by_columns(const struct question *question)
{
	struct frame frame = *question->frame;
	size_t n_q = question_size(question, "n_q"), n_k = question_size(question, "n_k");
	argument_of(&frame, "n_q")->size = n_k;
	argument_of(&frame, "n_k")->size = n_q;
	argument_of(&frame, "scores")->buffer = transpose_input(question, "scores");
	if (has_argument(&frame, "mask"))
		argument_of(&frame, "mask")->buffer = transpose_input(question, "mask");
	int status = answer_frame(question, &frame);
	struct answer_output *weights = output_of(question, "weights");
	if (weights->real != NULL)
		weights->real = transpose_output(question, weights->real, n_k, n_q);
	if (weights->gauge != NULL)
		weights->gauge = transpose_output(question, weights->gauge, n_k, n_q);
	return status;
}

/* Softmax of given scores over the whole matrix: that of one long row. */
static int answer_as_one(const struct question *question)
{
	struct frame frame = *question->frame;
	argument_of(&frame, "n_k")->size *= argument_of(&frame, "n_q")->size;
	argument_of(&frame, "n_q")->size = 1;
	return answer_frame(question, &frame);
}

/*
 * A sum that is not started anew for each row: right weights, and what is mixed by them, become smaller by the row's
 * share of the sum so far. Each row has its own maximum, unless that is kept too.
 */
struct carried {
	bool keeps_maximum;
	double maximum, sum, error; /* error: relative, of the sum */
};

/* Carries a row's log-sum-exp on; returns its share, and in `error` how far off that may be. */
static double carry(struct carried *carried, double maximum, double log_sum, double *error)
{
	if (log_sum == -INFINITY)
		return 0;
	const double kept = carried->keeps_maximum ? fmax(carried->maximum, maximum) : maximum;
	const double own = exp(log_sum - kept);
	if (carried->keeps_maximum && carried->sum > 0)
		carried->sum *= exp(carried->maximum - kept);
	carried->maximum = kept;
	carried->sum += own;
	carried->error = fmax(carried->error, *error) + 2 * GAUGE_UNIT;
	*error += carried->error;
	return own / carried->sum;
}

static void shrink(double *values, double *errors, size_t n, double share, double error)
{
	for (size_t c = 0; c < n; c++) {
		if (values[c] == 0) /* hidden, even beside NaN */
			continue;
		values[c] *= share;
		if (errors != NULL)
			errors[c] = errors[c] * share + fabs(values[c]) * error;
	}
}

static void attend_carrying(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
			    struct attended *attended, struct carried carried)
{
	struct row row = row_create(attention->k.rows, attended->out.errors != NULL, arena);
	idea_attend(ideas, attention, arena, attended);
	for (size_t i = 0; i < attention->q.rows; i++) {
		double error = 0;
		attention_score(ideas, attention, i, &row);
		for (size_t j = 0; j < row.n && row.errors != NULL; j++)
			error = fmax(error, row.visible[j] && isfinite(row.errors[j]) ? 2 * row.errors[j] : 0);
		const double log_sum = idea_log_sum(&row), share = carry(&carried, row_maximum(&row), log_sum, &error);
		shrink(matrix_row(&attended->out, i), matrix_row_errors(&attended->out, i), attended->out.columns,
		       share, error);
		if (attended->weights.values != NULL)
			shrink(matrix_row(&attended->weights, i), matrix_row_errors(&attended->weights, i),
			       attended->weights.columns, share, error);
		if (attended->lse.values != NULL && log_sum != -INFINITY)
			attended->lse.values[i] = carried.maximum + log(carried.sum);
	}
}

static void attend_carrying_sum(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
				struct attended *attended)
{
	attend_carrying(ideas, attention, arena, attended, (struct carried){0});
}

static void attend_carrying_both(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
				 struct attended *attended)
{
	attend_carrying(ideas, attention, arena, attended, (struct carried){true, -INFINITY, 0, 0});
}

/* A row of given scores as it is masked: its maximum and its log-sum-exp. */
static double sum_given(const struct question *question, const double *scores, const double *mask, struct row *row)
{
	for (size_t j = 0; j < row->n; j++) {
		row->visible[j] = mask == NULL || !question->ideas->hides(mask[j]);
		row->scores[j] = scores[j] + (mask == NULL || !row->visible[j] ? 0 : mask[j]);
	}
	return idea_log_sum(row);
}

static int answer_carrying(const struct question *question, struct carried carried)
{
	const int status = answer_rightly(question);
	struct answer_output *weights = output_of(question, "weights");
	struct matrix scores = question_matrix(question, "scores"), mask = {0};
	struct row row = row_create(scores.columns, false, question->scratch);
	const bool masked = has_argument(question->frame, "mask");
	if (masked)
		mask = question_matrix(question, "mask");
	for (size_t i = 0; i < scores.rows && status == ATTN_OK && weights->real != NULL; i++) {
		const double log_sum =
			sum_given(question, matrix_row(&scores, i), masked ? matrix_row(&mask, i) : NULL, &row);
		double error = 4 * GAUGE_UNIT * fabs(row_maximum(&row));
		const size_t at = i * row.n;
		if (log_sum == -INFINITY) /* as the policy says */
			continue;
		const double share = carry(&carried, row_maximum(&row), log_sum, &error);
		shrink(weights->real + at, weights->gauge == NULL ? NULL : weights->gauge + at, row.n, share, error);
	}
	return status;
}

static int answer_carrying_sum(const struct question *question)
{
	return answer_carrying(question, (struct carried){0});
}

static int answer_carrying_both(const struct question *question)
{
	return answer_carrying(question, (struct carried){true, -INFINITY, 0, 0});
}

/* ---- What is subtracted before exp ---- */

/*
 * Softmax as float code does it that subtracts `shift`: exponentials overflow to infinity, lose bits near the
 * smallest float and underflow to 0, and so does their sum.
 */
static double weigh_shifted(struct row *row, double shift)
{
	double sum = 0;
	for (size_t j = 0; j < row->n; j++) {
		row->weights[j] = row->visible[j] ? (double)(float)exp(row->scores[j] - shift) : 0;
		sum = (double)(float)(sum + row->weights[j]);
		if (row->errors != NULL && row->weights[j] > 0)
			row->errors[j] += GAUGE_TINIEST / row->weights[j];
	}
	return sum;
}

static void divide(struct row *row, double sum)
{
	for (size_t j = 0; j < row->n; j++)
		if (row->visible[j])
			row->weights[j] /= sum;
}

/* fmax, but NaN stays. */
static double find_shift(const struct row *row, double least)
{
	double maximum = row_maximum(row);
	return isnan(maximum) || maximum > least ? maximum : least;
}

static double find_shifted_log_sum(const struct row *row, double shift)
{
	double sum = 0;
	for (size_t j = 0; j < row->n; j++)
		if (row->visible[j])
			sum = (double)(float)(sum + (double)(float)exp(row->scores[j] - shift));
	return row_maximum(row) == -INFINITY ? -INFINITY : shift + log(sum);
}

/* What is done about a sum of 0. */
enum rule { RULE_NONE, RULE_ZEROS, RULE_EMPTY };

static void weigh_by_shift(const struct ideas *ideas, struct row *row, double shift, double epsilon, enum rule rule)
{
	if (row_maximum(row) == -INFINITY) {
		ideas->fill_empty(row);
		return;
	}
	double sum = (double)(float)(weigh_shifted(row, shift) + epsilon);
	/* below the normal range, what is left of products depends on which of them are made of it */
	row->common = sum > 0 && sum < GAUGE_MIN ? GAUGE_UNKNOWN : 0;
	if (sum == 0 && rule == RULE_EMPTY)
		ideas->fill_empty(row);
	else if (sum != 0 || rule == RULE_NONE)
		divide(row, sum);
}

#define SHIFTED_BY(name, shift, epsilon, rule) \
	static void weigh_##name(const struct ideas *ideas, struct row *row) \
	{ \
		weigh_by_shift(ideas, row, shift, epsilon, rule); \
	}
#define LOG_SUM_SHIFTED_BY(name, shift) \
	static double log_sum_##name(const struct row *row) \
	{ \
		return find_shifted_log_sum(row, shift); \
	}

SHIFTED_BY(unshifted, 0, 0, RULE_NONE)
SHIFTED_BY(unshifted_ruled, 0, 0, RULE_ZEROS)
SHIFTED_BY(unshifted_guarded, 0, 0, RULE_EMPTY)
SHIFTED_BY(unshifted_1e5, 0, 1e-5, RULE_NONE)
SHIFTED_BY(unshifted_1e6, 0, 1e-6, RULE_NONE)
SHIFTED_BY(unshifted_1e8, 0, 1e-8, RULE_NONE)
SHIFTED_BY(unshifted_1e9, 0, 1e-9, RULE_NONE)
SHIFTED_BY(unshifted_1e12, 0, 1e-12, RULE_NONE)
LOG_SUM_SHIFTED_BY(unshifted, 0)

SHIFTED_BY(from_zero, find_shift(row, 0), 0, RULE_NONE)
SHIFTED_BY(from_zero_ruled, find_shift(row, 0), 0, RULE_ZEROS)
SHIFTED_BY(from_zero_guarded, find_shift(row, 0), 0, RULE_EMPTY)
LOG_SUM_SHIFTED_BY(from_zero, find_shift(row, 0))

#define SHIFTED_FROM(name, least) \
	SHIFTED_BY(from_##name, find_shift(row, least), 0, RULE_NONE) \
	SHIFTED_BY(from_##name##_ruled, find_shift(row, least), 0, RULE_ZEROS) \
	LOG_SUM_SHIFTED_BY(from_##name, find_shift(row, least))

SHIFTED_FROM(1e3, -1e3)
SHIFTED_FROM(1e4, -1e4)
SHIFTED_FROM(1e5, -1e5)
SHIFTED_FROM(1e6, -1e6)
SHIFTED_FROM(1e9, -1e9)

/* The same, but a sum of 0 is taken for an empty row. */
SHIFTED_BY(from_1e4_guarded, find_shift(row, -1e4), 0, RULE_EMPTY)

/* ---- Other functions than softmax ---- */

/* Softmax of weights: a second time. */
static void weigh_weights(const struct ideas *ideas, struct row *row)
{
	double worst = 0;
	for (size_t j = 0; j < row->n && row->errors != NULL; j++)
		if (row->visible[j] && row->weights[j] > 0 && isfinite(row->errors[j]))
			worst = fmax(worst, row->errors[j] + GAUGE_UNIT * (8 - log(row->weights[j])));
	for (size_t j = 0; j < row->n; j++) {
		row->scores[j] = row->weights[j];
		if (row->errors != NULL)
			row->errors[j] = 2 * worst * row->scores[j];
	}
	idea_weigh(ideas, row);
}

static void weigh_twice(const struct ideas *ideas, struct row *row)
{
	idea_weigh(ideas, row);
	if (row_maximum(row) == -INFINITY)
		return;
	for (size_t j = 0; j < row->n; j++)
		row->visible[j] = true; /* hidden ones with a weight of 0 */
	weigh_weights(ideas, row);
}

static void weigh_visible_twice(const struct ideas *ideas, struct row *row)
{
	idea_weigh(ideas, row);
	if (row_maximum(row) != -INFINITY)
		weigh_weights(ideas, row);
}

static void weigh_evenly(const struct ideas *ideas, struct row *row)
{
	for (size_t j = 0; j < row->n; j++) {
		row->scores[j] = 0;
		if (row->errors != NULL)
			row->errors[j] = 0;
	}
	idea_weigh(ideas, row);
}

/* Hidden keys take part the second time, but nothing of them is mixed. */
static void weigh_twice_beside(const struct ideas *ideas, struct row *row)
{
	size_t hidden = 0;
	weigh_visible_twice(ideas, row);
	if (row_maximum(row) == -INFINITY)
		return;
	for (size_t j = 0; j < row->n; j++)
		hidden += !row->visible[j];
	/* each of them adds exp(0) to the sum of exp of weights */
	const double share = 1 / (1 + (double)hidden * exp(-idea_log_sum(row)));
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] = row->visible[j] ? share * row->weights[j] : share * exp(-idea_log_sum(row));
}

/* A row of zeros becomes an even one. */
static void weigh_twice_regardless(const struct ideas *ideas, struct row *row)
{
	weigh_twice(ideas, row);
	if (row_maximum(row) != -INFINITY || row->policy != ATTN_EMPTY_ZERO)
		return;
	for (size_t j = 0; j < row->n; j++)
		row->visible[j] = true;
	weigh_evenly(ideas, row);
}

/* Scores divided by their sum. Errors become relative ones; those of the sum are common. */
static void weigh_by_division(const struct ideas *ideas, struct row *row)
{
	double sum = 0, magnitude = 0, error = 0;
	row->common = 0;
	if (row_maximum(row) == -INFINITY) {
		ideas->fill_empty(row);
		return;
	}
	for (size_t j = 0; j < row->n; j++) {
		row->weights[j] = row->visible[j] ? row->scores[j] : 0;
		sum += row->weights[j];
		magnitude += fabs(row->weights[j]);
		if (row->errors == NULL || !row->visible[j])
			continue;
		error += row->errors[j];
		row->errors[j] = row->scores[j] == 0 ? 0 : row->errors[j] / fabs(row->scores[j]);
	}
	divide(row, sum);
	error = (error + GAUGE_UNIT * (gauge_walk(row->n) + 4) * magnitude) / fabs(sum);
	/* of what is left of terms that cancel, nothing is known */
	row->common = !isfinite(sum) ? 0 : error <= 1 ? error : GAUGE_UNKNOWN;
}

/* As it goes on the fly: scores of -inf are passed over, and rows whose sum is 0 count as empty. */
static void weigh_by_division_streaming(const struct ideas *ideas, struct row *row)
{
	double sum = 0;
	for (size_t j = 0; j < row->n; j++) {
		row->visible[j] &= row->scores[j] != -INFINITY;
		sum += row->visible[j] ? row->scores[j] : 0;
	}
	if (sum == 0)
		ideas->fill_empty(row);
	else
		weigh_by_division(ideas, row);
}

/* The logarithm of that sum. */
static double log_sum_by_division(const struct row *row)
{
	double sum = 0;
	for (size_t j = 0; j < row->n; j++)
		sum += row->visible[j] && row->scores[j] != -INFINITY ? row->scores[j] : 0;
	return sum == 0 ? -INFINITY : log(sum);
}

static void weigh_first_maximum(const struct ideas *ideas, struct row *row)
{
	size_t best = row->n;
	for (size_t j = 0; j < row->n; j++) {
		row->weights[j] = 0;
		if (row->visible[j] && (best == row->n || row->scores[j] > row->scores[best]))
			best = j;
	}
	if (best == row->n || row->scores[best] == -INFINITY)
		ideas->fill_empty(row);
	else
		row->weights[best] = 1;
}

static void weigh_last_maximum(const struct ideas *ideas, struct row *row)
{
	size_t best = row->n;
	for (size_t j = 0; j < row->n; j++) {
		row->weights[j] = 0;
		if (row->visible[j] && (best == row->n || row->scores[j] >= row->scores[best]))
			best = j;
	}
	if (best == row->n || row->scores[best] == -INFINITY)
		ideas->fill_empty(row);
	else
		row->weights[best] = 1;
}

/* Those that tie share the weight. */
static void weigh_maxima(const struct ideas *ideas, struct row *row)
{
	double maximum = row_maximum(row), count = 0;
	if (maximum == -INFINITY) {
		ideas->fill_empty(row);
		return;
	}
	for (size_t j = 0; j < row->n; j++)
		count += row->weights[j] = row->visible[j] && row->scores[j] == maximum ? 1 : 0;
	divide(row, count);
}

/* 2^s: exp2 without the factor log2(e) that belongs in the scale. */
static void weigh_by_exp2(const struct ideas *ideas, struct row *row)
{
	for (size_t j = 0; j < row->n; j++) {
		row->scores[j] *= LN_2;
		if (row->errors != NULL)
			row->errors[j] *= LN_2;
	}
	idea_weigh(ideas, row);
}

/* The maximum is that of the scores as they were. */
static double log_sum_of_exp2(const struct row *row)
{
	double maximum = row_maximum(row);
	return maximum == -INFINITY ? -INFINITY : maximum / LN_2 + (idea_log_sum(row) - maximum);
}

/* What a stream of scores leaves behind that follows the maximum and never makes up for it. */
static double stream(const struct row *row, double *weights)
{
	double maximum = -INFINITY, sum = 0;
	for (size_t j = 0; j < row->n; j++) {
		bool counts = row->visible[j] && row->scores[j] != -INFINITY;
		if (counts && !(row->scores[j] <= maximum))
			maximum = row->scores[j];
		double weight = counts ? exp(row->scores[j] - maximum) : 0;
		sum += weight;
		if (weights != NULL)
			weights[j] = weight;
	}
	return weights == NULL ? maximum + log(sum) : sum;
}

static void weigh_streaming(const struct ideas *ideas, struct row *row)
{
	if (row_maximum(row) == -INFINITY)
		ideas->fill_empty(row);
	else
		divide(row, stream(row, row->weights));
}

/* Output and sum are kept apart, and only one of them is not rescaled. */
static void weigh_streaming_output(const struct ideas *ideas, struct row *row)
{
	double log_sum = idea_log_sum(row), maximum = row_maximum(row);
	if (maximum == -INFINITY) {
		ideas->fill_empty(row);
		return;
	}
	stream(row, row->weights);
	divide(row, exp(log_sum - maximum));
}

static void weigh_streaming_sum(const struct ideas *ideas, struct row *row)
{
	double maximum = row_maximum(row);
	if (maximum == -INFINITY) {
		ideas->fill_empty(row);
		return;
	}
	double sum = stream(row, row->weights);
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] = row->visible[j] ? exp(row->scores[j] - maximum) : 0;
	divide(row, sum);
}

static double log_sum_streaming(const struct row *row)
{
	return row_maximum(row) == -INFINITY ? -INFINITY : stream(row, NULL);
}

/* ---- Log-sum-exp ---- */

static double log_sum_without_maximum(const struct row *row)
{
	double log_sum = idea_log_sum(row);
	return log_sum == -INFINITY ? log_sum : log_sum - row_maximum(row);
}

static double log_sum_base_2(const struct row *row)
{
	return idea_log_sum(row) / LN_2;
}

static double log_sum_is_maximum(const struct row *row)
{
	return row_maximum(row);
}

static double log_sum_empty_zero(const struct row *row)
{
	double log_sum = idea_log_sum(row);
	return log_sum == -INFINITY ? 0 : log_sum;
}

/* Parts merged by powers of 2, as if their log-sum-exps had been taken with log2. */
static int merge_base_2(const struct question *question)
{
	return answer_with(question, REPLACES(.weigh = weigh_by_exp2, .log_sum = log_sum_base_2));
}

/* All that makes weights of given scores. */
#define WEIGHING(answer) \
	.whole[OP_attn_softmax] = answer, .whole[OP_attn_masked_softmax] = answer, \
	.whole[OP_attn_masked_softmax_policy] = answer

static const struct misconception rows[] = {
	{
		.id = "M32",
		.name = "no_scale",
		.title = "scores are not scaled",
		.explanation = "Your scores are dot products that are not divided by the root of the key length. Small "
			       "cases look right, but the longer the vectors, the larger the scores and the more a "
			       "row's weight gathers on one key. Divide by the square root of d_k.",
		.changes = REPLACES(.scale = scale_nothing),
		.breaks = BREAKS_SCORED,
	},
	{
		.id = "M33",
		.name = "scale_dk",
		.title = "scores are divided by d_k, not by its root",
		.explanation = "You divided scores by the key length itself. It looks like taking a mean, but the "
			       "spread of a dot product grows only as the root of the length, and the weights come out "
			       "too even. Divide by the square root of d_k.",
		.changes = REPLACES(.scale = scale_length),
		.breaks = BREAKS_SCORED,
	},
	{
		.id = "M34",
		.name = "scale_twice",
		.title = "scores are scaled twice",
		.explanation = "You divided scores by the root of the key length twice, perhaps once in the query and "
			       "once in the product. Either place will do, but not both. Scale once.",
		.changes = REPLACES(.scale = scale_twice),
		.breaks = BREAKS_SCORED,
	},
	{
		.id = "M35",
		.name = "scale_mul_sqrt",
		.title = "scores are multiplied by the root of d_k",
		.explanation = "You multiplied scores by the root of the key length where they are to be divided by "
			       "it. Both keep the order of the scores, but this way the weights gather on one key all "
			       "the more. Turn the factor over.",
		.changes = REPLACES(.scale = scale_up),
		.breaks = BREAKS_SCORED,
	},
	{
		.id = "M37",
		.name = "scale_dmodel",
		.title = "scores are divided by the root of all heads' length together",
		.explanation = "You divided scores by the root of the width of all heads together. Each head computes "
			       "its own dot products, over its own length, and only that counts. Use d_head.",
		.changes = REPLACES(.scale = scale_all_heads),
		.breaks = BREAKS(multi_head),
	},
	{
		.id = "M86",
		.name = "scale_embedding",
		.title = "scores are divided by the root of d_model",
		.explanation =
			"You divided scores by the root of d_model, the length of an embedding. The dot product runs "
			"over the length of a key, which the projections choose. Use the length of one head's key.",
		/* nobody divides by one root and by another: with them it does not join */
		.changes = REPLACES(.scale = idea_scale, .whole[OP_attn_self] = answer_scaled_by_model,
				    .whole[OP_attn_multi_head] = answer_scaled_by_model),
		.breaks = BREAKS(self) | BREAKS(multi_head),
	},
	{
		.id = "M40",
		.name = "scale_fourthroot",
		.title = "scores are divided by the fourth root of d_k",
		.explanation = "You divided scores by the fourth root of the key length. Some code scales queries and "
			       "keys by the fourth root each, so that the two make a square root; one side alone is "
			       "not enough. Scale both sides, or scale the product once by the square root.",
		.changes = REPLACES(.scale = scale_fourth_root),
		.breaks = BREAKS_SCORED,
	},
	{
		.id = "M41",
		.name = "softmax_cols",
		.title = "softmax down the columns: each key's weights sum to 1",
		.explanation = "Your softmax runs down the columns, over the queries of a key. A matrix can be summed "
			       "both ways and both look like weights, but it is the row of a query that must sum to "
			       "one. Sum over the keys.",
		.changes = REPLACES(.attend = attend_by_columns, WEIGHING(answer_by_columns)),
		.breaks = BREAKS_ATTENTION | BREAKS_MASKED | BREAKS(softmax),
	},
	{
		.id = "M42",
		.name = "softmax_global",
		.title = "one softmax over the whole matrix",
		.explanation = "You divided all weights by one sum over the whole matrix, as a softmax over a flat "
			       "array does. Each row is a distribution of its own and must sum to one. Start the "
			       "maximum and the sum anew for each row.",
		.changes = REPLACES(.attend = attend_as_one, WEIGHING(answer_as_one)),
		.also = CODINGS(REPLACES(.attend = attend_carrying_sum, WEIGHING(answer_carrying_sum)),
				REPLACES(.attend = attend_carrying_both, WEIGHING(answer_carrying_both))),
		.breaks = BREAKS_CAUSAL | BREAKS(cross) | BREAKS_MASKED | BREAKS(softmax),
	},
	{
		.id = "M43",
		.name = "no_max_sub",
		.title = "the maximum is not subtracted before exp",
		.explanation = "You take exp of scores as they are. That is the formula, but in float exp overflows "
			       "for scores that are quite ordinary, and underflows for very negative ones; infinity by "
			       "infinity and zero by zero are NaN. Subtract the row's largest visible score first, "
			       "which changes nothing on paper.",
		.changes = REPLACES(.weigh = weigh_unshifted, .log_sum = log_sum_unshifted),
		.also = CODINGS(REPLACES(.weigh = weigh_unshifted_guarded), REPLACES(.weigh = weigh_unshifted_ruled)),
		.breaks = BREAKS_WEIGHED | BREAKS(merge),
	},
	{
		.id = "M89",
		.name = "no_max_sub_eps",
		.title = "no maximum is subtracted, and a small number is added to the sum",
		.explanation = "You take exp of scores as they are and guard the division with a small number. If all "
			       "scores of a row are low, their exponentials are no larger than that number and the "
			       "weights come out too small; if one is high, exp overflows. Subtract the row's maximum: "
			       "then the sum is at least one and needs no guard.",
		.changes = REPLACES(.weigh = weigh_unshifted_1e6, .log_sum = log_sum_unshifted),
		.also = CODINGS(REPLACES(.weigh = weigh_unshifted_1e5), REPLACES(.weigh = weigh_unshifted_1e8),
				REPLACES(.weigh = weigh_unshifted_1e9), REPLACES(.weigh = weigh_unshifted_1e12)),
		.breaks = BREAKS_WEIGHED | BREAKS(merge),
	},
	{
		.id = "M44",
		.name = "max_init_zero",
		.title = "the search for the maximum starts at 0",
		.explanation = "Your search for the maximum starts at zero, so a row of negative scores has a maximum "
			       "that is none of them. If all scores are far below zero, every exp underflows and you "
			       "divide zero by zero. Start at minus infinity, or at the first visible score.",
		.changes = REPLACES(.weigh = weigh_from_zero, .log_sum = log_sum_from_zero),
		.also = CODINGS(REPLACES(.weigh = weigh_from_zero_guarded), REPLACES(.weigh = weigh_from_zero_ruled)),
		.breaks = BREAKS_WEIGHED | BREAKS(merge),
	},
	{
		.id = "M45",
		.name = "max_clamp_1e4",
		.title = "the search for the maximum starts at -1e4 or the like, NaN below",
		.explanation = "Your search for the maximum starts at a very negative number, as if no score could be "
			       "lower. Scores can be: then every exp underflows and you divide zero by zero. Start at "
			       "minus infinity.",
		.changes = REPLACES(.weigh = weigh_from_1e4, .log_sum = log_sum_from_1e4),
		.also = CODINGS(REPLACES(.weigh = weigh_from_1e3, .log_sum = log_sum_from_1e3),
				REPLACES(.weigh = weigh_from_1e5, .log_sum = log_sum_from_1e5),
				REPLACES(.weigh = weigh_from_1e6, .log_sum = log_sum_from_1e6),
				REPLACES(.weigh = weigh_from_1e9, .log_sum = log_sum_from_1e9)),
		.breaks = BREAKS_WEIGHED | BREAKS(merge),
	},
	{
		.id = "M92",
		.name = "max_clamp_1e4_zero",
		.title = "the search for the maximum starts at -1e4 or the like, zeros below",
		.explanation =
			"Your search for the maximum starts at a very negative number, and a sum of zero is taken for "
			"a "
			"row without keys. Scores can be lower than that, and then a row that sees keys comes out as "
			"zeros. Start at minus infinity, and tell empty rows by what they see, not by their sum.",
		.changes = REPLACES(.weigh = weigh_from_1e4_guarded, .log_sum = log_sum_from_1e4),
		.also = CODINGS(REPLACES(.weigh = weigh_from_1e4_ruled),
				REPLACES(.weigh = weigh_from_1e3_ruled, .log_sum = log_sum_from_1e3),
				REPLACES(.weigh = weigh_from_1e5_ruled, .log_sum = log_sum_from_1e5),
				REPLACES(.weigh = weigh_from_1e6_ruled, .log_sum = log_sum_from_1e6),
				REPLACES(.weigh = weigh_from_1e9_ruled, .log_sum = log_sum_from_1e9)),
		.breaks = BREAKS_WEIGHED | BREAKS(merge),
	},
	{
		.id = "M48",
		.name = "softmax_twice",
		.title = "softmax of the softmax",
		.explanation = "You took the softmax twice, perhaps in one function and again in its caller. The "
			       "second time it sees weights between zero and one, of hidden keys too, and makes them "
			       "nearly even. Take it once, of the scores.",
		.changes = REPLACES(.weigh = weigh_twice, .whole[OP_attn_merge] = answer_rightly),
		.also = CODINGS(REPLACES(.weigh = weigh_twice_beside), REPLACES(.weigh = weigh_twice_regardless),
				REPLACES(.weigh = weigh_visible_twice)),
		.breaks = BREAKS_WEIGHED,
	},
	{
		.id = "M49",
		.name = "uniform_prefix_mean",
		.title = "all visible keys weigh the same",
		.explanation = "You give every visible key the same weight: the scores are not used. That is a running "
			       "mean, a good first step while the mask is tried out. Let the softmax of the scores "
			       "decide the weights.",
		.changes = REPLACES(.weigh = weigh_evenly, .whole[OP_attn_merge] = answer_rightly),
		.breaks = BREAKS_WEIGHED,
	},
	{
		.id = "M51",
		.name = "no_softmax",
		.title = "scores are divided by their sum, without exp",
		.explanation =
			"You divided scores by their sum. That also sums to one, but negative scores give negative "
			"weights, and a sum near zero blows everything up. Take exp of the scores first, then divide.",
		.changes = REPLACES(.weigh = weigh_by_division, .whole[OP_attn_merge] = answer_rightly),
		.also = CODINGS(REPLACES(.weigh = weigh_by_division_streaming, .log_sum = log_sum_by_division)),
		.breaks = BREAKS_WEIGHED,
	},
	{
		.id = "M52",
		.name = "argmax_only",
		.title = "the largest score takes all the weight",
		.explanation = "You give all the weight to the key with the largest score. That is what softmax comes "
			       "to if scores are far apart, but where they are not, it shares. Take exp of all visible "
			       "scores and divide by their sum.",
		.changes = REPLACES(.weigh = weigh_first_maximum, .whole[OP_attn_merge] = answer_rightly),
		.also = CODINGS(REPLACES(.weigh = weigh_last_maximum), REPLACES(.weigh = weigh_maxima),
				REPLACES(.log_sum = log_sum_is_maximum)),
		.breaks = BREAKS_WEIGHED,
	},
	{
		.id = "M53",
		.name = "exp2_no_log2e",
		.title = "powers of 2 in place of exp",
		.explanation = "You used exp2 where exp is meant. Powers of two are faster, and fast code uses them, "
			       "but it multiplies the scores by the base-two logarithm of e first. Put that factor "
			       "into the scale, or use exp.",
		.changes = REPLACES(.weigh = weigh_by_exp2, .log_sum = log_sum_of_exp2),
		.also = CODINGS(REPLACES(.log_sum = log_sum_base_2)),
		.breaks = BREAKS_WEIGHED | BREAKS(merge),
	},
	{
		.id = "M56",
		.name = "online_no_rescale",
		.title = "a running maximum grows, and what was summed before is not rescaled",
		.explanation = "You keep a running maximum, and when it grows, what you summed before still stands "
			       "relative to the old one. Early keys then weigh too much. Multiply sum and output by "
			       "exp of the old maximum minus the new one, every time it grows.",
		.changes = REPLACES(.weigh = weigh_streaming, .log_sum = log_sum_streaming),
		.also = CODINGS(REPLACES(.weigh = weigh_streaming_output, .log_sum = idea_log_sum),
				REPLACES(.weigh = weigh_streaming_sum)),
		.breaks = BREAKS_WEIGHED | BREAKS(merge),
	},
	{
		.id = "M93",
		.name = "lse_without_maximum",
		.title = "the log-sum-exp lacks the maximum",
		.explanation = "Your log-sum-exp is the logarithm of the sum that you divided by, in which the maximum "
			       "is subtracted already. Weights do not notice, since it cancels there; here it does "
			       "not. Add the row's maximum to the logarithm.",
		.changes = REPLACES(.log_sum = log_sum_without_maximum),
		.breaks = BREAKS(causal_offset) | BREAKS(merge),
	},
	{
		.id = "M94",
		.name = "lse_base_2",
		.title = "the log-sum-exp is in base 2",
		.explanation =
			"Your log-sum-exp is a logarithm in base two, as kernels that compute with exp2 keep it "
			"inside. Merging such results works as long as everyone does the same, but this interface says "
			"natural logarithm. Use log, or multiply by the natural logarithm of two.",
		.changes = REPLACES(.log_sum = log_sum_base_2, .whole[OP_attn_merge] = merge_base_2),
		.also = CODINGS(REPLACES(.whole[OP_attn_merge] = answer_merge)),
		.breaks = BREAKS(causal_offset) | BREAKS(merge),
	},
	{
		.id = "M95",
		.name = "lse_is_maximum",
		.title = "the row's maximum in place of the log-sum-exp",
		.explanation =
			"What you return as log-sum-exp is the row's maximum alone. It is close if one score stands "
			"out, and that hides it. Add the logarithm of the sum of exp of score minus maximum.",
		.changes = REPLACES(.log_sum = log_sum_is_maximum),
		.breaks = BREAKS(causal_offset) | BREAKS(merge),
	},
	{
		.id = "M96",
		.name = "lse_empty_zero",
		.title = "the log-sum-exp of an empty row is 0",
		.explanation = "For a row that sees no key you return zero as log-sum-exp. Zero looks neutral, but it "
			       "says that the exponentials sum to one, and a merge would give that empty part a share. "
			       "Their sum is zero: return its logarithm, minus infinity.",
		.changes = REPLACES(.log_sum = log_sum_empty_zero),
		.breaks = BREAKS(causal_offset) | BREAKS(merge),
	},
};

const struct misconception_family mistaken_softmax = MISCONCEPTION_FAMILY("scale and softmax", rows);
