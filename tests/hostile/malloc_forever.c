/* verdict: out_of_memory; memory: 16 */
#include "honest.h"

#include <string.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	for (;;)
		memset(malloc(1 << 20), 1, 1 << 20);
}
