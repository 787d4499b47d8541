/*
 * The zygote's side of its socket. The input is what stands in its queue: any packets with any descriptors, right
 * requests among them. Processes are not made and not killed: the linker puts the functions here before the real
 * ones, which know how many children there may be.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "fuzz/packet.h"
#include "sandbox/worker/faults.h"
#include "sandbox/worker/filter.h"
#include "sandbox/worker/landlock.h"
#include "sandbox/worker/protocol.h"
#include "sandbox/worker/zygote.h"

enum { REQUESTS_MAX = 32, CHILD = INT_MAX, DEAD = 0 };

static struct script script;
static pid_t alive;
static unsigned forks, reaped;

pid_t __wrap_fork(void);
pid_t __wrap_wait4(pid_t pid, int *status, int options, struct rusage *usage);
int __wrap_kill(pid_t pid, int signal);
int __wrap_prctl(int option, ...);
bool __wrap_faults_catch(void);
int __wrap_filter_build(bool threads, struct filter *filter);
int __wrap_landlock_abi(void);
int __wrap_landlock_ruleset(int version, char *const *files, size_t n_files);

pid_t __wrap_fork(void)
{
	MUST(alive == DEAD); /* one child at a time */
	forks++;
	if (script_below(&script, 4) == 3) {
		errno = EAGAIN;
		return -1;
	}
	return alive = CHILD;
}

pid_t __wrap_wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
	MUST(pid == alive && alive == CHILD && options == 0);
	*usage = (struct rusage){.ru_utime = {1, 2}};
	*status = (int)script_number(&script);
	alive = DEAD;
	reaped++;
	return pid;
}

int __wrap_kill(pid_t pid, int signal)
{
	MUST(pid == alive && alive == CHILD && signal == SIGKILL);
	return 0;
}

int __wrap_prctl(int option, ...)
{
	(void)option;
	return 0;
}

bool __wrap_faults_catch(void)
{
	return true;
}

int __wrap_filter_build(bool threads, struct filter *filter)
{
	(void)threads, (void)filter;
	return 0;
}

int __wrap_landlock_abi(void)
{
	return 1;
}

int __wrap_landlock_ruleset(int version, char *const *files, size_t n_files)
{
	(void)version, (void)files, (void)n_files;
	return STDIN_FILENO;
}

/* Queues what the script says. Everything is sent before the zygote reads, and then the socket is at its end. */
static void queue(int grader)
{
	for (unsigned i = 0; i < REQUESTS_MAX && script.left > 0; i++) {
		const unsigned flags = script_byte(&script);
		struct request request = {.kind = flags & 3};
		if ((flags & 4) != 0)
			script_overwrite(&script, &request, sizeof(request));
		if ((flags & 24) == 24)
			packet_send_by(&script, grader, &request, sizeof(request), true);
		else
			packet_send(grader, &request, sizeof(request),
				    (flags & 32) != 0		    ? script_below(&script, PACKET_DESCRIPTORS_MAX + 1)
				    : request.kind == REQUEST_START ? START_FDS
								    : 0);
	}
	MUST(shutdown(grader, SHUT_WR) == 0);
}

/* Ready once, then one reply for each request to reap, each telling of another child or of none. */
static void must_have_replied(int grader)
{
	struct reply reply;
	unsigned replies = 0, children = 0;
	while (recv(grader, &reply, sizeof(reply), MSG_DONTWAIT) == (ssize_t)sizeof(reply)) {
		MUST(reply.kind == (replies == 0 ? REPLY_READY : REPLY_ENDED));
		children += replies > 0 && reply.cpu_ns != 0;
		replies++;
	}
	MUST(replies > 0 && children <= reaped && reaped <= forks);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	/* its number is taken for good, so that nothing else opens there */
	MUST(dup2(STDIN_FILENO, WORKER_SOCKET) == WORKER_SOCKET);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int ends[2];
	const unsigned open_before = open_descriptors();
	script = (struct script){data, size};
	forks = reaped = 0;
	MUST(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0);
	MUST(dup2(ends[1], WORKER_SOCKET) == WORKER_SOCKET && close(ends[1]) == 0);
	queue(ends[0]);
	MUST(zygote_run(true, NULL, 0) == EXIT_SUCCESS);
	MUST(alive == DEAD);
	must_have_replied(ends[0]);
	MUST(close(ends[0]) == 0);
	MUST(dup2(STDIN_FILENO, WORKER_SOCKET) == WORKER_SOCKET);
	MUST(open_descriptors() == open_before);
	return 0;
}
