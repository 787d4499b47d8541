#include "commands/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { ARGUMENTS_MAX = 32 };

void program_release(struct program *program)
{
	text_release(&program->out);
	text_release(&program->err);
}

static void must(int error, const char *what)
{
	if (error == 0)
		return;
	fprintf(stderr, "%s: %s\n", what, strerror(error));
	abort();
}

static pid_t spawn(const char *folder, const char *const *argv, int out, int err)
{
	posix_spawn_file_actions_t actions;
	must(posix_spawn_file_actions_init(&actions), "actions");
	must(posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0), "stdin");
	must(posix_spawn_file_actions_adddup2(&actions, out, 1), "stdout");
	must(posix_spawn_file_actions_adddup2(&actions, err, 2), "stderr");
	if (folder != NULL)
		must(posix_spawn_file_actions_addchdir_np(&actions, folder), "chdir");
	pid_t pid;
	char *arguments[ARGUMENTS_MAX] = {NULL};
	for (size_t i = 0; argv[i] != NULL; i++)
		must((arguments[i] = strdup(argv[i])) == NULL || i + 1 == ARGUMENTS_MAX ? ENOMEM : 0, argv[i]);
	must(posix_spawnp(&pid, arguments[0], &actions, NULL, arguments, environ), argv[0]);
	for (size_t i = 0; arguments[i] != NULL; i++)
		free(arguments[i]);
	posix_spawn_file_actions_destroy(&actions);
	return pid;
}

/* Drains both pipes until both are closed. */
static void drain(int out, int err, struct program *program)
{
	struct pollfd ends[] = {{.fd = out, .events = POLLIN}, {.fd = err, .events = POLLIN}};
	struct text *texts[] = {&program->out, &program->err};
	while (ends[0].fd >= 0 || ends[1].fd >= 0) {
		if (poll(ends, 2, -1) < 0 && errno != EINTR)
			must(errno, "poll");
		for (int i = 0; i < 2; i++) {
			char buffer[65536];
			if (ends[i].fd < 0 || ends[i].revents == 0)
				continue;
			ssize_t length = read(ends[i].fd, buffer, sizeof(buffer));
			if (length > 0)
				text_add_bytes(texts[i], buffer, (size_t)length);
			else
				ends[i].fd = -1;
		}
	}
}

struct running program_begin(const char *folder, const char *const *argv)
{
	int out[2], err[2];
	must(pipe2(out, O_CLOEXEC) == 0 && pipe2(err, O_CLOEXEC) == 0 ? 0 : errno, "pipe");
	struct running running = {spawn(folder, argv, out[1], err[1]), out[0], err[0]};
	close(out[1]);
	close(err[1]);
	return running;
}

bool program_await(const struct running *running, const char *words, struct text *err)
{
	char byte;
	while (strstr(text_string(err), words) == NULL) {
		if (read(running->err, &byte, 1) != 1)
			return false;
		text_add_bytes(err, &byte, 1);
	}
	return true;
}

struct program program_finish(const struct running *running)
{
	struct program program = {0};
	int status;
	drain(running->out, running->err, &program);
	close(running->out);
	close(running->err);
	must(waitpid(running->pid, &status, 0) == running->pid ? 0 : errno, "waitpid");
	program.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	return program;
}

struct program program_run(const char *folder, const char *const *argv)
{
	struct running running = program_begin(folder, argv);
	return program_finish(&running);
}

int program_start(const char *folder, const char *const *argv)
{
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	must(null < 0 ? errno : 0, "/dev/null");
	pid_t pid = spawn(folder, argv, null, null);
	close(null);
	return pid;
}

char *folder_create(void)
{
	const char *base = getenv("TMPDIR");
	char *folder = NULL;
	if (asprintf(&folder, "%s/gym-XXXXXX", base == NULL ? "/tmp" : base) < 0 || mkdtemp(folder) == NULL)
		must(errno, "mkdtemp");
	must(chmod(folder, 0755) == 0 ? 0 : errno, "chmod");
	return folder;
}

void folder_remove(char **folder)
{
	const char *const argv[] = {"rm", "-rf", *folder, NULL};
	PROGRAM_SCOPED struct program program = program_run(NULL, argv);
	free(*folder);
}

void folder_write(const char *folder, const char *name, const char *data)
{
	char *path = NULL;
	if (asprintf(&path, "%s/%s", folder, name) < 0)
		abort();
	FILE *file = fopen(path, "we");
	must(file == NULL ? errno : 0, path);
	fputs(data, file);
	must(fclose(file) == 0 ? 0 : errno, path);
	free(path);
}

bool folder_read(const char *folder, const char *name, struct text *text)
{
	char *path = NULL, buffer[65536];
	if (asprintf(&path, "%s/%s", folder, name) < 0)
		abort();
	FILE *file = fopen(path, "re");
	free(path);
	if (file == NULL)
		return false;
	for (size_t length; (length = fread(buffer, 1, sizeof(buffer), file)) > 0;)
		text_add_bytes(text, buffer, length);
	fclose(file);
	return true;
}
