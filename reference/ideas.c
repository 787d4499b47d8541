/*
 * The right ideas. Each is as short as the sentence of attention.h that it says in C.
 */
#include "ideas.h"

#include <math.h>

double *matrix_row_errors(const struct matrix *matrix, size_t row)
{
	return matrix->errors == NULL ? NULL : matrix->errors + row * matrix->stride;
}

struct matrix matrix_rows(const struct matrix *matrix, size_t first, size_t count)
{
	struct matrix part = *matrix;
	part.rows = count;
	part.values = matrix_row(matrix, first);
	part.errors = matrix_row_errors(matrix, first);
	return part;
}

struct sight sight_causal(ptrdiff_t offset)
{
	return (struct sight){.causal = true, .offset = offset, .window = SIZE_MAX, .length = SIZE_MAX};
}

struct row row_create(size_t n, bool gauged, struct arena *arena)
{
	struct row row = {
		.n = n,
		.visible = arena_array(arena, n, sizeof(bool)),
		.scores = arena_array(arena, n, sizeof(double)),
		.weights = arena_array(arena, n, sizeof(double)),
		.errors = gauged ? arena_array(arena, n, sizeof(double)) : NULL,
		.policy = ATTN_EMPTY_ZERO,
	};
	for (size_t j = 0; j < n; j++)
		row.visible[j] = true;
	return row;
}

double row_maximum(const struct row *row)
{
	double maximum = -INFINITY;
	for (size_t j = 0; j < row->n; j++) {
		if (!row->visible[j])
			continue;
		if (isnan(row->scores[j]))
			return NAN;
		maximum = fmax(maximum, row->scores[j]);
	}
	return maximum;
}

/* key <= row + offset, without a sum that could overflow. */
static bool precedes(size_t row, size_t key, ptrdiff_t offset)
{
	if (offset >= 0)
		return key <= row || key - row <= (size_t)offset;
	return key <= row && row - key >= 0 - (size_t)offset;
}

/* row - window < key, likewise. */
static bool reaches(size_t row, size_t key, size_t window)
{
	return window == SIZE_MAX || key > row || row - key < window;
}

bool idea_sees(const struct sight *sight, size_t row, size_t key)
{
	if (sight->causal && !precedes(row, key, sight->offset))
		return false;
	return key < sight->length && reaches(row, key, sight->window);
}

bool idea_hides(double mask)
{
	return mask == -INFINITY;
}

double idea_add_mask(double score, double mask)
{
	return score + mask;
}

double idea_scale(size_t d_k, size_t n_heads)
{
	(void)n_heads;
	return 1 / sqrt((double)d_k);
}

/* Softmax over the visible keys. With NaN or +inf among them all visible weights come out NaN. */
void idea_weigh(const struct ideas *ideas, struct row *row)
{
	double maximum = row_maximum(row);
	if (maximum == -INFINITY) {
		ideas->fill_empty(row);
		return;
	}
	double sum = 0;
	for (size_t j = 0; j < row->n; j++) {
		row->weights[j] = row->visible[j] ? exp(row->scores[j] - maximum) : 0;
		sum += row->weights[j];
	}
	for (size_t j = 0; j < row->n; j++)
		if (row->visible[j])
			row->weights[j] /= sum;
}

/*
 * No key, no weight. Keys whose score was -inf stop being visible, so that nothing of their values is
 * mixed, not even 0 times NaN.
 */
void idea_fill_empty(struct row *row)
{
	for (size_t j = 0; j < row->n; j++) {
		row->visible[j] = false;
		row->weights[j] = row->policy == ATTN_EMPTY_NAN	      ? NAN
				  : row->policy == ATTN_EMPTY_UNIFORM ? 1.0 / (double)row->n
								      : 0;
	}
}

double idea_log_sum(const struct row *row)
{
	double maximum = row_maximum(row);
	if (maximum == -INFINITY)
		return -INFINITY;
	double sum = 0;
	for (size_t j = 0; j < row->n; j++)
		if (row->visible[j])
			sum += exp(row->scores[j] - maximum);
	return maximum + log(sum);
}

