/*
 * What is timed: attention of some heads, which lie one after the other, and those who can do it. All are given one
 * head at a time: several heads are shared out to the threads, a single one they share.
 */
#ifndef TESTS_BENCH_TASK_H
#define TESTS_BENCH_TASK_H

#include <stddef.h>

/* A head: causal attention of n rows; or, with one query, that of the last row alone, as a step of decoding has it. */
struct head {
	size_t queries, n, d, threads;
	float *q, *k, *v, *out;
	float *d_out, *dq, *dk, *dv; /* of gradients alone */
	float *room;		     /* n * n numbers for one thread's use */
};

/* blas.c: peers */
void blas_composed(const struct head *head);
void blas_blocked(const struct head *head);
void blas_use_threads(size_t threads);
const char *blas_version(void);

/* textbook.c */
void textbook(const struct head *head);

/* machine.c: as many operations as the machine can do, this many in a call; keys and values read, and nothing done */
#define MACHINE_FLOPS (1ULL << 28)
void machine_multiply8(const struct head *head);
void machine_multiply16(const struct head *head);
void machine_read(const struct head *head);
void machine_read_streams(const struct head *head);

/* memory.c: the most bytes that were allocated at once since the last call */
size_t memory_peak(void);

#endif
