/* verdict: timed_out */
#include "honest.h"

#include <stdio.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	for (;;)
		puts("and on");
}
