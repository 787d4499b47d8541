/* verdict: passed */
#include "honest.h"

#include <dlfcn.h>

int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	static const char *const names[] = {"libcrypto.so.3", "libseccomp.so.2", "libsqlite3.so.0",
					    BUILD_DIR "/hostile/honest.so", "/worker"};
	int denied = 1;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		denied &= dlopen(names[i], RTLD_NOW) == NULL;
	/* nor does the worker lend its own functions */
	denied &= dlsym(RTLD_DEFAULT, "channel_answer") == NULL && dlsym(RTLD_DEFAULT, "operations") == NULL;
	return answer_if(denied, n, full, causal);
}
