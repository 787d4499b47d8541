/* verdict: out_of_bounds; function: attn_visible_keys; says: past the end of `visible` */
#include "honest.h"

int attn_visible_keys(size_t row, size_t n_k, ptrdiff_t offset, uint8_t *visible, uint64_t *count)
{
	*count = 0;
	for (size_t j = 0; j <= n_k; j++) {
		visible[j] = (ptrdiff_t)j <= (ptrdiff_t)row + offset;
		*count += visible[j];
	}
	return ATTN_OK;
}