/* Hidden keys are skipped, not multiplied by 0; visible ones count even with weight 0. */
void idea_mix(const struct row *row, const struct matrix *v, double *out)
{
	for (size_t c = 0; c < v->columns; c++)
		out[c] = 0;
	for (size_t j = 0; j < row->n; j++) {
		if (!row->visible[j])
			continue;
		const double *value = matrix_row(v, j);
		for (size_t c = 0; c < v->columns; c++)
			out[c] += row->weights[j] * value[c];
	}
}

/* The Jacobian of softmax: dL/ds_j = p_j (dL/dp_j - sum_k p_k dL/dp_k). */
void idea_differentiate(const struct row *row, const double *d_weights, double *d_scores)
{
	double mean = 0;
	for (size_t j = 0; j < row->n; j++)
		if (row->visible[j])
			mean += row->weights[j] * d_weights[j];
	for (size_t j = 0; j < row->n; j++)
		d_scores[j] = row->visible[j] ? row->weights[j] * (d_weights[j] - mean) : 0;
}

void idea_project(const struct matrix *x, const struct matrix *w, struct matrix *product)
{
	for (size_t i = 0; i < x->rows; i++) {
		double *row = matrix_row(product, i);
		for (size_t c = 0; c < w->columns; c++)
			row[c] = 0;
		for (size_t t = 0; t < w->rows; t++)
			for (size_t c = 0; c < w->columns; c++)
				row[c] += matrix_row(x, i)[t] * matrix_row(w, t)[c];
	}
}

/* Heads lie side by side: head h has columns h * d_head and on. */
struct matrix idea_head(const struct matrix *heads, size_t head, size_t d_head)
{
	struct matrix part = *heads;
	part.columns = d_head;
	part.values = heads->values + head * d_head;
	part.errors = heads->errors == NULL ? NULL : heads->errors + head * d_head;
	return part;
}

/* Neighbouring query heads share a key/value head. */
size_t idea_kv_head(size_t head, size_t n_heads, size_t n_kv_heads)
{
	return head / (n_heads / n_kv_heads);
}

size_t idea_cache_row(size_t length, size_t capacity)
{
	(void)capacity;
	return length;
}

const struct ideas ideas_right = {
	.sees = idea_sees,
	.hides = idea_hides,
	.add_mask = idea_add_mask,
	.scale = idea_scale,
	.weigh = idea_weigh,
	.peeks = false,
	.fill_empty = idea_fill_empty,
	.log_sum = idea_log_sum,
	.mix = idea_mix,
	.differentiate = idea_differentiate,
	.attend = idea_attend,
	.project = idea_project,
	.head = idea_head,
	.kv_head = idea_kv_head,
	.cache_row = idea_cache_row,
};

/* Those that are replaced by themselves: all but whole functions. */
#define EACH_IDEA(DO) \
	DO(sees) \
	DO(hides) \
	DO(add_mask) \
	DO(scale) \
	DO(weigh) \
	DO(fill_empty) \
	DO(log_sum) \
	DO(mix) \
	DO(differentiate) \
	DO(attend) \
	DO(project) \
	DO(head) \
	DO(kv_head) \
	DO(cache_row)

struct ideas ideas_over(const struct ideas *base, const struct ideas *changes)
{
	struct ideas ideas = *base;
#define TAKE(idea) \
	if (changes->idea != NULL) \
		ideas.idea = changes->idea;
	EACH_IDEA(TAKE)
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		TAKE(whole[o])
#undef TAKE
	ideas.peeks |= changes->peeks;
	return ideas;
}

struct ideas ideas_with(const struct ideas *changes)
{
	return ideas_over(&ideas_right, changes);
}

bool ideas_clash(const struct ideas *one, const struct ideas *other, enum operation_id operation)
{
	bool clash = one->whole[operation] != NULL && other->whole[operation] != NULL;
#define COMPARE(idea) clash |= one->idea != NULL && other->idea != NULL;
	EACH_IDEA(COMPARE)
#undef COMPARE
	return clash;
}
