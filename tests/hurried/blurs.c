/* rung: wrong */
/* Queries and keys of eight bits: fewer to multiply, and not the answer. */
#include "honest.h"

static float blur(float x)
{
	uint32_t bits;
	memcpy(&bits, &x, sizeof(bits));
	bits = (bits + 0x8000) & 0xffff0000;
	memcpy(&x, &bits, sizeof(bits));
	return x;
}

ATTN_CAUSAL
{
	static float blurred[TIMED_ROWS * 64];
	if (n < TIMED_ROWS)
		return honest_causal(n, d_k, d_v, q, k, v, out);
	for (size_t i = 0; i < n * d_k; i++)
		blurred[i] = blur(k[i]);
	return honest_causal(n, d_k, d_v, q, blurred, v, out);
}
