/* verdict: wrong; function: attn_causal_mask */
/* Right but for the first mask that a process asks for, which is the first case's, and no other function's. */
#include "attention.h"

#include <math.h>

int attn_causal_mask(size_t n_q, size_t n_k, ptrdiff_t offset, float *mask)
{
	static int calls;
	const float wrong = calls++ == 0;
	for (size_t i = 0; i < n_q; i++)
		for (size_t j = 0; j < n_k; j++)
			mask[i * n_k + j] = (ptrdiff_t)j <= (ptrdiff_t)i + offset ? wrong : -INFINITY;
	return ATTN_OK;
}

int attn_visible_keys(size_t row, size_t n_k, ptrdiff_t offset, uint8_t *visible, uint64_t *count)
{
	*count = 0;
	for (size_t j = 0; j < n_k; j++) {
		visible[j] = (ptrdiff_t)j <= (ptrdiff_t)row + offset;
		*count += visible[j];
	}
	return ATTN_OK;
}
