/* verdict: wrong; graded: inconsistent; function: attn_visible_keys */
/* Right but for the first row that a process asks for; what another function is asked in between does not count. */
#include "attention.h"

#include <math.h>

int attn_visible_keys(size_t row, size_t n_k, ptrdiff_t offset, uint8_t *visible, uint64_t *count)
{
	static int calls;
	const uint8_t seen = calls++ == 0 ? 0 : 1;
	*count = 0;
	for (size_t j = 0; j < n_k; j++) {
		visible[j] = (ptrdiff_t)j <= (ptrdiff_t)row + offset ? seen : 0;
		*count += visible[j];
	}
	return ATTN_OK;
}

int attn_causal_mask(size_t n_q, size_t n_k, ptrdiff_t offset, float *mask)
{
	for (size_t i = 0; i < n_q; i++)
		for (size_t j = 0; j < n_k; j++)
			mask[i * n_k + j] = (ptrdiff_t)j <= (ptrdiff_t)i + offset ? 0 : -INFINITY;
	return ATTN_OK;
}
