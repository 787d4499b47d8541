#include "sandbox/worker/attempts.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static long try_fork(void)
{
	long pid = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	if (pid == 0)
		_exit(0);
	return pid;
}

static long try_execve(void)
{
	char *arguments[] = {NULL};
	return execve("/proc/self/exe", arguments, arguments);
}

static long try_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, 0);
}

static long try_open_file(void)
{
	return open("/etc/passwd", O_RDONLY);
}

static long try_open_proc(void)
{
	return open("/proc/self/mem", O_RDWR);
}

static long try_create_file(void)
{
	int fd = open("/tmp/grader-was-here", O_WRONLY | O_CREAT | O_EXCL, 0600);
	/* behind bubblewrap there is no /tmp, but there is a root */
	return fd < 0 && errno == ENOENT ? open("/grader-was-here", O_WRONLY | O_CREAT | O_EXCL, 0600) : fd;
}

static long try_ptrace(void)
{
	return ptrace(PTRACE_TRACEME, 0, NULL, NULL);
}

/* Signal 0 asks for the permission only: if the sandbox is broken, no one gets hurt. */
static long try_kill(void)
{
	return kill(-1, 0);
}

int attempt_make(enum attempt attempt)
{
	static long (*const attempts[ATTEMPT_COUNT])(void) = {
		[ATTEMPT_FORK] = try_fork,	     [ATTEMPT_EXECVE] = try_execve,
		[ATTEMPT_SOCKET] = try_socket,	     [ATTEMPT_OPEN_FILE] = try_open_file,
		[ATTEMPT_OPEN_PROC] = try_open_proc, [ATTEMPT_CREATE_FILE] = try_create_file,
		[ATTEMPT_PTRACE] = try_ptrace,	     [ATTEMPT_KILL] = try_kill,
	};
	if (attempt <= ATTEMPT_NONE || attempt >= ATTEMPT_COUNT)
		return EINVAL;
	errno = 0;
	return attempts[attempt]() < 0 ? errno : 0;
}
