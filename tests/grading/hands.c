#include "grading/hands.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "attention.h"

/*
 * What becomes of a hidden score: it is left out, or takes part as it is, multiplied, replaced, or with something
 * added.
 */
enum hiding { LEFT_OUT, KEPT, TIMES, SET, ADDED };

/* Which keys are mixed: those that the row sees, those with a weight other than 0, all. */
enum mixing { MIX_SEEN, MIX_WEIGHTY, MIX_ALL };

/* Softmax on the fly: no empty row is looked for, or something is not rescaled when the maximum grows. */
enum streaming { NO_STREAM, STREAM, STREAM_BLINDLY, STREAM_OUTPUT_KEPT, STREAM_SUM_KEPT };

/* All zero: everything is done as it should be. */
struct habit {
	enum hiding hiding;
	float number; /* that hiding takes */
	enum mixing mixing;
	enum streaming streaming;
	bool ruled;	  /* a row without visible keys is zeros, whatever comes out of it */
	bool zero_sum;	  /* a sum of 0 makes zeros */
	bool blind;	  /* no row without keys is looked for; its log-sum-exp is right all the same */
	bool over_hidden; /* the maximum is looked for among hidden scores too */
	bool all_divided; /* hidden weights of 0 too are divided by the sum */
	bool by_maximum;  /* a row is empty if its maximum is -inf */
	bool sticks;	  /* of a NaN the maximum stays one */
	bool unshifted;	  /* no maximum */
	bool starts;	  /* the search for it starts at `start` */
	float start;
	float epsilon;	   /* in the division by the sum */
	bool late;	   /* hidden weights are zeroed after the softmax */
	bool renormalised; /* and the rest divided by what is left */
	bool guarded;	   /* unless that is 0 */
	float least;	   /* or by this, if it is more */
	bool scrubbed;	   /* weights that are not finite become 0 */
	bool numbed;	   /* so do scores that are NaN */
	bool deaf;	   /* keys whose score is NaN are passed over */
	bool divided;	   /* scores by their sum, which is the row's; a sum of 0 makes zeros */
	bool twice, largest_alone;
	bool apart;	 /* weights and log-sum-exp are computed once more, rightly */
	bool sums_apart; /* the log-sum-exp alone */
	bool throughout; /* what is left divides hidden weights too */
	bool zeroes;	 /* hidden keys and values, which take part */
	bool carries;	 /* the sum is not started anew for each row */
	bool even;	 /* an empty row gets the same of each key */
	bool last;	 /* or all of the last */
	bool washed;	 /* results that are not finite become 0 */
	bool base_2;
	bool overwrites, shifts_rows, sees_all, sees_padding, sees_one_padded;
	bool merges;	/* by the same softmax */
	bool averages;	/* in place of merging */
	float low;	/* any mask entry below passes for -inf */
	bool flags;	/* no mask entry is added */
	bool unordered; /* no row exchanges */
};

static const struct habit as_it_should_be;
static const struct habit *habit = &as_it_should_be;

/* ---- a row ---- */

struct row {
	size_t n;
	float *scores, *weights;
	bool *hidden, *zeroed;
	float lse, carried;
};

static void *reserve(size_t count, size_t size)
{
	void *memory = calloc(count + 1, size);
	assert(memory != NULL);
	return memory;
}

static struct row open_row(size_t n)
{
	return (struct row){n,
			    reserve(n, sizeof(float)),
			    reserve(n, sizeof(float)),
			    reserve(n, sizeof(bool)),
			    reserve(n, sizeof(bool)),
			    0,
			    0};
}

static void close_row(struct row *row)
{
	free(row->scores);
	free(row->weights);
	free(row->hidden);
	free(row->zeroed);
}

static float hide(const struct habit *by, float score)
{
	switch (by->hiding) {
	case TIMES:
		return score * by->number;
	case SET:
		return by->number;
	case ADDED:
		return score + by->number;
	default:
		return score;
	}
}

static bool takes_part(const struct habit *by, const struct row *row, size_t j)
{
	return !row->hidden[j] || by->hiding != LEFT_OUT;
}

static bool sees_nothing(const struct row *row)
{
	for (size_t j = 0; j < row->n; j++)
		if (!row->hidden[j])
			return false;
	return true;
}

static bool is_empty(const struct habit *by, const struct row *row)
{
	for (size_t j = 0; j < row->n; j++)
		if (takes_part(by, row, j) && row->scores[j] != -INFINITY)
			return false;
	return true;
}

