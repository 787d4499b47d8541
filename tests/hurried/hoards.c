/* rung: out_of_memory */
/* Keeps matrix after matrix in the timed call, and never looks whether there was room. */
#include "honest.h"

ATTN_CAUSAL
{
	if (n < TIMED_ROWS)
		return honest_causal(n, d_k, d_v, q, k, v, out);
	for (;;)
		*(float volatile *)calloc(n * n, sizeof(float)) = 1;
}
