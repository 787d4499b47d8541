/* verdict: passed */
/* A socket to the host of a virtual machine, where there is no network. */
#include "honest.h"

#include <sys/socket.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return answer_if(socket(AF_VSOCK, SOCK_STREAM, 0) < 0 && socket(AF_UNIX, SOCK_STREAM, 0) < 0, n, full, causal);
}
