#include "reference/implementation.h"

#include <check.h>
#include <dlfcn.h>
#include <stdio.h>

struct implementation implementation_load(const char *name)
{
	struct implementation implementation = {.name = name};
	char path[4096];
	snprintf(path, sizeof(path), "%s/samples/%s.so", BUILD_DIR, name);
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	ck_assert_msg(library != NULL, "%s", dlerror());
	for (size_t i = 0; i < OPERATION_COUNT; i++) {
		*(void **)&implementation.symbols[i] = dlsym(library, operations[i].name);
		ck_assert_msg(implementation.symbols[i] != NULL, "%s defines no %s", path, operations[i].name);
	}
	return implementation;
}

int implementation_call(const struct implementation *implementation, const struct frame *frame)
{
	return frame_call(frame, implementation->symbols[frame->operation - operations]);
}