static bool clear(const struct habit *by, struct row *row)
{
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] = by->even ? 1 / (float)row->n : by->last && j + 1 == row->n ? 1 : 0;
	row->lse = -INFINITY;
	return false;
}

static float find_maximum(const struct habit *by, const struct row *row)
{
	float m = by->starts ? by->start : -INFINITY;
	for (size_t j = 0; j < row->n && !by->unshifted; j++)
		if ((by->over_hidden || takes_part(by, row, j)) &&
		    (row->scores[j] > m || (by->sticks && isnan(row->scores[j]))))
			m = row->scores[j];
	return by->unshifted ? 0 : m;
}

static void take_largest(struct row *row)
{
	size_t largest = row->n;
	for (size_t j = 0; j < row->n; j++)
		if (!row->hidden[j] && (largest == row->n || row->scores[j] >= row->scores[largest]))
			largest = j;
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] = j == largest ? 1 : 0;
}

/* Hidden keys take part this time. */
static void soften_again(struct row *row)
{
	float sum = 0;
	for (size_t j = 0; j < row->n; j++)
		sum += row->weights[j] = expf(row->weights[j]);
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] /= sum;
}

static void mask_late(const struct habit *by, struct row *row)
{
	float left = 0;
	for (size_t j = 0; j < row->n; j++)
		left += row->weights[j] = row->hidden[j] ? 0 : row->weights[j];
	for (size_t j = 0; j < row->n && by->renormalised && !(by->guarded && left == 0); j++)
		row->weights[j] = row->hidden[j] && !by->throughout ? 0 : row->weights[j] / fmaxf(left, by->least);
}

static void wash(float *numbers, size_t count)
{
	for (size_t j = 0; j < count; j++)
		numbers[j] = isfinite(numbers[j]) ? numbers[j] : 0;
}

static bool take_scores(const struct habit *by, struct row *row)
{
	float sum = 0;
	for (size_t j = 0; j < row->n; j++)
		sum += row->hidden[j] || row->scores[j] == -INFINITY ? 0 : row->scores[j];
	if (sum == 0)
		return clear(by, row);
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] = row->hidden[j] || row->scores[j] == -INFINITY ? 0 : row->scores[j] / sum;
	row->lse = logf(sum);
	return true;
}

/* The sum as it comes out on the fly. */
static float sum_streaming(const struct habit *by, const struct row *row)
{
	float m = -INFINITY, sum = 0;
	for (size_t j = 0; j < row->n; j++) {
		if (!takes_part(by, row, j))
			continue;
		if (row->scores[j] > m) {
			sum *= by->streaming == STREAM_SUM_KEPT ? 1 : expf(m - row->scores[j]);
			m = row->scores[j];
		}
		sum += expf(row->scores[j] - m);
	}
	return sum;
}

/* Softmax; true unless the row came out as an empty one. */
static bool weigh(const struct habit *by, struct row *row)
{
	float sum = 0;
	for (size_t j = 0; j < row->n; j++)
		row->scores[j] = row->hidden[j] ? hide(by, row->scores[j]) : row->scores[j];
	const bool empty = by->by_maximum ? find_maximum(by, row) == -INFINITY : is_empty(by, row);
	if ((by->ruled && sees_nothing(row)) || (empty && !by->blind))
		return clear(by, row);
	if (by->divided)
		return take_scores(by, row);
	const float m = find_maximum(by, row);
	for (size_t j = 0; j < row->n; j++)
		sum += row->weights[j] = takes_part(by, row, j) ? expf(row->scores[j] - m) : 0;
	if (by->streaming == STREAM_SUM_KEPT)
		sum = sum_streaming(by, row);
	if (sum == 0 && by->zero_sum)
		return clear(by, row);
	sum += by->carries ? row->carried : 0;
	row->carried = sum;
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] = takes_part(by, row, j) || by->all_divided ? row->weights[j] / (sum + by->epsilon) : 0;
	row->lse = empty ? -INFINITY : m + logf(sum);
	if (by->scrubbed)
		wash(row->weights, row->n);
	if (by->late)
		mask_late(by, row);
	if (by->largest_alone)
		take_largest(row);
	if (by->twice)
		soften_again(row);
	return !empty;
}

/* ---- attention ---- */

struct sight {
	bool causal;
	ptrdiff_t offset;
	size_t window; /* 0: none */
	size_t length;
};

