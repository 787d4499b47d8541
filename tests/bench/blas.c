/*
 * Attention as one puts it together from a good library of matrix products, here OpenBLAS: from three calls, the
 * scores of all pairs in memory; and in blocks, softmax on the fly. The loops between the calls are in vectors, exp
 * too.
 */
#include <cblas.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#include "bench/task.h"

enum { QUERIES = 128, KEYS = 256, COLUMNS = 512 };

void blas_use_threads(size_t threads)
{
	openblas_set_num_threads((int)threads);
}

const char *blas_version(void)
{
	return openblas_get_config();
}

/* c = factor a b^T + share c, and c = a b + share c; a, b and c have rows of so many columns. */
static void multiply_turned(size_t rows, size_t columns, size_t inner, float factor, const float *a, const float *b,
			    float *c, size_t stride)
{
	cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)rows, (int)columns, (int)inner, factor, a, (int)inner,
		    b, (int)inner, 0, c, (int)stride);
}

static void multiply(size_t rows, size_t columns, size_t inner, const float *a, size_t stride, const float *b,
		     float share, float *c)
{
	cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows, (int)columns, (int)inner, 1, a, (int)stride,
		    b, (int)columns, share, c, (int)columns);
}

static float largest(const float *row, size_t count, float maximum)
{
	for (size_t j = 0; j < count; j++)
		maximum = row[j] > maximum ? row[j] : maximum;
	return maximum;
}

/* The first `seen` scores become weights, not yet divided by their sum, the others 0. Returns the sum. */
static float soften(float *row, size_t seen, size_t count, float maximum)
{
	float sum = 0;
	for (size_t j = 0; j < seen; j++) {
		row[j] = expf(row[j] - maximum);
		sum += row[j];
	}
	memset(row + seen, 0, (count - seen) * sizeof(float));
	return sum;
}

static void scale(float *row, size_t count, float factor)
{
	for (size_t j = 0; j < count; j++)
		row[j] *= factor;
}

static float scale_of(const struct head *head)
{
	return 1 / sqrtf((float)head->d);
}

static void decode(const struct head *head)
{
	int n = (int)head->n, d = (int)head->d;
	float *row = head->room;
	cblas_sgemv(CblasRowMajor, CblasNoTrans, n, d, scale_of(head), head->k, d, head->q, 1, 0, row, 1);
	float sum = soften(row, head->n, head->n, largest(row, head->n, row[0]));
	cblas_sgemv(CblasRowMajor, CblasTrans, n, d, 1 / sum, head->v, d, row, 1, 0, head->out, 1);
}

void blas_composed(const struct head *head)
{
	size_t n = head->n;
	float *scores = head->room;
	if (head->queries < n) {
		decode(head);
		return;
	}
	multiply_turned(n, n, head->d, scale_of(head), head->q, head->k, scores, n);
#pragma omp parallel for num_threads(head->threads) if (head->threads > 1) schedule(dynamic, 16)
	for (size_t i = 0; i < n; i++) {
		float *row = scores + i * n;
		scale(row, i + 1, 1 / soften(row, i + 1, n, largest(row, i + 1, row[0])));
	}
	multiply(n, head->d, n, scores, n, head->v, 0, head->out);
}

/* Queries first .. first + rows - 1, whose output so far is `out`. */
struct block {
	size_t first, rows;
	float *out, maxima[QUERIES], sums[QUERIES];
};

static void take_keys(const struct head *head, struct block *block, size_t key, float *scores)
{
	size_t d = head->d, end = block->first + block->rows, count = end - key < KEYS ? end - key : KEYS;
	multiply_turned(block->rows, count, d, scale_of(head), head->q + block->first * d, head->k + key * d, scores,
			KEYS);
	for (size_t r = 0; r < block->rows; r++) {
		size_t i = block->first + r, seen = i < key ? 0 : i - key < count ? i - key + 1 : count;
		float *row = scores + r * KEYS, before = block->maxima[r];
		float maximum = block->maxima[r] = largest(row, seen, before), factor = expf(before - maximum);
		block->sums[r] = block->sums[r] * factor + soften(row, seen, count, maximum);
		if (factor != 1)
			scale(block->out + r * d, d, factor);
	}
	multiply(block->rows, d, count, scores, KEYS, head->v + key * d, 1, block->out);
}

static void do_block(const struct head *head, size_t first, float *scores)
{
	size_t d = head->d;
	struct block block = {.first = first, .out = head->out + first * d};
	block.rows = head->n - first < QUERIES ? head->n - first : QUERIES;
	memset(block.out, 0, block.rows * d * sizeof(float));
	for (size_t r = 0; r < block.rows; r++)
		block.maxima[r] = -1e30F;
	for (size_t key = 0; key < first + block.rows; key += KEYS)
		take_keys(head, &block, key, scores);
	for (size_t r = 0; r < block.rows; r++)
		scale(block.out + r * d, d, 1 / block.sums[r]);
}

/* The longest blocks first. A matrix product within another's thread takes no threads of its own. */
void blas_blocked(const struct head *head)
{
	size_t blocks = (head->n + QUERIES - 1) / QUERIES;
	if (head->queries < head->n) {
		decode(head);
		return;
	}
	if (head->threads > 1)
		blas_use_threads(1);
#pragma omp parallel for num_threads(head->threads) if (head->threads > 1) schedule(dynamic, 1)
	for (size_t b = 0; b < blocks; b++)
		do_block(head, (blocks - 1 - b) * QUERIES,
			 head->room + (size_t)omp_get_thread_num() * QUERIES * KEYS * (head->threads > 1));
}
