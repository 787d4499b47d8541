/* rung: slow */
/* What the others have as their honest part, alone. */
#include "honest.h"

ATTN_CAUSAL
{
	return honest_causal(n, d_k, d_v, q, k, v, out);
}
