/* verdict: out_of_memory; memory: 16 */
#include "honest.h"

#include <string.h>
#include <sys/mman.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	for (;;)
		memset(mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), 1, 1 << 20);
}
