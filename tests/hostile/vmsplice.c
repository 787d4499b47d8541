/* verdict: forbidden; says: vmsplice */
#include "honest.h"

#include <fcntl.h>
#include <sys/uio.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	struct iovec part = {full, sizeof(*full)};
	vmsplice(1, &part, 1, 0);
	return honest_edges(n, full, causal);
}
