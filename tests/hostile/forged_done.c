/* verdict: tampered */
/* Messages of every size that could be one, then a quiet end. */
#include "honest.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	static char message[4096];
	honest_edges(n, full, causal);
	for (size_t size = 16; size <= sizeof(message); size += 8) {
		*(unsigned *)message = 6;
		write(3, message, size);
	}
	_exit(0);
}
