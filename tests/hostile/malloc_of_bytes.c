/* verdict: passed; memory: 8 */
/* Seven MiB can be had, and used; a byte for each pair of 4096 tokens cannot. */
#include "honest.h"

#include <string.h>

static int can_use(size_t bytes)
{
	char *much = malloc(bytes);
	if (much != NULL)
		memset(much, 1, bytes);
	free(much);
	return much != NULL;
}

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return answer_if(can_use((size_t)7 << 20) && !can_use((size_t)4096 * 4096), n, full, causal);
}
