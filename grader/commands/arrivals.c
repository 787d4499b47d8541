#include "commands/arrivals.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/hand_in.h"
#include "commands/setting.h"
#include "core/file.h"
#include "core/stopwatch.h"

enum {
	ENDED = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE,
	WATCHED = ENDED | IN_CREATE | IN_MODIFY | IN_ATTRIB | IN_EXCL_UNLINK | IN_ONLYDIR,
	NS_PER_MS = 1000000,
};

/* A student's folder that is watched; one that has two names, by a mount, has one number and two of these. */
struct folder {
	int watch;
	char name[ARRIVALS_NAME_MAX + 1];
};

struct arrivals {
	char *class;
	int inotify, watch;
	bool gone;
	struct arrival *list;
	size_t count, capacity;
	struct folder *folders;
	size_t n_folders, folder_capacity;
};

/* Room for one more, in an array that doubles. */
static void *extend(void *array, size_t count, size_t *capacity, size_t bytes)
{
	if (count < *capacity)
		return array;
	*capacity = *capacity == 0 ? 64 : 2 * *capacity;
	array = reallocarray(array, *capacity, bytes);
	if (array == NULL)
		abort();
	return array;
}

static void set_name(char to[ARRIVALS_NAME_MAX + 1], const char *name)
{
	snprintf(to, ARRIVALS_NAME_MAX + 1, "%s", name);
}

/* ---- who arrived ---- */

static struct arrival *find(const struct arrivals *arrivals, const char *student)
{
	for (size_t i = 0; i < arrivals->count; i++)
		if (strcmp(arrivals->list[i].student, student) == 0)
			return &arrivals->list[i];
	return NULL;
}

static struct arrival *need(struct arrivals *arrivals, const char *student)
{
	struct arrival *arrival = find(arrivals, student);
	if (arrival != NULL)
		return arrival;
	arrivals->list = extend(arrivals->list, arrivals->count, &arrivals->capacity, sizeof(*arrivals->list));
	arrival = &arrivals->list[arrivals->count++];
	*arrival = (struct arrival){.closed = true, .arrived_ns = now_ns()};
	set_name(arrival->student, student);
	return arrival;
}

static uint64_t long_ns(const struct arrival *arrival)
{
	return arrival->arrived_ns + (uint64_t)ARRIVALS_LONG_MS * NS_PER_MS;
}

uint64_t arrivals_quiet_ns(const struct arrival *arrival)
{
	const uint64_t quiet_ns = arrival->stirred_ns + (uint64_t)ARRIVALS_QUIET_MS * NS_PER_MS;
	return arrival->told || quiet_ns < long_ns(arrival) ? quiet_ns : long_ns(arrival);
}

static void stir(struct arrival *arrival, bool closed)
{
	arrival->closed = closed;
	arrival->stirred_ns = now_ns();
	arrival->due_ns = arrivals_quiet_ns(arrival);
}

static void drop(struct arrivals *arrivals, struct arrival *arrival)
{
	*arrival = arrivals->list[--arrivals->count];
}

const struct arrival *arrivals_due(const struct arrivals *arrivals, const char *student, uint64_t now)
{
	const struct arrival *arrival = find(arrivals, student);
	return arrival != NULL && arrival->due_ns <= now ? arrival : NULL;
}

void arrivals_put_off(struct arrivals *arrivals, const char *student, bool seen, uint64_t wait_ms)
{
	struct arrival *arrival = need(arrivals, student);
	arrival->due_ns = now_ns() + wait_ms * NS_PER_MS;
	arrival->seen |= seen;
}

bool arrivals_takes_long(struct arrivals *arrivals, const char *student, uint64_t now)
{
	struct arrival *arrival = find(arrivals, student);
	if (arrival == NULL || arrival->told || now < long_ns(arrival))
		return false;
	return arrival->told = true;
}

void arrivals_settle(struct arrivals *arrivals, const char *student)
{
	struct arrival *arrival = find(arrivals, student);
	if (arrival != NULL)
		drop(arrivals, arrival);
}

void arrivals_settle_due(struct arrivals *arrivals, uint64_t now)
{
	for (size_t i = arrivals->count; i-- > 0;)
		if (arrivals->list[i].due_ns <= now)
			drop(arrivals, &arrivals->list[i]);
}

/* ---- folders ---- */

static struct folder *find_folder(const struct arrivals *arrivals, const char *name)
{
	for (size_t i = 0; i < arrivals->n_folders; i++)
		if (strcmp(arrivals->folders[i].name, name) == 0)
			return &arrivals->folders[i];
	return NULL;
}

