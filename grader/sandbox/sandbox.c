#include "sandbox/inside.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/memory.h"
#include "sandbox/socket.h"
#include "sandbox/spawn.h"

enum { READY_MS = 20000, STOP_MS = 2000, COMPLAINT_BYTES = 4096 };

const char *sandbox_mode_name(enum sandbox_mode mode)
{
	return mode == SANDBOX_BUBBLEWRAP ? "bubblewrap" : "landlock";
}

const char *cure_user(void)
{
	return "run the grader as an ordinary user, or give root CAP_SETUID and CAP_SETGID, and its user namespace the "
	       "ids up to 65534 (/etc/subuid, /etc/subgid)";
}

bool noise_renew(uint64_t *state)
{
	return getrandom(state, sizeof(*state), 0) == sizeof(*state);
}

/* splitmix64 */
uint64_t noise_next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/*
 * The first line that bubblewrap or the launcher wrote to stderr; the file is full of zeros where nothing was written.
 */
static void add_complaint(const struct sandbox *sandbox, bool ended, struct text *why)
{
	char line[256];
	ssize_t got = pread(sandbox->complaints, line, sizeof(line) - 1, 0);
	line[got > 0 ? got : 0] = '\0';
	line[strcspn(line, "\n")] = '\0';
	if (line[0] != '\0')
		text_add_visible(why, line, strlen(line));
	else if (ended)
		text_add(why, "it ended without a word");
	else
		text_add_format(why, "it said nothing for %d s", READY_MS / 1000);
}

static const char *cure_bubblewrap(void)
{
	return "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, user.max_user_namespaces above 0, "
	       "kernel.apparmor_restrict_unprivileged_userns=0; in a container, start it with the privilege for "
	       "them), or go on without them: --sandbox=landlock";
}

/* Why the zygote did not report at all: what broke off, and its cure. The first that fits counts. */
static void explain_silence(const struct sandbox *sandbox, bool ended, struct text *why)
{
	TEXT_SCOPED struct text complaint = {0};
	add_complaint(sandbox, ended, &complaint);
	if (strstr(text_string(&complaint), WORKER_CANNOT_BECOME) != NULL)
		text_add_format(why, "root cannot become the unprivileged user %d here (%s): %s", UNPRIVILEGED_ID,
				text_string(&complaint), cure_user());
	else if (sandbox->mode == SANDBOX_BUBBLEWRAP)
		text_add_format(why, "bubblewrap cannot make the namespaces it needs (%s): %s", text_string(&complaint),
				cure_bubblewrap());
	else
		text_add_format(why,
				"the worker \"%s\" did not start (%s): make it executable for everyone (chmod 755)",
				sandbox->worker, text_string(&complaint));
}

/* Are the namespaces of the zygote other ones than ours? */
static bool isolated(const struct reply *ready)
{
	static const char *const names[WORKER_NAMESPACES] = WORKER_NAMESPACE_NAMES;
	for (size_t i = 0; i < WORKER_NAMESPACES; i++) {
		char path[32];
		struct stat own;
		snprintf(path, sizeof(path), "/proc/self/ns/%s", names[i]);
		if (stat(path, &own) != 0 || ready->namespaces[i] == 0 || ready->namespaces[i] == own.st_ino)
			return false;
	}
	return true;
}

static bool whole(const struct sandbox *sandbox, struct text *why)
{
	const struct reply *ready = &sandbox->ready;
	static const char *const lacks[] = {
		[LACK_SECCOMP] = "seccomp filters are missing (%s): use a kernel built with CONFIG_SECCOMP_FILTER",
		[LACK_LANDLOCK] = "landlock is missing (%s): use Linux 5.13 or later with \"landlock\" in the kernel's "
				  "lsm= parameter (CONFIG_LSM)",
		[LACK_PROC] = "/proc is missing (%s): mount it (mount -t proc proc /proc)",
	};
	if (ready->lack > LACK_PROC) {
		text_add(why, "the worker is of another version than the grader: build both together");
		return false;
	}
	if (ready->lack != LACK_NOTHING) {
		const char *format = lacks[ready->lack], *hole = strstr(format, "%s");
		text_add_bytes(why, format, (size_t)(hole - format));
		text_add(why, strerror(ready->error));
		text_add(why, hole + strlen("%s"));
		return false;
	}
	if (sandbox->mode == SANDBOX_BUBBLEWRAP && !isolated(ready)) {
		text_add_format(why, "bubblewrap did not isolate the worker: %s", cure_bubblewrap());
		return false;
	}
	return true;
}

static bool await_ready(struct sandbox *sandbox, struct text *why)
{
	struct reply *ready = &sandbox->ready;
	ssize_t got = -1;
	const bool heard = socket_wait(sandbox->socket, READY_MS);
	if (heard)
		got = socket_receive(sandbox->socket, ready, sizeof(*ready), NULL);
	if (got == (ssize_t)sizeof(*ready) && ready->kind == REPLY_READY)
		return whole(sandbox, why);
	if (got > 0)
		text_add(why, "the worker is of another version than the grader: build both together");
	else
		explain_silence(sandbox, heard, why);
	return false;
}

