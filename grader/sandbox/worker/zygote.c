#include "sandbox/worker/zygote.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/worker/birth.h"
#include "sandbox/worker/channel.h"
#include "sandbox/worker/faults.h"
#include "sandbox/worker/landlock.h"
#include "sandbox/worker/serve.h"

static uint64_t mapped_bytes(void)
{
	char line[128];
	FILE *file = fopen("/proc/self/statm", "re");
	if (file == NULL)
		return 0;
	bool got = fgets(line, sizeof(line), file) != NULL;
	fclose(file);
	return got ? strtoul(line, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

static void list_namespaces(uint64_t inodes[WORKER_NAMESPACES])
{
	static const char *const names[WORKER_NAMESPACES] = WORKER_NAMESPACE_NAMES;
	for (size_t i = 0; i < WORKER_NAMESPACES; i++) {
		char path[32];
		struct stat status;
		snprintf(path, sizeof(path), "/proc/self/ns/%s", names[i]);
		inodes[i] = stat(path, &status) == 0 ? status.st_ino : 0;
	}
}

/* Can filters be installed that do what ours does? 0, or an errno. */
static int try_seccomp(void)
{
	static const uint32_t actions[] = {SECCOMP_RET_TRAP, SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_ERRNO};
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &actions[i]) != 0)
			return errno;
	return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0 ? errno : 0;
}

/* Prepares what all children share, and notes what this machine lacks. */
static void prepare(struct fortress *fortress, struct reply *ready, char *const *libraries, size_t n_libraries)
{
	*ready = (struct reply){.kind = REPLY_READY, .landlock_abi = landlock_abi()};
	list_namespaces(ready->namespaces);
	fortress->parent = getpid();
	fortress->mapped_bytes = mapped_bytes();
	if (fortress->mapped_bytes == 0) {
		ready->lack = LACK_PROC;
		ready->error = errno;
		return;
	}
	fortress->ruleset = landlock_ruleset(ready->landlock_abi, libraries, n_libraries);
	if (ready->landlock_abi < 1 || fortress->ruleset < 0) {
		ready->lack = LACK_LANDLOCK;
		ready->error = ready->landlock_abi < 1 ? -ready->landlock_abi : errno;
		return;
	}
	/* asked first: libseccomp would only say that something is invalid */
	ready->error = try_seccomp();
	if (ready->error == 0)
		ready->error = filter_build(false, &fortress->single);
	if (ready->error == 0)
		ready->error = filter_build(true, &fortress->threaded);
	if (ready->error != 0)
		ready->lack = LACK_SECCOMP;
}

/* What is said of no child. */
static const struct reply unborn = {.kind = REPLY_ENDED, .status = -1};

static pid_t start(const struct request *request, const struct fortress *fortress, const int fds[START_FDS],
		   struct reply *born)
{
	bool same = false;
	pid_t pid = birth_fork(&same);
	if (pid == 0)
		serve(request, fortress, fds);
	*born = unborn;
	born->error = pid < 0 ? errno : 0;
	born->same_number = same;
	return pid;
}

static uint64_t cpu_ns(const struct rusage *usage)
{
	return (uint64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000000 +
	       (uint64_t)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1000;
}

static uint64_t all_cpu_ns(void)
{
	struct rusage own, children;
	if (getrusage(RUSAGE_SELF, &own) != 0 || getrusage(RUSAGE_CHILDREN, &children) != 0)
		return 0;
	return cpu_ns(&own) + cpu_ns(&children);
}

/* Ends the child, if it has not ended by itself, and says how it ended. */
static void reap(pid_t pid, struct reply *reply)
{
	struct rusage usage;
	int status;
	if (pid <= 0)
		return;
	kill(pid, SIGKILL);
	while (wait4(pid, &status, 0, &usage) < 0)
		if (errno != EINTR)
			return;
	reply->status = status;
	reply->cpu_ns = cpu_ns(&usage);
	reply->all_cpu_ns = all_cpu_ns();
}

static void close_all(const int fds[START_FDS])
{
	for (size_t i = 0; i < START_FDS; i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

int zygote_run(bool own_namespaces, char *const *libraries, size_t n_libraries)
{
	struct fortress fortress = {.ruleset = -1, .own_processes = own_namespaces};
	struct reply ready;
	/* not dumpable: others of the same user can neither trace it nor make its crashes fill a disk */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    prctl(PR_SET_DUMPABLE, 0) != 0 || !faults_catch())
		return EXIT_FAILURE;
	prepare(&fortress, &ready, libraries, n_libraries);
	lockdown_advise(1);
	malloc_trim(0); /* a tidy heap: what is merged here is not merged, page by page, in every child */
	if (!channel_reply(&ready))
		return EXIT_FAILURE;
	pid_t child = 0;
	int fds[START_FDS];
	struct reply ended = unborn;
	for (struct request request; channel_request(&request, fds);) {
		if (request.kind == REQUEST_START && child <= 0) {
			child = start(&request, &fortress, fds, &ended);
		} else if (request.kind == REQUEST_REAP) {
			reap(child, &ended);
			child = 0;
			if (!channel_reply(&ended))
				break;
			ended = unborn;
		}
		close_all(fds);
	}
	close_all(fds);
	reap(child, &(struct reply){0});
	return EXIT_SUCCESS;
}
