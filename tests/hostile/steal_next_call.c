/* verdict: timed_out */
/* Reads what the worker is waiting for. */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	static char message[4096];
	honest_edges(n, full, causal);
	while (read(3, message, sizeof(message)) >= 0)
		continue;
	return ATTN_OK;
}