static struct folder *find_watch(const struct arrivals *arrivals, int watch)
{
	for (size_t i = 0; i < arrivals->n_folders; i++)
		if (arrivals->folders[i].watch == watch)
			return &arrivals->folders[i];
	return NULL;
}

static void forget_folder(struct arrivals *arrivals, struct folder *folder)
{
	assert(arrivals->folders != NULL);
	*folder = arrivals->folders[--arrivals->n_folders];
}

/* Of a deleted folder there is no watch any more; that is no matter. */
static void leave_folder(struct arrivals *arrivals, const char *name)
{
	struct folder *folder = find_folder(arrivals, name);
	if (folder == NULL)
		return;
	const int watch = folder->watch;
	forget_folder(arrivals, folder);
	if (watch != arrivals->watch && find_watch(arrivals, watch) == NULL)
		inotify_rm_watch(arrivals->inotify, watch);
}

/* A folder may have taken the place of another, or another name: it is watched under the name it has now. */
static void watch_folder(struct arrivals *arrivals, const char *name, const char *path)
{
	const int watch = inotify_add_watch(arrivals->inotify, path, WATCHED | IN_DONT_FOLLOW);
	struct folder *folder = find_folder(arrivals, name);
	if (watch < 0 && errno != ENOENT && errno != ENOTDIR)
		warn("\"%s\" cannot be watched: %s", path,
		     errno == ENOSPC ? "fs.inotify.max_user_watches is reached" : file_error(errno));
	if (folder != NULL && folder->watch == watch)
		return;
	leave_folder(arrivals, name);
	if (watch < 0)
		return;
	arrivals->folders =
		extend(arrivals->folders, arrivals->n_folders, &arrivals->folder_capacity, sizeof(*arrivals->folders));
	folder = &arrivals->folders[arrivals->n_folders++];
	folder->watch = watch;
	set_name(folder->name, name);
}

/*
 * An entry of the class folder: a file, or a student's folder; a link to one might lead to a classmate's. What is worth
 * a word though it is left out is due like a student of its name.
 */
static void look_at(struct arrivals *arrivals, const char *name, bool seen)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct stat status = {0};
	const char *path = arena_format(arena, "%s/%s", arrivals->class, name);
	struct arrival *arrival = NULL;
	if (name[0] == '.')
		return;
	if (hand_in_is_named(name)) {
		arrival = need(arrivals, hand_in_owner(path, arena));
	} else if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
		watch_folder(arrivals, name, path);
		arrival = need(arrivals, name);
	} else if (hand_in_is_misnamed(name) || S_ISLNK(status.st_mode)) {
		arrival = need(arrivals, name);
	}
	if (arrival == NULL)
		return;
	stir(arrival, true);
	arrival->seen |= seen;
}

static bool look_around(struct arrivals *arrivals, bool seen)
{
	DIR *class = opendir(arrivals->class);
	if (class == NULL)
		return false;
	for (struct dirent *entry; (entry = readdir(class)) != NULL;)
		look_at(arrivals, entry->d_name, seen);
	closedir(class);
	return true;
}

/* ---- events ---- */

/* Is that file not being written? A link or a pipe is there as soon as it is made; nobody will close it. */
static bool is_closed(const char *path, const struct inotify_event *event, bool before)
{
	struct stat status;
	if ((event->mask & IN_ATTRIB) != 0)
		return before;
	if ((event->mask & IN_CREATE) == 0)
		return (event->mask & ENDED) != 0;
	return lstat(path, &status) == 0 && (!S_ISREG(status.st_mode) || status.st_nlink > 1);
}

static void take_file(struct arrivals *arrivals, const char *student, const char *path,
		      const struct inotify_event *event)
{
	struct arrival *arrival = need(arrivals, student);
	stir(arrival, is_closed(path, event, arrival->closed));
	arrival->seen = true;
}

static void take_inner(struct arrivals *arrivals, const char *student, const struct inotify_event *event)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	if (event->len > 0 && hand_in_is_named(event->name)) {
		take_file(arrivals, student, arena_format(arena, "%s/%s/%s", arrivals->class, student, event->name),
			  event);
	} else if (event->len > 0 && hand_in_is_misnamed(event->name)) {
		struct arrival *arrival = need(arrivals, student);
		stir(arrival, arrival->closed);
	}
}

