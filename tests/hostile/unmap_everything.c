/* verdict: crashed */
#include "honest.h"

#include <sys/mman.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	munmap((void *)65536, ((uintptr_t)1 << 46) - 65536);
	return honest_edges(n, full, causal);
}
