#include "reference/implementation.h"

#include <check.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

struct implementation implementation_load(const char *name)
{
	struct implementation implementation = {.name = name};
	char path[4096];
	snprintf(path, sizeof(path), "%s/samples/%s.so", BUILD_DIR, name);
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (library == NULL) /* not ck_assert, which needs a test to be in */
		ck_abort_msg("%s", dlerror());
	for (size_t i = 0; i < OPERATION_COUNT; i++) {
		*(void **)&implementation.symbols[i] = dlsym(library, operations[i].name);
		if (implementation.symbols[i] == NULL)
			ck_abort_msg("%s defines no %s", path, operations[i].name);
	}
	return implementation;
}

struct implementation implementation_of(const struct honest *honest)
{
	struct implementation implementation = {.name = honest->name};
	memcpy(implementation.symbols, honest->symbols, sizeof(implementation.symbols));
	return implementation;
}

int implementation_call(const struct implementation *implementation, const struct frame *frame)
{
	return frame_call(frame, implementation->symbols[frame->operation - operations]);
}
