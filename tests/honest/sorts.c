/* qsort of half a million elements, of large ones, and bsearch. */
#include "habit.h"

static int compare(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;
	return (x > y) - (x < y);
}

static int sorts(size_t count, size_t stride, float *numbers)
{
	unsigned seed = 1;
	for (size_t i = 0; i < count; i++)
		numbers[i * stride] = (float)(seed = seed * 1664525 + 1013904223);
	qsort(numbers, count, stride * sizeof(float), compare);
	for (size_t i = 1; i < count; i++)
		if (numbers[(i - 1) * stride] > numbers[i * stride])
			return 0;
	float key = numbers[count / 3 * stride];
	return bsearch(&key, numbers, count, stride * sizeof(float), compare) != NULL;
}

static int habit(void)
{
	float *numbers = calloc(500000, sizeof(float));
	int good = numbers != NULL && sorts(500000, 1, numbers) && sorts(5000, 100, numbers);
	free(numbers);
	return good;
}
