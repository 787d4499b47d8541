/* verdict: passed; memory: 512 */
#include "honest.h"

#include <string.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	const size_t bytes = (size_t)300 << 20;
	char *much = malloc(bytes);
	if (much != NULL)
		memset(much, 1, bytes);
	int enough = much != NULL;
	free(much);
	return answer_if(enough, n, full, causal);
}
