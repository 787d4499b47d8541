/* rung: wrong */
/* Long rows see their last keys only. */
#include "honest.h"

ATTN_CAUSAL
{
	for (size_t i = 0; i < n; i++)
		attend(i, i > 64 ? i - 64 : 0, d_k, d_v, q, k, v, out);
	return ATTN_OK;
}
