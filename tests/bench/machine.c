/* What the machine can do at most: multiplications with additions in registers, and reading memory. */
#include <stdint.h>
#include <string.h>

#include "bench/task.h"

/* Sums that do not wait for each other: the machine has several additions on the way at once. */
enum { SUMS = 12, STREAMS = 4 };

typedef float lanes8 __attribute__((vector_size(32)));
typedef float lanes16 __attribute__((vector_size(64)));

void machine_multiply8(const struct head *head)
{
	lanes8 sums[SUMS], factor = head->q[0] - (lanes8){0};
	memcpy(sums, head->k, sizeof(sums));
	for (uint64_t i = 0; i < MACHINE_FLOPS / (2 * 8 * SUMS); i++) {
#pragma GCC unroll 16
		for (int s = 0; s < SUMS; s++)
			sums[s] = sums[s] * factor + factor;
	}
	for (int s = 1; s < SUMS; s++)
		sums[0] += sums[s];
	memcpy(head->room, &sums[0], sizeof(float));
}

void machine_multiply16(const struct head *head)
{
	lanes16 sums[SUMS], factor = head->q[0] - (lanes16){0};
	memcpy(sums, head->k, sizeof(sums));
	for (uint64_t i = 0; i < MACHINE_FLOPS / (2 * 16 * SUMS); i++) {
#pragma GCC unroll 16
		for (int s = 0; s < SUMS; s++)
			sums[s] = sums[s] * factor + factor;
	}
	for (int s = 1; s < SUMS; s++)
		sums[0] += sums[s];
	memcpy(head->room, &sums[0], sizeof(float));
}

/* Everything once, in the order it lies in. */
static lanes8 read_all(const float *numbers, size_t count)
{
	lanes8 sums[SUMS] = {{0}};
	for (size_t i = 0; i + 8 * SUMS <= count; i += 8 * SUMS) {
#pragma GCC unroll 16
		for (size_t s = 0; s < SUMS; s++) {
			lanes8 some;
			memcpy(&some, numbers + i + 8 * s, sizeof(some));
			sums[s] += some;
		}
	}
	for (int s = 1; s < SUMS; s++)
		sums[0] += sums[s];
	return sums[0];
}

void machine_read(const struct head *head)
{
	lanes8 sum = read_all(head->k, head->n * head->d) + read_all(head->v, head->n * head->d);
	memcpy(head->room, &sum, sizeof(float));
}

/* The same in several streams at once, which some memory prefers. */
static lanes8 read_streams(const float *numbers, size_t count)
{
	lanes8 sums[STREAMS] = {{0}};
	size_t length = count / STREAMS;
	for (size_t i = 0; i + 8 <= length; i += 8) {
#pragma GCC unroll 16
		for (size_t s = 0; s < STREAMS; s++) {
			lanes8 some;
			memcpy(&some, numbers + s * length + i, sizeof(some));
			sums[s] += some;
		}
	}
	for (int s = 1; s < STREAMS; s++)
		sums[0] += sums[s];
	return sums[0];
}

void machine_read_streams(const struct head *head)
{
	lanes8 sum = read_streams(head->k, head->n * head->d) + read_streams(head->v, head->n * head->d);
	memcpy(head->room, &sum, sizeof(float));
}
