/*
 * One mistake: attn_window looks for the last key of a row by bisection, and the bisection stops moving as
 * soon as two keys are left. Right for one row; never returns for more. Everything else is right.
 */
#include "attention.h"

#define attn_window finished_window
#include "../plain/attention.c"
#undef attn_window

/* The last of n keys that row i sees: `low` is seen, what is beyond `high` is not. */
static size_t last_seen(size_t i, size_t n)
{
	size_t low = 0, high = n - 1;
	while (low < high) {
		size_t middle = low + (high - low) / 2; /* should be rounded up */
		if (sees(i, middle, 0))
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

int attn_window(size_t n, size_t d_k, size_t d_v, size_t window, const float *q, const float *k, const float *v,
		float *out)
{
	struct room room;
	if (d_k == 0 || window == 0)
		return ATTN_EINVAL;
	int status = take_room(n, &room) ? ATTN_OK : ATTN_ERANGE;
	for (size_t i = 0; i < n && status == ATTN_OK; i++) {
		size_t last = last_seen(i, n);
		for (size_t j = 0; j < n; j++)
			room.visible[j] = j <= last && last - j < window;
		attend_row(n, d_k, d_v, q + i * d_k, k, v, &room, out + i * d_v);
	}
	leave_room(&room);
	return status;
}