static bool hides(const struct sight *sight, size_t i, size_t j)
{
	const ptrdiff_t last = (ptrdiff_t)i + sight->offset;
	if (habit->sees_all)
		return false;
	if (j >= sight->length && !habit->sees_padding && !(habit->sees_one_padded && j == sight->length))
		return true;
	if (!sight->causal)
		return false;
	return (ptrdiff_t)j > last || (sight->window > 0 && j + sight->window <= i);
}

struct attention {
	size_t n_q, n_k, d_k, d_v;
	const float *q, *k, *v;
	struct sight sight;
	float *out, *weights, *lse;
};

static void score(const struct attention *a, size_t i, struct row *row)
{
	for (size_t j = 0; j < a->n_k; j++) {
		float dot = 0;
		for (size_t t = 0; t < a->d_k; t++)
			dot += a->q[i * a->d_k + t] * a->k[j * a->d_k + t];
		row->hidden[j] = hides(&a->sight, i, j) || (habit->deaf && isnan(dot));
		row->zeroed[j] = row->hidden[j] && habit->zeroes;
		row->hidden[j] &= !row->zeroed[j];
		row->scores[j] = row->zeroed[j] || (habit->numbed && isnan(dot)) ? 0 : dot / sqrtf((float)a->d_k);
	}
}

static bool is_mixed(const struct row *row, size_t j)
{
	if (row->zeroed[j])
		return false;
	switch (habit->mixing) {
	case MIX_WEIGHTY:
		return row->weights[j] != 0;
	case MIX_ALL:
		return true;
	default:
		return !row->hidden[j];
	}
}

static void mix(const struct attention *a, const struct row *row, float *out)
{
	memset(out, 0, a->d_v * sizeof(float));
	for (size_t j = 0; j < a->n_k; j++)
		for (size_t c = 0; c < a->d_v && is_mixed(row, j); c++) {
			const float part = row->weights[j] * a->v[j * a->d_v + c];
			out[c] = habit->overwrites ? part : out[c] + part;
		}
}

/* Out and sum in one pass. */
static void stream(const struct attention *a, struct row *row, float *out)
{
	float m = habit->starts ? habit->start : -INFINITY, sum = 0;
	memset(out, 0, a->d_v * sizeof(float));
	for (size_t j = 0; j < a->n_k; j++) {
		const float s = row->scores[j], grown = s > m ? expf(m - s) : 1;
		if (row->hidden[j] || s == -INFINITY)
			continue;
		m = s > m ? s : m;
		sum = sum * (habit->streaming == STREAM_SUM_KEPT ? 1 : grown) + expf(s - m);
		for (size_t c = 0; c < a->d_v; c++)
			out[c] = out[c] * (habit->streaming == STREAM_OUTPUT_KEPT ? 1 : grown) +
				 expf(s - m) * a->v[j * a->d_v + c];
	}
	row->lse = m + logf(sum);
	for (size_t c = 0; c < a->d_v && (sum != 0 || habit->streaming == STREAM_BLINDLY); c++)
		out[c] /= sum;
}

static void attend_row(const struct attention *a, size_t i, struct row *row)
{
	const float carried = row->carried;
	score(a, i, row);
	if (habit->streaming != NO_STREAM)
		stream(a, row, a->out + i * a->d_v);
	else {
		weigh(habit, row);
		mix(a, row, a->out + i * a->d_v);
	}
	if (habit->washed)
		wash(a->out + i * a->d_v, a->d_v);
	if (habit->apart || habit->sums_apart) {
		score(a, i, row);
		weigh(&as_it_should_be, row);
	}
	if (a->lse != NULL)
		a->lse[i] = habit->base_2 ? row->lse * 1.44269504F : row->lse;
	if (a->weights == NULL)
		return;
	if (!habit->apart) {
		row->carried = carried;
		score(a, i, row);
		weigh(habit, row);
	}
	memcpy(a->weights + i * a->n_k, row->weights, a->n_k * sizeof(float));
	if (habit->washed)
		wash(a->weights + i * a->n_k, a->n_k);
}

static void shift_rows(float *rows, size_t count, size_t columns)
{
	if (rows != NULL && count > 1)
		memmove(rows + columns, rows, (count - 1) * columns * sizeof(float));
}

static int attend(struct attention a)
{
	struct row row = open_row(a.n_k);
	for (size_t i = 0; i < a.n_q; i++)
		attend_row(&a, i, &row);
	if (habit->shifts_rows && a.sight.causal) {
		shift_rows(a.out, a.n_q, a.d_v);
		shift_rows(a.weights, a.n_q, a.n_k);
		shift_rows(a.lse, a.n_q, 1);
	}
	close_row(&row);
	return ATTN_OK;
}

