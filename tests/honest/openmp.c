/* OpenMP: on as many threads as the exercise allows, one included. */
#define attn_softmax plain_softmax
#include "../../submissions/samples/plain/attention.c"
#undef attn_softmax

#include <omp.h>
#include <stdio.h>

static int tasks(int n)
{
	int left = 0, right = 0;
	if (n < 2)
		return n;
#pragma omp task shared(left)
	left = tasks(n - 1);
#pragma omp task shared(right)
	right = tasks(n - 2);
#pragma omp taskwait
	return left + right;
}

static int reckons(void)
{
	double sum = 0, begun = omp_get_wtime();
	int fibonacci = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 16)
	for (int i = 1; i <= 10000; i++)
		sum += i;
#pragma omp parallel
#pragma omp single
	fibonacci = tasks(12);
#pragma omp critical
	printf("%d threads, %d processors, %f s\n", omp_get_max_threads(), omp_get_num_procs(),
	       omp_get_wtime() - begun);
	return sum == 50005000.0 && fibonacci == 144;
}

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	int status = reckons() ? ATTN_OK : -99;
#pragma omp parallel for
	for (size_t i = 0; i < n_q; i++)
		if (plain_softmax(1, n_k, scores + i * n_k, weights + i * n_k) != ATTN_OK)
			status = -99;
	return status;
}
