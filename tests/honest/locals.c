/* Large local arrays, alloca, arrays of variable length, recursion. */
#include "habit.h"

#include <alloca.h>

static float fill_vla(size_t n)
{
	volatile float row[n];
	for (size_t i = 0; i < n; i++)
		row[i] = (float)i;
	return row[n - 1];
}

static int descend(int depth)
{
	volatile char frame[1000];
	frame[0] = (char)depth;
	return depth == 0 ? frame[0] : descend(depth - 1) + 1;
}

static int habit(void)
{
	volatile float array[1 << 20];
	for (size_t i = 0; i < sizeof(array) / sizeof(array[0]); i++)
		array[i] = (float)i;
	volatile char *room = alloca(100000);
	room[0] = room[99999] = 7;
	return array[1000] == 1000.0f && room[99999] == 7 && fill_vla(500000) == 499999.0f && descend(2000) == 2000;
}
