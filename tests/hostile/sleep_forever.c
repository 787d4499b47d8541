/* verdict: timed_out; says: waiting */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	for (;;)
		sleep(1000);
}