static bool start(struct sandbox *sandbox, struct text *why)
{
	int ends[2];
	if (!socket_pair(ends)) {
		text_add_format(why, "cannot make a socket: %s", strerror(errno));
		return false;
	}
	memory_wipe(sandbox->complaints, COMPLAINT_BYTES);
	lseek(sandbox->complaints, 0, SEEK_SET);
	sandbox->socket = ends[0];
	sandbox->cpu_ns = 0;
	sandbox->pid = spawn_worker(sandbox, ends[1], why);
	close(ends[1]);
	if (sandbox->pid > 0 && await_ready(sandbox, why))
		return true;
	zygote_stop(sandbox);
	return false;
}

/* A bubblewrap that is privileged itself, or of an older libcap, leaves nobody the capability, and says so. */
static bool refuses_capability(const struct sandbox *sandbox)
{
	TEXT_SCOPED struct text complaint = {0};
	add_complaint(sandbox, true, &complaint);
	return sandbox->mode == SANDBOX_BUBBLEWRAP && !sandbox->resigned &&
	       strcasestr(text_string(&complaint), "cap") != NULL;
}

bool zygote_start(struct sandbox *sandbox, struct text *why)
{
	TEXT_SCOPED struct text first = {0};
	if (start(sandbox, &first))
		return true;
	if (refuses_capability(sandbox)) {
		sandbox->resigned = true;
		return start(sandbox, why);
	}
	text_add(why, text_string(&first));
	return false;
}

/* Waits for the spawned process a little while. */
static bool ended_by_itself(pid_t pid)
{
	DESCRIPTOR_SCOPED int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	struct pollfd entry = {.fd = pidfd, .events = POLLIN};
	return pidfd >= 0 && poll(&entry, 1, STOP_MS) > 0;
}

/*
 * Closing the socket ends the zygote, that ends bubblewrap, and with it every process of its namespace, in
 * an order that leaves no orphan. Only one that does not obey is killed.
 */
void zygote_stop(struct sandbox *sandbox)
{
	descriptor_close_at(&sandbox->socket);
	if (sandbox->pid <= 0)
		return;
	if (!ended_by_itself(sandbox->pid))
		kill(sandbox->pid, SIGKILL);
	while (waitpid(sandbox->pid, NULL, 0) < 0 && errno == EINTR)
		continue;
	sandbox->pid = 0;
}

bool sandbox_has_proc(struct text *why)
{
	if (access("/proc/self/fd", R_OK | X_OK) == 0)
		return true;
	text_add_format(why, "/proc is missing (%s): mount it (mount -t proc proc /proc)", strerror(errno));
	return false;
}

/* Everything that can be found out before anything is started. */
static bool equip(struct sandbox *sandbox, const char *worker, struct text *why)
{
	if (!sandbox_has_proc(why))
		return false;
	char *path = realpath(worker, NULL);
	if (path == NULL) {
		text_add_format(why, "there is no worker at \"%s\": %s", worker, strerror(errno));
		return false;
	}
	sandbox->worker = arena_string(sandbox->arena, path);
	free(path);
	if (sandbox->mode == SANDBOX_BUBBLEWRAP) {
		sandbox->bubblewrap = program_find("bwrap", sandbox->arena);
		if (sandbox->bubblewrap == NULL) {
			text_add(why, "bubblewrap is missing: install the package \"bubblewrap\", or go on without it: "
				      "--sandbox=landlock");
			return false;
		}
	}
	sandbox->n_libraries = library_list(sandbox->arena, sandbox->libraries);
	if (sandbox->n_libraries == 0) {
		text_add(why, "cannot find the loader and libc of this process: is the grader linked statically?");
		return false;
	}
	sandbox->complaints = memory_create("complaints", COMPLAINT_BYTES);
	sandbox->printed = memory_create("printed", WORKER_PRINTED_BYTES);
	if (sandbox->complaints < 0 || sandbox->printed < 0 || !noise_renew(&sandbox->noise)) {
		text_add_format(why, "cannot make memory for the worker: %s", strerror(errno));
		return false;
	}
	return true;
}

struct sandbox *sandbox_open(const struct sandbox_options *options, struct text *why)
{
	struct arena *arena = arena_create();
	struct sandbox *sandbox = arena_alloc(arena, sizeof(*sandbox));
	*sandbox = (struct sandbox){
		.arena = arena,
		.mode = options->mode,
		.swift_ns = SWIFT_NS,
		.socket = -1,
		.complaints = -1,
		.printed = -1,
		.inputs.fd = -1,
		.outputs.fd = -1,
	};
	if (options->processors != NULL)
		sandbox->processors = *options->processors;
	if (equip(sandbox, options->worker, why) && zygote_start(sandbox, why))
		return sandbox;
	sandbox_close(sandbox);
	return NULL;
}

struct sandbox *sandbox_open_twin(const struct sandbox *sandbox, struct text *why)
{
	return sandbox_open(&(struct sandbox_options){sandbox->mode, sandbox->worker, &sandbox->processors}, why);
}

void sandbox_close(struct sandbox *sandbox)
{
	if (sandbox == NULL)
		return;
	zygote_stop(sandbox);
	window_release(&sandbox->inputs);
	window_release(&sandbox->outputs);
	descriptor_close_at(&sandbox->complaints);
	descriptor_close_at(&sandbox->printed);
	arena_destroy(sandbox->arena);
}
