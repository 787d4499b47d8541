/* verdict: rejected; says: it cannot be loaded */
#include "forge.h"
#include "honest.h"

/* The worker's greeting lies on its stack, with the nonce and the address of the arena, which is known. */
__attribute__((constructor)) static void begin(void)
{
	static struct {
		uint32_t kind, sequence;
		uint64_t nonce;
		unsigned char words[FORGE_BYTES - 16];
	} unloadable = {.kind = 4};
	const unsigned char *stack = __builtin_frame_address(0);
	for (int i = 0; i < 60000; i += 8) {
		uint64_t words[3];
		memcpy(words, stack + i, sizeof(words));
		if (words[0] != 1 || words[2] != UINT64_C(0x200000000000))
			continue;
		unloadable.nonce = words[1];
		write(3, &unloadable, sizeof(unloadable));
		_exit(0);
	}
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return honest_edges(n, full, causal);
}
