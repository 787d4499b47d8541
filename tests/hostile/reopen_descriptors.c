/* verdict: passed */
/* A memfd has no path that Landlock could forbid, but its seals hold whoever opens it again. */
#include "honest.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	int denied = 1;
	for (int fd = 4; fd < 8; fd++) {
		char path[32];
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		int again = open(path, O_RDWR);
		if (again < 0)
			continue;
		denied &= mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, again, 0) == MAP_FAILED;
		denied &= ftruncate(again, 0) < 0;
	}
	return answer_if(denied, n, full, causal);
}
