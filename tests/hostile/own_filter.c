/* verdict: forbidden; says: prctl */
#include "honest.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	struct sock_fprog program = {1, &allow};
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
	return honest_edges(n, full, causal);
}