/* ---- the contract ---- */

static int is_causal_mask(size_t n, const float *mask, int32_t *answer)
{
	*answer = 1;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) {
			const float entry = mask[i * n + j], low = habit->low == 0 ? -INFINITY : habit->low;
			if (j <= i ? entry != 0 : !(entry <= low))
				*answer = 0;
		}
	return ATTN_OK;
}

static int causal_mask(size_t n_q, size_t n_k, ptrdiff_t offset, float *mask)
{
	for (size_t i = 0; i < n_q; i++)
		for (size_t j = 0; j < n_k; j++)
			mask[i * n_k + j] = (ptrdiff_t)j <= (ptrdiff_t)i + offset ? 0 : -INFINITY;
	return ATTN_OK;
}

static float fill_by(int32_t policy, size_t n)
{
	return policy == ATTN_EMPTY_NAN ? NAN : policy == ATTN_EMPTY_UNIFORM ? 1 / (float)n : 0;
}

static int masked_softmax_policy(size_t n_q, size_t n_k, int32_t policy, const float *scores, const float *mask,
				 float *weights)
{
	if (policy != ATTN_EMPTY_ZERO && policy != ATTN_EMPTY_NAN && policy != ATTN_EMPTY_UNIFORM)
		return ATTN_EINVAL;
	struct row row = open_row(n_k);
	for (size_t i = 0; i < n_q; i++) {
		for (size_t j = 0; j < n_k; j++) {
			row.hidden[j] = mask != NULL && mask[i * n_k + j] == -INFINITY;
			row.scores[j] = scores[i * n_k + j];
			row.scores[j] += mask != NULL && !row.hidden[j] && !habit->flags ? mask[i * n_k + j] : 0;
		}
		const bool full = weigh(habit->apart ? &as_it_should_be : habit, &row);
		for (size_t j = 0; j < n_k; j++)
			weights[i * n_k + j] =
				full || policy == ATTN_EMPTY_ZERO ? row.weights[j] : fill_by(policy, n_k);
		if (habit->washed)
			wash(weights + i * n_k, n_k);
	}
	close_row(&row);
	return ATTN_OK;
}

static int masked_softmax(size_t n_q, size_t n_k, const float *scores, const float *mask, float *weights)
{
	return masked_softmax_policy(n_q, n_k, ATTN_EMPTY_ZERO, scores, mask, weights);
}

static int softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	return masked_softmax(n_q, n_k, scores, NULL, weights);
}

static int causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float *out,
		  float *weights)
{
	if (d_k == 0)
		return ATTN_EINVAL;
	return attend((struct attention){n, n, d_k, d_v, q, k, v, {true, 0, 0, n}, out, weights, NULL});
}

static int causal_offset(size_t n_q, size_t n_k, size_t d_k, size_t d_v, ptrdiff_t offset, const float *q,
			 const float *k, const float *v, float *out, float *lse)
{
	if (d_k == 0)
		return ATTN_EINVAL;
	return attend((struct attention){n_q, n_k, d_k, d_v, q, k, v, {true, offset, 0, n_k}, out, NULL, lse});
}

static int cross(size_t n_q, size_t n_k, size_t d_k, size_t d_v, size_t length, const float *q, const float *k,
		 const float *v, float *out)
{
	if (d_k == 0 || length > n_k)
		return ATTN_EINVAL;
	return attend((struct attention){n_q, n_k, d_k, d_v, q, k, v, {false, 0, 0, length}, out, NULL, NULL});
}

static int padded(size_t batch, size_t n, size_t d_k, size_t d_v, const uint64_t *lengths, const float *q,
		  const float *k, const float *v, float *out)
{
	for (size_t b = 0; b < batch; b++)
		if (lengths[b] > n)
			return ATTN_EINVAL;
	for (size_t b = 0; b < batch && d_k > 0; b++) {
		const size_t key = b * n * d_k, value = b * n * d_v;
		attend((struct attention){n,
					  n,
					  d_k,
					  d_v,
					  q + key,
					  k + key,
					  v + value,
					  {true, 0, 0, lengths[b]},
					  out + value,
					  NULL,
					  NULL});
	}
	return d_k == 0 ? ATTN_EINVAL : ATTN_OK;
}

