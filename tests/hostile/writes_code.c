/* verdict: passed; machine: x86_64 */
/* Makes machine code and runs it: that is its own affair. */
#include "honest.h"

#include <string.h>
#include <sys/mman.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	static const unsigned char code[] = {0x31, 0xc0, 0xc3}; /* return 0 */
	void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		return ATTN_ERANGE;
	memcpy(page, code, sizeof(code));
	honest_edges(n, full, causal);
	return ((int (*)(void))page)();
}
