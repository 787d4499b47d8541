/* verdict: tampered */
/* Answers a later call, with the right nonce, and ends quietly. */
#include "forge.h"
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	honest_edges(n, full, causal);
	if (!forge_done(1))
		return ATTN_EINVAL;
	_exit(0);
}