static void take_outer(struct arrivals *arrivals, const struct inotify_event *event)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	if (event->len == 0)
		return;
	if ((event->mask & (IN_MOVED_FROM | IN_DELETE)) != 0)
		leave_folder(arrivals, event->name);
	if (hand_in_is_named(event->name)) {
		const char *path = arena_format(arena, "%s/%s", arrivals->class, event->name);
		take_file(arrivals, hand_in_owner(path, arena), path, event);
	} else if ((event->mask & (IN_CREATE | IN_MOVED_TO)) != 0) {
		look_at(arrivals, event->name, true);
	}
}

/* What the kernel has no room to tell of is looked up; rather a line twice than one too few. */
static void take_event(struct arrivals *arrivals, const struct inotify_event *event)
{
	if ((event->mask & IN_Q_OVERFLOW) != 0)
		arrivals->gone |= !look_around(arrivals, true);
	else if (event->wd == arrivals->watch && (event->mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)) != 0)
		arrivals->gone = true;
	else if (event->wd == arrivals->watch)
		take_outer(arrivals, event);
	else
		for (size_t i = 0; i < arrivals->n_folders; i++)
			if (arrivals->folders[i].watch == event->wd)
				take_inner(arrivals, arrivals->folders[i].name, event);
}

/* At most so much at once: somebody who writes without end keeps nobody else from being due. */
static void take_events(struct arrivals *arrivals)
{
	enum { READS_MAX = 32 };
	_Alignas(struct inotify_event) char buffer[64 * 1024];
	ssize_t length;
	for (int i = 0; i < READS_MAX && (length = read(arrivals->inotify, buffer, sizeof(buffer))) > 0; i++)
		for (ssize_t at = 0; at < length;) {
			const struct inotify_event *event = (const void *)(buffer + at);
			take_event(arrivals, event);
			at += (ssize_t)(sizeof(*event) + event->len);
		}
}

/* ---- waiting ---- */

/* When the first is due, or `until_ns` if that is before. */
static uint64_t next_due(const struct arrivals *arrivals, uint64_t until_ns)
{
	uint64_t due_ns = until_ns;
	for (size_t i = 0; i < arrivals->count; i++)
		if (arrivals->list[i].due_ns < due_ns)
			due_ns = arrivals->list[i].due_ns;
	return due_ns;
}

/* A signal that comes between the look at `*stop` and the sleep must end the sleep: until then it is blocked. */
static void sleep_until(struct arrivals *arrivals, uint64_t due_ns, const volatile sig_atomic_t *stop)
{
	const uint64_t now = now_ns(), wait = due_ns > now ? due_ns - now : 0;
	const struct timespec limit = {.tv_sec = (time_t)(wait / 1000000000), .tv_nsec = (long)(wait % 1000000000)};
	struct pollfd events = {.fd = arrivals->inotify, .events = POLLIN};
	sigset_t signals, before;
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &signals, &before);
	if (!*stop)
		ppoll(&events, 1, due_ns < UINT64_MAX ? &limit : NULL, &before);
	sigprocmask(SIG_SETMASK, &before, NULL);
}

bool arrivals_wait(struct arrivals *arrivals, uint64_t until_ns, const volatile sig_atomic_t *stop, struct text *why)
{
	take_events(arrivals);
	while (!*stop && !arrivals->gone) {
		const uint64_t due_ns = next_due(arrivals, until_ns);
		if (due_ns <= now_ns())
			return true;
		sleep_until(arrivals, due_ns, stop);
		take_events(arrivals);
	}
	if (arrivals->gone)
		text_add_format(why, "\"%s\" is gone, was moved or unmounted", arrivals->class);
	return !arrivals->gone;
}

struct arrivals *arrivals_open(const char *folder, struct text *why)
{
	struct arrivals *arrivals = calloc(1, sizeof(*arrivals));
	if (arrivals == NULL)
		abort();
	if ((arrivals->class = strdup(folder)) == NULL)
		abort();
	arrivals->inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (arrivals->inotify >= 0)
		arrivals->watch = inotify_add_watch(arrivals->inotify, folder, WATCHED | IN_DELETE_SELF | IN_MOVE_SELF);
	if (arrivals->inotify >= 0 && arrivals->watch >= 0 && look_around(arrivals, false))
		return arrivals;
	text_add_format(why, "cannot watch \"%s\": %s", folder, file_error(errno));
	arrivals_close(arrivals);
	return NULL;
}

void arrivals_close(struct arrivals *arrivals)
{
	if (arrivals->inotify >= 0)
		close(arrivals->inotify);
	free(arrivals->list);
	free(arrivals->folders);
	free(arrivals->class);
	free(arrivals);
}