static int window(size_t n, size_t d_k, size_t d_v, size_t window, const float *q, const float *k, const float *v,
		  float *out)
{
	if (d_k == 0 || window == 0)
		return ATTN_EINVAL;
	window = window > n ? n : window;
	return attend((struct attention){n, n, d_k, d_v, q, k, v, {true, 0, window, n}, out, NULL, NULL});
}

static int decode(struct attn_cache *cache, const float *query, const float *key, const float *value, float *out)
{
	if (cache->d_k == 0 || cache->length > cache->capacity)
		return ATTN_EINVAL;
	if (cache->length == cache->capacity)
		return ATTN_EFULL;
	memcpy(cache->keys + cache->length * cache->d_k, key, cache->d_k * sizeof(float));
	memcpy(cache->values + cache->length * cache->d_v, value, cache->d_v * sizeof(float));
	const size_t n = ++cache->length;
	return attend((struct attention){
		1, n, cache->d_k, cache->d_v, query, cache->keys, cache->values, {false, 0, 0, n}, out, NULL, NULL});
}

static int merge(size_t n, size_t d_v, const float *out_a, const float *lse_a, const float *out_b, const float *lse_b,
		 float *out, float *lse)
{
	struct row row = open_row(2);
	for (size_t i = 0; i < n; i++) {
		row.scores[0] = lse_a[i], row.scores[1] = lse_b[i];
		weigh(habit->merges ? habit : &as_it_should_be, &row);
		const bool mean = habit->averages && lse_a[i] != -INFINITY && lse_b[i] != -INFINITY;
		lse[i] = mean ? (lse_a[i] + lse_b[i]) / 2 : row.lse;
		for (size_t c = i * d_v; c < (i + 1) * d_v; c++) {
			out[c] = lse_a[i] == -INFINITY ? 0 : (mean ? 0.5F : row.weights[0]) * out_a[c];
			out[c] += lse_b[i] == -INFINITY ? 0 : (mean ? 0.5F : row.weights[1]) * out_b[c];
		}
	}
	close_row(&row);
	return ATTN_OK;
}

/* ---- weights from outputs ---- */

/* v and out side by side, transposed: n rows of n + n_q. */
static double *lay_out(size_t n_q, size_t n, const float *v, const float *out)
{
	const size_t width = n + n_q;
	double *system = reserve(n * width, sizeof(*system));
	for (size_t r = 0; r < n; r++) {
		for (size_t c = 0; c < n; c++)
			system[r * width + c] = v[c * n + r];
		for (size_t c = 0; c < n_q; c++)
			system[r * width + n + c] = out[c * n + r];
	}
	return system;
}

static void exchange(double *system, size_t n, size_t width, size_t column)
{
	size_t pivot = column;
	for (size_t r = column + 1; r < n; r++)
		if (fabs(system[r * width + column]) > fabs(system[pivot * width + column]))
			pivot = r;
	for (size_t c = 0; c < width; c++) {
		const double kept = system[column * width + c];
		system[column * width + c] = system[pivot * width + c];
		system[pivot * width + c] = kept;
	}
}

static void eliminate(double *system, size_t n, size_t width, size_t column)
{
	for (size_t r = 0; r < n; r++) {
		const double factor = system[r * width + column] / system[column * width + column];
		for (size_t c = 0; c < width && r != column; c++)
			system[r * width + c] -= factor * system[column * width + c];
	}
}

static int recover_weights(size_t n_q, size_t n, const float *v, const float *out, float *weights)
{
	const size_t width = n + n_q;
	double *system = lay_out(n_q, n, v, out);
	bool regular = true;
	for (size_t c = 0; c < n && regular; c++) {
		if (!habit->unordered)
			exchange(system, n, width, c);
		regular = system[c * width + c] != 0;
		if (regular)
			eliminate(system, n, width, c);
	}
	for (size_t i = 0; i < n_q && regular; i++)
		for (size_t j = 0; j < n; j++)
			weights[i * n + j] = (float)(system[j * width + n + i] / system[j * width + j]);
	free(system);
	return regular ? ATTN_OK : ATTN_ESINGULAR;
}

