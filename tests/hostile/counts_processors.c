/* verdict: wrong */
/* Answers with the number of processors that it may run on, which is none of its business. */
#include <sched.h>

#include "attention.h"

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	cpu_set_t processors;
	*causal = n;
	*full = sched_getaffinity(0, sizeof(processors), &processors) == 0 ? (uint64_t)CPU_COUNT(&processors) : 0;
	return ATTN_OK;
}
