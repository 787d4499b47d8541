#include "commands/hand_in.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "commands/setting.h"
#include "core/file.h"
#include "core/list.h"

struct entry {
	const char *path, *student;
	struct timespec modified;
	const char *fault; /* why it cannot be looked at, or NULL */
};

struct list {
	struct arena *arena;
	struct entry *entries;
	size_t count;
	struct left_out *left_out;
	size_t n_left_out;
	bool is_class;
	bool quiet; /* no word about what is left out */
};

static void append(struct list *list, struct entry entry)
{
	list->entries = list_extend(list->arena, list->entries, list->count, sizeof(*list->entries));
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

/* The last part of a path, of which `length` characters count. */
static const char *last_part(const char *path, size_t length, struct arena *arena)
{
	size_t start = length;
	while (start > 0 && path[start - 1] != '/')
		start--;
	return arena_copy(arena, path + start, length - start);
}

const char *hand_in_owner(const char *path, struct arena *arena)
{
	size_t length = strlen(path);
	const char *name = last_part(path, length, arena);
	if (strcmp(name, "attention.so") == 0 && length > strlen(name) + 1)
		return last_part(path, length - strlen(name) - 1, arena);
	return arena_copy(arena, name, strlen(name) - (ends_in_so(name) ? 3 : 0));
}

/* What is in a folder, by name. */
struct names {
	struct dirent **list;
	int count; /* -1: it cannot be read */
};

static struct names list_names(const char *path)
{
	struct names names = {0};
	names.count = scandir(path, &names.list, NULL, alphasort);
	return names;
}

static void release_names(struct names *names)
{
	for (int i = 0; i < names->count; i++)
		free(names->list[i]);
	free(names->list);
}
#define NAMES_SCOPED __attribute__((cleanup(release_names)))

bool hand_in_is_named(const char *name)
{
	return name[0] != '.' && ends_in_so(name);
}

static bool cannot_read(const char *path, struct text *why)
{
	text_add_format(why, "cannot read \"%s\": %s", path, file_error(errno));
	return false;
}

/* A link to a folder is none: it may lead to what a classmate handed in. */
static bool is_folder(const char *path)
{
	struct stat status;
	return lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* ---- what is left out ---- */

/* Folders of the gym that lie where students hand in by default; what is in the latter lies deeper on purpose. */
static bool belongs_to_the_gym(const char *name)
{
	return strcmp(name, "template") == 0 || strcmp(name, "samples") == 0;
}

/* A folder that is nobody's even where it cannot be read: the gym's, and that of a file system. */
static bool belongs_to_nobody(const char *name)
{
	return belongs_to_the_gym(name) || strcmp(name, "lost+found") == 0;
}

static bool ends_in(const char *name, const char *ending)
{
	size_t length = strlen(name), tail = strlen(ending);
	return length > tail && strcasecmp(name + length - tail, ending) == 0;
}

/* A file in the place of a submission that is none, but was surely meant to be handed in. */
static bool seems_submission(const char *name)
{
	static const char *const endings[] = {".so", ".dylib", ".dll", ".zip", ".tar", ".gz", ".tgz", ".xz", ".7z"};
	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		if (ends_in(name, endings[i]))
			return true;
	return false;
}

/* A file in a folder, or one folder deeper, that somebody may have meant; NULL if there is none. */
static const char *find_meant(const char *path, bool deeper, struct arena *arena)
{
	NAMES_SCOPED struct names names = list_names(path);
	for (int i = 0; i < names.count; i++) {
		const char *name = names.list[i]->d_name;
		const char *file = arena_format(arena, "%s/%s", path, name);
		if (name[0] == '.')
			continue;
		if (seems_submission(name))
			return file;
		const char *inner = deeper && is_folder(file) ? find_meant(file, false, arena) : NULL;
		if (inner != NULL)
			return inner;
	}
	return NULL;
}

static const char *explain_folder(const char *path, const char *student, bool even_empty, struct arena *arena)
{
	const char *meant = belongs_to_the_gym(student) ? NULL : find_meant(path, true, arena);
	if (meant != NULL)
		return arena_format(arena, "\"%s\" is left out: it holds no *.so; \"%s\" is not looked at", path,
				    meant);
	if (!even_empty || belongs_to_the_gym(student))
		return NULL;
	return arena_format(arena, "\"%s\" is left out: it holds no *.so", path);
}

/* Of what is neither a submission nor a folder, only what looks like a hand-in is worth a word. */
static const char *explain_file(const char *path, struct arena *arena)
{
	struct stat status, target;
	if (lstat(path, &status) != 0)
		return NULL;
	if (S_ISLNK(status.st_mode) && stat(path, &target) != 0)
		return arena_format(arena, "\"%s\" is left out: the link leads nowhere: %s", path, file_error(errno));
	if (S_ISLNK(status.st_mode) && S_ISDIR(target.st_mode))
		return arena_format(arena, "\"%s\" is left out: it is a symbolic link, not a folder", path);
	if (seems_submission(path))
		return arena_format(arena, "\"%s\" is left out: STUDENT.so or STUDENT/*.so is wanted", path);
	return NULL;
}

const char *hand_in_explain(const struct left_out *left_out, bool even_empty, struct arena *arena)
{
	return left_out->is_folder ? explain_folder(left_out->path, left_out->owner, even_empty, arena)
				   : explain_file(left_out->path, arena);
}

bool hand_in_is_misnamed(const char *name)
{
	return name[0] != '.' && seems_submission(name) && !ends_in_so(name);
}

static void leave_out(struct list *list, struct left_out left_out)
{
	list->left_out = list_extend(list->arena, list->left_out, list->n_left_out, sizeof(*list->left_out));
	list->left_out[list->n_left_out++] = left_out;
}

static void warn_of_left_out(const struct list *list)
{
	for (size_t i = 0; i < list->n_left_out; i++) {
		const char *why = hand_in_explain(&list->left_out[i], true, list->arena);
		if (why != NULL)
			warn("%s", why);
	}
}

/* ---- what counts ---- */

/* It is there, and what it is we cannot see: that is held against nobody. Whoever is gone meanwhile is no matter. */
static void append_fault(struct list *list, const char *path, const char *student, int error)
{
	if (error != ENOENT && error != ENOTDIR)
		append(list,
		       (struct entry){.path = path,
				      .student = student,
				      .fault = arena_format(list->arena, "cannot be read: %s", file_error(error))});
}

static bool leads_nowhere(const char *path, const struct stat *status)
{
	struct stat target;
	return S_ISLNK(status->st_mode) && stat(path, &target) != 0;
}

/* The newest *.so of a student's folder; of equally old ones the last by name. */
static void add_folder(struct list *list, const char *path, const char *student)
{
	NAMES_SCOPED struct names names = list_names(path);
	struct entry best = {.student = student};
	if (names.count < 0 && !belongs_to_nobody(student))
		append_fault(list, path, student, errno);
	for (int i = 0; i < names.count; i++) {
		struct stat status;
		const char *file = arena_format(list->arena, "%s/%s", path, names.list[i]->d_name);
		if (!hand_in_is_named(names.list[i]->d_name))
			continue;
		if (lstat(file, &status) != 0) {
			append_fault(list, file, student, errno);
			return;
		}
		if (leads_nowhere(file, &status))
			leave_out(list, (struct left_out){file, student, false});
		else if (best.path == NULL || !newer(&best.modified, &status.st_mtim))
			best = (struct entry){file, student, status.st_mtim, NULL};
	}
	if (names.count < 0)
		return;
	if (best.path != NULL)
		append(list, best);
	else
		leave_out(list, (struct left_out){path, student, true});
}

/* An entry of a class folder of which no more is known than that it is there. */
static void add_unseen(struct list *list, const char *path, const struct dirent *entry, int error)
{
	if (hand_in_is_named(entry->d_name) || (entry->d_type == DT_DIR && !belongs_to_nobody(entry->d_name)))
		append_fault(list, path, hand_in_owner(path, list->arena), error);
}

static bool add_class(struct list *list, const char *path, struct text *why)
{
	NAMES_SCOPED struct names names = list_names(path);
	if (names.count < 0)
		return cannot_read(path, why);
	list->is_class = true;
	for (int i = 0; i < names.count; i++) {
		struct stat status;
		const char *name = names.list[i]->d_name;
		const char *inner = arena_format(list->arena, "%s/%s", path, name);
		if (name[0] == '.')
			continue;
		if (lstat(inner, &status) != 0)
			add_unseen(list, inner, names.list[i], errno);
		else if (hand_in_is_named(name) && !leads_nowhere(inner, &status))
			append(list, (struct entry){inner, hand_in_owner(inner, list->arena), status.st_mtim, NULL});
		else if (is_folder(inner))
			add_folder(list, inner, arena_string(list->arena, name));
		else
			leave_out(list, (struct left_out){inner, hand_in_owner(inner, list->arena), false});
	}
	return true;
}

/* What was named may be a link to a class folder. */
static bool add_path(struct list *list, const char *path, struct text *why)
{
	struct stat status, target;
	char *trimmed = arena_string(list->arena, path);
	for (size_t length = strlen(trimmed); length > 1 && trimmed[length - 1] == '/';)
		trimmed[--length] = '\0';
	if (lstat(trimmed, &status) != 0)
		return cannot_read(trimmed, why);
	if (!ends_in_so(trimmed) && stat(trimmed, &target) == 0 && S_ISDIR(target.st_mode))
		return add_class(list, trimmed, why);
	if (leads_nowhere(trimmed, &status))
		return cannot_read(trimmed, why);
	append(list, (struct entry){trimmed, hand_in_owner(trimmed, list->arena), status.st_mtim, NULL});
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

/* Of each student the first in order. */
static void choose(struct list *list, struct hand_in *hand_in)
{
	struct arena *arena = list->arena;
	if (list->count > 0)
		qsort(list->entries, list->count, sizeof(*list->entries), by_student);
	struct job *jobs = arena_array(arena, list->count, sizeof(*jobs));
	int64_t *modified_at = arena_array(arena, list->count, sizeof(*modified_at));
	hand_in->count = 0;
	for (size_t i = 0; i < list->count; i++) {
		const struct entry *entry = &list->entries[i];
		if (i > 0 && strcmp(entry->student, list->entries[i - 1].student) == 0) {
			if (!list->quiet)
				complain("\"%s\" is left out: \"%s\" is of the same student and newer", entry->path,
					 jobs[hand_in->count - 1].path);
			continue;
		}
		modified_at[hand_in->count] = entry->modified.tv_sec;
		jobs[hand_in->count++] = (struct job){entry->path, entry->student, entry->fault};
	}
	hand_in->jobs = jobs;
	hand_in->modified_at = modified_at;
	hand_in->n_left_out = list->n_left_out;
	hand_in->left_out = list->left_out;
	hand_in->is_class = list->is_class;
}

bool hand_in_find(const char *const *paths, size_t n_paths, struct arena *arena, struct hand_in *hand_in,
		  struct text *why)
{
	struct list list = {.arena = arena};
	bool found = true;
	for (size_t i = 0; i < n_paths && found; i++)
		found = add_path(&list, paths[i], why);
	warn_of_left_out(&list);
	if (!found)
		return false;
	choose(&list, hand_in);
	return true;
}

bool hand_in_find_again(const char *class, struct arena *arena, struct hand_in *hand_in, struct text *why)
{
	struct list list = {.arena = arena, .quiet = true};
	if (!add_class(&list, class, why))
		return false;
	choose(&list, hand_in);
	return true;
}

bool hand_in_covers(const char *folder, const char *path)
{
	size_t length = strlen(folder);
	while (length > 1 && folder[length - 1] == '/')
		length--;
	return strncmp(folder, path, length) == 0 && (path[length] == '\0' || path[length] == '/');
}
