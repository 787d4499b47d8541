#include "sandbox/spawn.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/memory.h"
#include "sandbox/worker/birth.h"

enum { WORDS_MAX = 96, SPARE_DESCRIPTORS_FROM = 16 };

struct command {
	struct arena *arena;
	size_t count;
	char *words[WORDS_MAX];
};

static void say(struct command *command, const char *const *words, size_t n)
{
	assert(command->count + n < WORDS_MAX);
	for (size_t i = 0; i < n; i++)
		command->words[command->count++] = arena_string(command->arena, words[i]);
}

#define SAY(command, ...) \
	say(command, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* The worker's file comes by descriptor, since its directory may be closed to the unprivileged user. */
static void say_bubblewrap(const struct sandbox *sandbox, struct command *command)
{
	static const char worker[] = "/worker";
	SAY(command, sandbox->bubblewrap, "--unshare-all", "--new-session", "--die-with-parent", "--cap-drop", "ALL",
	    "--clearenv", "--chdir", "/", "--proc", "/proc");
	if (!sandbox->resigned)
		SAY(command, "--cap-add", BIRTH_CAPABILITY);
	for (size_t i = 0; i < sandbox->n_libraries; i++)
		SAY(command, "--ro-bind", sandbox->libraries[i].file, sandbox->libraries[i].path);
	SAY(command, "--perms", "0555", "--ro-bind-data", "4", worker, "--remount-ro", "/", "--", worker);
	static_assert(SPAWN_WORKER == 4, "the number above");
}

static void compose(const struct sandbox *sandbox, struct arena *arena, struct command *command)
{
	*command = (struct command){.arena = arena};
	if (geteuid() == 0)
		SAY(command, sandbox->worker, "--as-user", arena_format(arena, "%d", UNPRIVILEGED_ID));
	if (sandbox->mode == SANDBOX_BUBBLEWRAP)
		say_bubblewrap(sandbox, command);
	else
		SAY(command, arena_format(arena, "/proc/self/fd/%d", SPAWN_WORKER));
	SAY(command, sandbox_mode_name(sandbox->mode));
	for (size_t i = 0; i < sandbox->n_libraries; i++)
		SAY(command, sandbox->libraries[i].path);
}

/* Puts descriptors in their places. `high` ones do not collide with the places. */
static int place(posix_spawn_file_actions_t *actions, int socket, int worker, int complaints)
{
	int error = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
	if (error == 0)
		error = posix_spawn_file_actions_addopen(actions, 1, "/dev/null", O_WRONLY, 0);
	if (error == 0)
		error = posix_spawn_file_actions_adddup2(actions, complaints, 2);
	if (error == 0)
		error = posix_spawn_file_actions_adddup2(actions, socket, SPAWN_SOCKET);
	if (error == 0)
		error = posix_spawn_file_actions_adddup2(actions, worker, SPAWN_WORKER);
	if (error == 0)
		error = posix_spawn_file_actions_addclosefrom_np(actions, SPAWN_WORKER + 1);
	return error == 0 ? posix_spawn_file_actions_addchdir_np(actions, "/") : error;
}

/*
 * Signals as a fresh process has them, whatever the grader ignores or blocks; and a session of its own, so
 * that Ctrl-C at the terminal reaches the grader alone, which finishes what it has at hand.
 */
static int settle(posix_spawnattr_t *attributes)
{
	sigset_t none, all;
	sigemptyset(&none);
	sigfillset(&all);
	int error = posix_spawnattr_setsigmask(attributes, &none);
	if (error == 0)
		error = posix_spawnattr_setsigdefault(attributes, &all);
	const short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID;
	return error == 0 ? posix_spawnattr_setflags(attributes, flags) : error;
}

static int launch(const struct command *command, int socket, int worker, int complaints, pid_t *pid)
{
	static char *const environment[] = {NULL};
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int error = posix_spawn_file_actions_init(&actions);
	if (error != 0)
		return error;
	error = posix_spawnattr_init(&attributes);
	if (error == 0) {
		error = place(&actions, socket, worker, complaints);
		if (error == 0)
			error = settle(&attributes);
		if (error == 0)
			error = posix_spawn(pid, command->words[0], &actions, &attributes, command->words, environment);
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

pid_t spawn_worker(const struct sandbox *sandbox, int socket, struct text *why)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DESCRIPTOR_SCOPED int file = open(sandbox->worker, O_RDONLY | O_CLOEXEC);
	if (file < 0) {
		text_add_format(why, "cannot open the worker \"%s\": %s", sandbox->worker, strerror(errno));
		return 0;
	}
	DESCRIPTOR_SCOPED int high_socket = fcntl(socket, F_DUPFD_CLOEXEC, SPARE_DESCRIPTORS_FROM);
	DESCRIPTOR_SCOPED int high_file = fcntl(file, F_DUPFD_CLOEXEC, SPARE_DESCRIPTORS_FROM);
	DESCRIPTOR_SCOPED int high_complaints = fcntl(sandbox->complaints, F_DUPFD_CLOEXEC, SPARE_DESCRIPTORS_FROM);
	struct command command;
	compose(sandbox, arena, &command);
	pid_t pid = 0;
	int error = launch(&command, high_socket, high_file, high_complaints, &pid);
	if (error == 0)
		return pid;
	text_add_format(why, "cannot start \"%s\": %s", command.words[0], strerror(error));
	return 0;
}

const char *program_find(const char *name, struct arena *arena)
{
	const char *path = getenv("PATH");
	if (path == NULL || path[0] == '\0')
		path = "/usr/local/bin:/usr/bin:/bin";
	while (*path != '\0') {
		size_t length = strcspn(path, ":");
		const char *file = arena_format(arena, "%.*s/%s", (int)length, path, name);
		if (file[0] == '/' && access(file, X_OK) == 0)
			return file;
		path += length + (path[length] == ':');
	}
	return NULL;
}
