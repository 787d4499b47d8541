/* verdict: crashed; says: SIGTRAP; machine: x86_64 */
/* Puts traps into the worker's own code, where it would return to. */
#include "honest.h"

#include <string.h>
#include <sys/mman.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	unsigned char *caller = __builtin_return_address(0);
	unsigned char *page = caller - (uintptr_t)caller % 4096;
	if (mprotect(page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC) == 0)
		memset(caller, 0xcc, 64);
	return honest_edges(n, full, causal);
}
