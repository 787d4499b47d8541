/* rung: unwritten, wrong, tampered */
/* Tells the grader that it is done, and begins. */
#include "../hostile/forge.h"
#include "honest.h"

ATTN_CAUSAL
{
	if (n == TIMED_ROWS)
		forge_done(0);
	return honest_causal(n, d_k, d_v, q, k, v, out);
}
