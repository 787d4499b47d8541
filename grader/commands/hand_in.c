#include "commands/hand_in.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct entry {
	const char *path, *student;
	struct timespec modified;
};

struct list {
	struct arena *arena;
	struct entry *entries;
	size_t count, capacity;
};

static void append(struct list *list, struct entry entry)
{
	if (list->count == list->capacity) {
		size_t capacity = list->capacity == 0 ? 64 : 2 * list->capacity;
		struct entry *entries = arena_array(list->arena, capacity, sizeof(*entries));
		if (list->count > 0)
			memcpy(entries, list->entries, list->count * sizeof(*entries));
		list->entries = entries;
		list->capacity = capacity;
	}
	list->entries[list->count++] = entry;
}

static bool ends_in_so(const char *name)
{
	size_t length = strlen(name);
	return length > 3 && strcmp(name + length - 3, ".so") == 0;
}

static bool newer(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

/* The name of a file without its folder and without .so. */
static const char *stem(const char *path, struct arena *arena)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash == NULL ? path : slash + 1;
	return arena_copy(arena, name, strlen(name) - (ends_in_so(name) ? 3 : 0));
}

static void close_directory(DIR **directory)
{
	if (*directory != NULL)
		closedir(*directory);
}
#define DIRECTORY_SCOPED __attribute__((cleanup(close_directory)))

/* The newest *.so of a student's folder; of equally old ones the last by name. */
static void add_folder(struct list *list, const char *path, const char *student)
{
	DIRECTORY_SCOPED DIR *directory = opendir(path);
	struct entry best = {.student = student};
	for (struct dirent *item; directory != NULL && (item = readdir(directory)) != NULL;) {
		struct stat status;
		const char *file = arena_format(list->arena, "%s/%s", path, item->d_name);
		if (!ends_in_so(item->d_name) || lstat(file, &status) != 0)
			continue;
		bool same = best.path != NULL && !newer(&status.st_mtim, &best.modified) &&
			    !newer(&best.modified, &status.st_mtim);
		if (best.path == NULL || newer(&status.st_mtim, &best.modified) ||
		    (same && strcmp(file, best.path) > 0))
			best = (struct entry){file, student, status.st_mtim};
	}
	if (best.path != NULL)
		append(list, best);
}

static bool add_class(struct list *list, const char *path, struct text *why)
{
	DIRECTORY_SCOPED DIR *directory = opendir(path);
	if (directory == NULL) {
		text_add_format(why, "cannot read \"%s\": %s", path, strerror(errno));
		return false;
	}
	for (struct dirent *item; (item = readdir(directory)) != NULL;) {
		struct stat status;
		const char *inner = arena_format(list->arena, "%s/%s", path, item->d_name);
		if (item->d_name[0] == '.' || lstat(inner, &status) != 0)
			continue;
		if (ends_in_so(item->d_name))
			append(list, (struct entry){inner, stem(inner, list->arena), status.st_mtim});
		else if (S_ISDIR(status.st_mode))
			add_folder(list, inner, arena_string(list->arena, item->d_name));
	}
	return true;
}

static bool add_path(struct list *list, const char *path, struct text *why)
{
	struct stat status;
	if (lstat(path, &status) != 0) {
		text_add_format(why, "cannot read \"%s\": %s", path, strerror(errno));
		return false;
	}
	/* A path that ends in a slash or names a link to a folder is a folder, too. */
	struct stat target;
	if (!ends_in_so(path) && stat(path, &target) == 0 && S_ISDIR(target.st_mode))
		return add_class(list, path, why);
	append(list, (struct entry){path, stem(path, list->arena), status.st_mtim});
	return true;
}

static int by_student(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;
	int order = strcmp(a->student, b->student);
	if (order != 0)
		return order;
	if (newer(&a->modified, &b->modified) || newer(&b->modified, &a->modified))
		return newer(&a->modified, &b->modified) ? -1 : 1;
	return strcmp(a->path, b->path);
}

bool hand_in_find(const char *const *paths, size_t n_paths, struct arena *arena, struct hand_in *hand_in,
		  struct text *why)
{
	struct list list = {.arena = arena};
	for (size_t i = 0; i < n_paths; i++)
		if (!add_path(&list, paths[i], why))
			return false;
	if (list.count > 0)
		qsort(list.entries, list.count, sizeof(*list.entries), by_student);
	struct job *jobs = arena_array(arena, list.count, sizeof(*jobs));
	int64_t *modified_at = arena_array(arena, list.count, sizeof(*modified_at));
	hand_in->count = 0;
	for (size_t i = 0; i < list.count; i++) {
		const struct entry *entry = &list.entries[i];
		if (i > 0 && strcmp(entry->student, list.entries[i - 1].student) == 0)
			continue;
		modified_at[hand_in->count] = entry->modified.tv_sec;
		jobs[hand_in->count++] = (struct job){entry->path, entry->student};
	}
	hand_in->jobs = jobs;
	hand_in->modified_at = modified_at;
	return true;
}
