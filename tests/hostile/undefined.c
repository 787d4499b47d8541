/* verdict: rejected; says: no_such_function */
#include "honest.h"

int no_such_function(void);

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return no_such_function();
}
