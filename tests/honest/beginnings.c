/* What happens before the first call: constructors that allocate, variables of a thread, functions chosen by CPU. */
#include "habit.h"

#include <stdio.h>

static _Thread_local int of_this_thread = 3;
static _Thread_local float row_of_this_thread[1000];
static float *table;

__attribute__((constructor)) static void begin(void)
{
	table = malloc(1000 * sizeof(float));
	for (int i = 0; table != NULL && i < 1000; i++)
		table[i] = expf(-0.01f * (float)i);
	printf("a table of %d numbers\n", 1000);
}

__attribute__((destructor)) static void end(void)
{
	free(table);
}

#if defined(__x86_64__) && !defined(__clang__)
__attribute__((target_clones("avx2", "sse4.2", "default")))
#endif
float sum_of(const float *numbers, int n);

#if defined(__x86_64__) && !defined(__clang__)
__attribute__((target_clones("avx2", "sse4.2", "default")))
#endif
float sum_of(const float *numbers, int n)
{
	float sum = 0;
	for (int i = 0; i < n; i++)
		sum += numbers[i];
	return sum;
}

static int seven(void)
{
	return 7;
}

static int (*choose(void))(void)
{
	return seven;
}

int chosen(void) __attribute__((ifunc("choose")));

static void release(int *number)
{
	*number = 0;
}

static int habit(void)
{
	__attribute__((cleanup(release))) int cleaned = 1;
	of_this_thread = 4;
	row_of_this_thread[999] = 1;
	return table != NULL && fabsf(sum_of(table, 1000) - 100.45f) < 0.1f && chosen() == 7 && of_this_thread == 4 &&
	       row_of_this_thread[999] == 1 && cleaned == 1;
}
