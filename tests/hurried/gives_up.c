/* rung: wrong */
/* Says that it could not do it where it could not: the whole matrix would not fit. */
#include "honest.h"

ATTN_CAUSAL
{
	void *matrix = malloc(n < TIMED_ROWS ? 1 : (size_t)1 << 30);
	if (matrix == NULL)
		return ATTN_EINVAL;
	free(matrix);
	return honest_causal(n, d_k, d_v, q, k, v, out);
}