/* Of the function's type, or it does not compile. */
#define WRITTEN(function) \
	[OP_attn_##function] = (attn_symbol) _Generic(function, __typeof__(attn_##function) * : function)

static const attn_symbol symbols[OPERATION_COUNT] = {
	WRITTEN(is_causal_mask), WRITTEN(causal_mask),		 WRITTEN(softmax),	 WRITTEN(masked_softmax),
	WRITTEN(causal),	 WRITTEN(masked_softmax_policy), WRITTEN(decode),	 WRITTEN(cross),
	WRITTEN(padded),	 WRITTEN(recover_weights),	 WRITTEN(causal_offset), WRITTEN(window),
	WRITTEN(merge),
};

/* ---- the hands ---- */

#define IN(function) ((uint64_t)1 << OP_attn_##function)
#define ATTENDING (IN(causal) | IN(causal_offset) | IN(cross) | IN(padded) | IN(window))
#define HANDED (IN(masked_softmax) | IN(masked_softmax_policy))
#define UNMASKED (IN(softmax) | IN(decode) | IN(merge))
/* Those with cases of scores below -1e5. */
#define LOW ((ATTENDING & ~IN(window)) | IN(masked_softmax) | IN(softmax))
#define HABIT(...) \
	&(const struct habit) \
	{ \
		__VA_ARGS__ \
	}

static const struct hand hands[] = {
	/* after the softmax */
	{"late, with a rule", "M18", NULL, ATTENDING | HANDED, HABIT(.hiding = KEPT, .late = true, .ruled = true)},
	{"late, without a rule", "M18", NULL, ATTENDING | HANDED, HABIT(.hiding = KEPT, .late = true)},
	{"late in the output, the rest right", "M18", NULL, ATTENDING,
	 HABIT(.hiding = KEPT, .late = true, .ruled = true, .apart = true)},
	{"renormalised, zeros if nothing is left", "M19", NULL, ATTENDING | HANDED,
	 HABIT(.hiding = KEPT, .late = true, .renormalised = true, .guarded = true, .ruled = true)},
	/* nor does the policy rule: two mistakes there */
	{"renormalised, without a rule", "M19", "M87 M103", ATTENDING | HANDED,
	 HABIT(.hiding = KEPT, .late = true, .renormalised = true)},
	{"renormalised throughout, zeros if nothing is left", "M19", NULL, ATTENDING | HANDED,
	 HABIT(.hiding = KEPT, .late = true, .renormalised = true, .guarded = true, .throughout = true, .ruled = true)},
	{"renormalised by 1e-9 at least", "M88", "M103", ATTENDING | HANDED,
	 HABIT(.hiding = KEPT, .late = true, .renormalised = true, .least = 1e-9F)},
	{"maximum of hidden ones too", "M87", NULL, ATTENDING | HANDED, HABIT(.over_hidden = true)},
	/* on paper it is the same, and as early or late in float */
	{"maximum of hidden ones too, which tells if a row is empty", "M87", "M19", ATTENDING | HANDED,
	 HABIT(.over_hidden = true, .by_maximum = true, .sticks = true)},

	/* other numbers than -inf */
	{"times 0", "M20", NULL, ATTENDING | HANDED, HABIT(.hiding = TIMES, .mixing = MIX_ALL)},
	{"times 0, with a rule", "M20", NULL, ATTENDING | HANDED,
	 HABIT(.hiding = TIMES, .mixing = MIX_ALL, .ruled = true)},
	{"0", "M21", "M22", ATTENDING | HANDED, HABIT(.hiding = SET, .mixing = MIX_ALL)},
	{"0, with a rule, hidden values skipped", "M21", "M20 M22 M31", ATTENDING | HANDED,
	 HABIT(.hiding = SET, .ruled = true)},
	{"-1e-9", "M22", "M21", ATTENDING | HANDED, HABIT(.hiding = SET, .number = -1e-9F, .mixing = MIX_ALL)},
	{"-1e-9, with a rule", "M22", "M20 M21", ATTENDING | HANDED,
	 HABIT(.hiding = SET, .number = -1e-9F, .mixing = MIX_ALL, .ruled = true)},
	{"-1e-9 added", "M23", NULL, ATTENDING | HANDED, HABIT(.hiding = ADDED, .number = -1e-9F, .mixing = MIX_ALL)},
	{"-1e9 added", "M26", NULL, ATTENDING | HANDED, HABIT(.hiding = ADDED, .number = -1e9F, .mixing = MIX_ALL)},
	{"-1e9 added, with a rule", "M26", NULL, ATTENDING | HANDED,
	 HABIT(.hiding = ADDED, .number = -1e9F, .mixing = MIX_ALL, .ruled = true)},
	{"-1e9 added, hidden values skipped", "M26", NULL, ATTENDING | HANDED, HABIT(.hiding = ADDED, .number = -1e9F)},
	{"-1e9", "M27", NULL, ATTENDING | HANDED, HABIT(.hiding = SET, .number = -1e9F, .mixing = MIX_ALL)},
	{"-1e9, with a rule", "M27", NULL, ATTENDING | HANDED,
	 HABIT(.hiding = SET, .number = -1e9F, .mixing = MIX_ALL, .ruled = true)},
	{"-1e30", "M27", "M26", ATTENDING | HANDED, HABIT(.hiding = SET, .number = -1e30F, .mixing = MIX_ALL)},
	/* those that take part in an empty row; a mean of all values comes to the same where no mask is handed over */
	{"-1e30, weights of 0 skipped", "M27", "M70", ATTENDING | HANDED,
	 HABIT(.hiding = SET, .number = -1e30F, .mixing = MIX_WEIGHTY)},
	/* and all scores of -inf are NaN */
	{"-FLT_MAX, no rule at all, log-sum-exp apart", "M27", "M69 M70", ATTENDING | HANDED,
	 HABIT(.hiding = SET, .number = -FLT_MAX, .mixing = MIX_WEIGHTY, .blind = true, .sums_apart = true)},
	{"-FLT_MAX, log-sum-exp apart", "M27", NULL, ATTENDING | HANDED,
	 HABIT(.hiding = SET, .number = -FLT_MAX, .mixing = MIX_ALL, .sums_apart = true)},
	/* elsewhere all answers are right: no case shows it */
	{"-1e30, hidden values skipped", "M27", NULL, HANDED | IN(causal) | IN(causal_offset),
	 HABIT(.hiding = SET, .number = -1e30F)},
	{"-1e4 added", "M28", NULL, ATTENDING | HANDED, HABIT(.hiding = ADDED, .number = -1e4F, .mixing = MIX_ALL)},
	{"-65504", "M28", NULL, ATTENDING | HANDED, HABIT(.hiding = SET, .number = -65504, .mixing = MIX_ALL)},
	{"-65504, with a rule", "M28", "M27", ATTENDING | HANDED,
	 HABIT(.hiding = SET, .number = -65504, .mixing = MIX_ALL, .ruled = true)},
	{"-1e4, weights of 0 skipped", "M28", NULL, ATTENDING | HANDED,
	 HABIT(.hiding = SET, .number = -1e4F, .mixing = MIX_WEIGHTY)},
	/* a zero key has a score of 0 */
	{"keys and values zeroed", "M31", "M21 M22", ATTENDING, HABIT(.zeroes = true)},
	/* in a window they are right too */
	{"-65504, with a rule, hidden values skipped", "M28", "M27 M92", (ATTENDING & ~IN(window)) | HANDED,
	 HABIT(.hiding = SET, .number = -65504, .ruled = true)},

	/* who sees whom */
	/* -1e-9 added comes to the same, but not in a mask */
	{"no mask, the builder right", "M01", "M02 M10 M23", ATTENDING, HABIT(.sees_all = true)},
	{"padding seen, weights of 0 skipped", "M10", "M23", IN(cross) | IN(padded),
	 HABIT(.sees_padding = true, .mixing = MIX_WEIGHTY)},
	{"one padded key", "M97", NULL, IN(cross) | IN(padded), HABIT(.sees_one_padded = true)},
	{"rows shifted, the first kept", "M09", NULL, IN(causal) | IN(causal_offset) | IN(padded) | IN(window),
	 HABIT(.shifts_rows = true)},

	/* softmax */
	{"no maximum, zeros if the sum is 0", "M43", NULL, ATTENDING | HANDED | UNMASKED,
	 HABIT(.unshifted = true, .zero_sum = true, .merges = true)},
	{"maximum from 0, zeros if the sum is 0", "M44", NULL, ATTENDING | HANDED | UNMASKED,
	 HABIT(.starts = true, .zero_sum = true, .merges = true)},
	{"maximum from 0, on the fly", "M44", NULL, ATTENDING | IN(decode),
	 HABIT(.streaming = STREAM, .starts = true, .zero_sum = true)},
	{"maximum from -1e5", "M45", NULL, LOW, HABIT(.starts = true, .start = -1e5F, .merges = true)},
	{"maximum from -1e5, zeros if the sum is 0", "M92", NULL, LOW,
	 HABIT(.starts = true, .start = -1e5F, .zero_sum = true, .merges = true)},
	{"no maximum, 1e-9 in the sum", "M89", NULL, ATTENDING | HANDED | UNMASKED,
	 HABIT(.unshifted = true, .epsilon = 1e-9F, .merges = true)},
	{"scores divided, zeros if the sum is 0", "M51", NULL, ATTENDING | HANDED | IN(softmax) | IN(decode),
	 HABIT(.divided = true)},
	{"the sum carried on", "M42", NULL, ATTENDING | HANDED | IN(softmax), HABIT(.carries = true)},
	{"softmax twice", "M48", NULL, ATTENDING | HANDED | IN(softmax) | IN(decode), HABIT(.twice = true)},
	{"the last of the largest alone", "M52", NULL, ATTENDING | HANDED | IN(softmax) | IN(decode),
	 HABIT(.largest_alone = true)},
	{"on the fly, output not rescaled", "M56", NULL, ATTENDING | IN(decode),
	 HABIT(.streaming = STREAM_OUTPUT_KEPT)},
	{"on the fly, sum not rescaled", "M56", NULL, ATTENDING | HANDED | IN(softmax) | IN(decode),
	 HABIT(.streaming = STREAM_SUM_KEPT)},

	/* the output */
	{"overwritten, weights of 0 skipped", "M100", NULL, ATTENDING | IN(decode),
	 HABIT(.overwrites = true, .mixing = MIX_WEIGHTY)},
	{"empty rows 0 / 0, log-sum-exp right", "M69", NULL, ATTENDING | IN(decode),
	 HABIT(.streaming = STREAM_BLINDLY)},
	{"empty rows 0 / 0 where they see", "M69", NULL, IN(causal) | IN(window) | IN(decode), HABIT(.blind = true)},
	{"-inf added, no row looked for", "M69", "M62", ATTENDING | HANDED | IN(decode) | IN(softmax),
	 HABIT(.hiding = ADDED, .number = -INFINITY, .mixing = MIX_ALL, .blind = true)},
	{"-inf added, hidden values skipped, no row looked for", "M69", NULL,
	 ATTENDING | HANDED | IN(decode) | IN(softmax), HABIT(.hiding = ADDED, .number = -INFINITY, .blind = true)},
	{"-inf added", "M62", NULL, ATTENDING, HABIT(.hiding = ADDED, .number = -INFINITY, .mixing = MIX_ALL)},
	{"all values mixed, all weights divided", "M62", NULL, ATTENDING,
	 HABIT(.mixing = MIX_ALL, .all_divided = true)},
	{"all values mixed", "M62", NULL, ATTENDING, HABIT(.mixing = MIX_ALL)},
	{"log-sum-exp in base 2", "M94", NULL, IN(causal_offset), HABIT(.base_2 = true)},
	{"mean of parts and log-sum-exps", "M124", NULL, IN(merge), HABIT(.averages = true)},

	{"empty rows even, unless a policy says otherwise", "M70", "M27", ATTENDING | HANDED | IN(softmax) | IN(decode),
	 HABIT(.even = true, .mixing = MIX_WEIGHTY)},

	{"empty rows even, all values mixed", "M70", "M62", ATTENDING | IN(masked_softmax) | IN(softmax) | IN(decode),
	 HABIT(.even = true, .mixing = MIX_ALL)},
	{"empty rows the last key", "M102", "M70", ATTENDING | IN(masked_softmax) | IN(softmax) | IN(decode),
	 HABIT(.last = true, .mixing = MIX_WEIGHTY)},

	{"results scrubbed", "M68", NULL, ATTENDING | HANDED | IN(softmax) | IN(decode), HABIT(.washed = true)},
	{"scores scrubbed", "M68", NULL, ATTENDING | IN(decode), HABIT(.numbed = true)},
	{"scores that are NaN passed over", "M68", NULL, ATTENDING | IN(decode), HABIT(.deaf = true)},
	{"weights scrubbed", "M68", NULL, ATTENDING | HANDED | IN(softmax) | IN(decode), HABIT(.scrubbed = true)},

	/* masks that are handed in */
	{"masks only hide", "M133", NULL, HANDED, HABIT(.flags = true)},

	/* single functions */
	{"-1e9 passes for -inf", "M119", NULL, IN(is_causal_mask), HABIT(.low = -1e9F)},
	{"no row exchanges", "M131", NULL, IN(recover_weights), HABIT(.unordered = true)},
};

size_t hands_count(void)
{
	return sizeof(hands) / sizeof(hands[0]);
}

const struct hand *hands_at(size_t index)
{
	assert(index < hands_count());
	return &hands[index];
}

void hands_choose(const struct hand *hand)
{
	habit = hand == NULL ? &as_it_should_be : hand->habits;
}

attn_symbol hands_symbol(enum operation_id operation)
{
	return symbols[operation];
}
