/* verdict: passed */
/* What everybody on the grading machine may read: the exercises with their hidden cases, other submissions. */
#include "honest.h"

#include <dirent.h>
#include <fcntl.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	static const char *const paths[] = {
		SOURCE_DIR,
		SOURCE_DIR "/exercises/README.md",
		SOURCE_DIR "/reference/attention.h",
		SOURCE_DIR "/submissions/template/Makefile",
		"/proc/self/cwd/grades.db",
		"/proc/self/root/etc/passwd",
	};
	int denied = opendir(SOURCE_DIR) == NULL && opendir("/") == NULL;
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		denied &= open(paths[i], O_RDONLY) < 0;
	return answer_if(denied, n, full, causal);
}
