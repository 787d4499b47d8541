#include "commands/place.h"

#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* Relative to the folder of the executable, unless they begin with "./". */
static const char *const workers[] = {"grader-worker", "../libexec/attention-gym/grader-worker", NULL};
static const char *const exercises[] = {"./exercises", "../exercises", "../share/attention-gym/exercises", NULL};

/* The folder that the running executable lies in. */
static const char *own_folder(struct arena *arena)
{
	char path[4096];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
	path[length > 0 ? length : 0] = '\0';
	/* without /proc, as it was called: then it can still say that /proc is missing */
	const unsigned long address = getauxval(AT_EXECFN);
	const char *called;
	memcpy(&called, &address, sizeof(called));
	if (length <= 0 && called != NULL)
		snprintf(path, sizeof(path), "%s", called);
	char *slash = strrchr(path, '/');
	if (slash == NULL)
		return ".";
	*slash = '\0';
	return arena_string(arena, path);
}

static const char *find(const char *const *places, struct arena *arena)
{
	const char *folder = own_folder(arena);
	for (; *places != NULL; places++) {
		const char *path =
			strncmp(*places, "./", 2) == 0 ? *places + 2 : arena_format(arena, "%s/%s", folder, *places);
		if (access(path, R_OK) == 0)
			return path;
	}
	return NULL;
}

const char *place_worker(struct arena *arena)
{
	return find(workers, arena);
}

const char *place_exercises(struct arena *arena)
{
	return find(exercises, arena);
}
