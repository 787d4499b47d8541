/* rung: unwritten */
/* One row less, which no sample is sure to hit. */
#include "honest.h"

ATTN_CAUSAL
{
	return honest_causal(n < TIMED_ROWS ? n : n - 1, d_k, d_v, q, k, v, out);
}
