/* The loops of the textbook: the sample submission "plain". */
#define HONEST(function) textbook_##function
#include "generated/honest_names.h"

#include "../../submissions/samples/plain/attention.c"

#include "bench/task.h"

void textbook(const struct head *head)
{
	size_t n = head->n, d = head->d;
	if (head->queries == n)
		(void)attn_causal(n, d, d, head->q, head->k, head->v, head->out, NULL);
	else
		(void)attn_causal_offset(1, n, d, d, (ptrdiff_t)n - 1, head->q, head->k, head->v, head->out, NULL);
}
