/* verdict: missing; advises: extern "C" */
/* What a C++ compiler calls it. */
#include <stdint.h>

int mangled(uint64_t n, uint64_t *full, uint64_t *causal) __asm__("_Z10attn_edgesmPmS_");

int mangled(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return 0;
}
