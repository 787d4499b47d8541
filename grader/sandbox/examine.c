/*
 * Examines this machine for `grader doctor`: first what the sandbox is made of, row by row, each with its
 * cure; then, if it starts, the proof: inside it, in a child of its own each, the worker tries what is
 * forbidden.
 */
#include "sandbox/sandbox.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "sandbox/child.h"
#include "sandbox/layout.h"
#include "sandbox/spawn.h"

struct examination {
	const struct sandbox_options *options;
	struct arena *arena;
	struct sandbox_finding *findings;
	size_t count;
};

enum { FINDINGS_MAX = 32 };

static void find(struct examination *examination, const char *what, bool holds, const char *detail, const char *cure)
{
	examination->findings[examination->count++] =
		(struct sandbox_finding){.what = what, .holds = holds, .detail = detail, .cure = holds ? "" : cure};
}

/* The first line of a small file, or NULL. */
static const char *first_line(const char *path, struct arena *arena)
{
	char line[256];
	FILE *file = fopen(path, "re");
	const char *got = file == NULL ? NULL : fgets(line, sizeof(line), file);
	if (file != NULL)
		fclose(file);
	if (got == NULL)
		return NULL;
	line[strcspn(line, "\n")] = '\0';
	return arena_string(arena, line);
}

static void examine_worker(struct examination *examination)
{
	const char *worker = examination->options->worker;
	bool found = access(worker, X_OK) == 0;
	find(examination, "the worker executable", found,
	     arena_format(examination->arena, "\"%s\"%s%s", worker, found ? "" : ": ", found ? "" : strerror(errno)),
	     "build it with `make`, and keep it where the grader looks for it");
}

static void examine_proc(struct examination *examination)
{
	bool mounted = access("/proc/self/fd", R_OK) == 0;
	find(examination, "/proc", mounted, mounted ? "mounted" : "not mounted", "mount -t proc proc /proc");
}

static void examine_seccomp(struct examination *examination)
{
	const char *actions = first_line("/proc/sys/kernel/seccomp/actions_avail", examination->arena);
	const uint32_t kill_process = SECCOMP_RET_KILL_PROCESS;
	const bool asked = prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0 &&
			   syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &kill_process) == 0;
	const char *refusal = strerror(errno);
	const bool holds = asked && actions != NULL && strstr(actions, "trap") != NULL;
	find(examination, "seccomp filters", holds,
	     !asked	       ? refusal
	     : actions == NULL ? "not in this kernel"
			       : actions,
	     "use a kernel built with CONFIG_SECCOMP_FILTER");
}

static void examine_landlock(struct examination *examination)
{
	/* no rule set: the question for the version alone */
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
	const char *detail = version > 0 ? arena_format(examination->arena, "version %ld of its interface", version)
					 : strerror(errno);
	find(examination, "landlock", version > 0, detail,
	     "use Linux 5.13 or later, with \"landlock\" in the kernel's lsm= parameter (CONFIG_LSM)");
}

/* Does the user namespace that we are in know this id? Without /proc nobody can say; then another row fails. */
static bool is_mapped(const char *map, unsigned long id)
{
	char line[128], *rest;
	bool found = false;
	FILE *file = fopen(map, "re");
	while (file != NULL && !found && fgets(line, sizeof(line), file) != NULL) {
		unsigned long first = strtoul(line, &rest, 10);
		strtoul(rest, &rest, 10);
		unsigned long count = strtoul(rest, NULL, 10);
		found = id >= first && id - first < count;
	}
	if (file == NULL)
		return true;
	fclose(file);
	return found;
}

static void examine_user(struct examination *examination)
{
	const bool root = geteuid() == 0;
	/* becoming someone else needs two capabilities that a container may have taken from root */
	const bool able =
		prctl(PR_CAPBSET_READ, 6 /* CAP_SETGID */) == 1 && prctl(PR_CAPBSET_READ, 7 /* CAP_SETUID */) == 1;
	const bool known =
		is_mapped("/proc/self/uid_map", UNPRIVILEGED_ID) && is_mapped("/proc/self/gid_map", UNPRIVILEGED_ID);
	const char *detail = !root    ? arena_format(examination->arena, "user %u", (unsigned)geteuid())
			     : !able  ? "root without CAP_SETUID and CAP_SETGID"
			     : !known ? arena_format(examination->arena,
						     "user %d does not exist in this user namespace", UNPRIVILEGED_ID)
				      : arena_format(examination->arena, "root becomes user %d", UNPRIVILEGED_ID);
	find(examination, "an unprivileged user", !root || (able && known), detail, cure_user());
}

static void examine_bubblewrap(struct examination *examination)
{
	const char *path = program_find("bwrap", examination->arena);
	find(examination, "bubblewrap", path != NULL, path == NULL ? "no \"bwrap\" in PATH" : path,
	     "install the package \"bubblewrap\", or go on without it: --sandbox=landlock");
}

/* The settings by which distributions turn user namespaces off; a file that is not there says nothing. */
static void examine_namespaces(struct examination *examination)
{
	static const struct {
		const char *file, *forbidding, *setting;
	} settings[] = {
		{"/proc/sys/kernel/unprivileged_userns_clone", "0", "sysctl -w kernel.unprivileged_userns_clone=1"},
		{"/proc/sys/user/max_user_namespaces", "0", "sysctl -w user.max_user_namespaces=10000"},
		{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1",
		 "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"},
	};
	const char *detail = access("/proc/self/ns/user", F_OK) == 0 ? "allowed" : "not in this kernel";
	const char *cure = "use a kernel built with CONFIG_USER_NS, or --sandbox=landlock";
	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
		const char *value = first_line(settings[i].file, examination->arena);
		if (value == NULL || strcmp(value, settings[i].forbidding) != 0)
			continue;
		detail = arena_format(examination->arena, "%s is %s", settings[i].file, value);
		cure = settings[i].setting;
	}
	find(examination, "user namespaces", strcmp(detail, "allowed") == 0, detail, cure);
}

/* Makes one attempt in a child of its own. Was it denied? */
static bool denied(struct sandbox *sandbox, enum attempt attempt, struct text *detail)
{
	const struct budget budget = {.cpu_ns = 1000000000, .wall_ns = 3000000000, .threads = 1};
	const struct submission none = {.memfd = sandbox->complaints};
	struct request request = {
		.threads = 1,
		.inputs_bytes = layout_empty_bytes(),
		.outputs_bytes = layout_empty_bytes(),
		.memory_bytes = 64 << 20,
		.cpu_seconds = 2,
		.attempt = attempt,
	};
	struct message answer = {0};
	struct reply ended;
	struct spent spent;
	struct child child;
	enum wait_end wait = WAIT_GARBAGE;
	bool started = child_start(sandbox, &request, &none, &child, detail);
	if (started)
		wait = child_wait(&child, &budget, &answer, &spent);
	child_end(&child, &ended);
	const bool answered = started && wait == WAIT_ANSWERED;
	const bool trapped = answered && answer.kind == MESSAGE_FAULT && answer.as.fault.signal == SIGSYS;
	const bool refused = answered && answer.kind == MESSAGE_TRIED && answer.as.tried.error != 0;
	if (started)
		text_add(detail, trapped    ? "stopped by seccomp"
				 : refused  ? strerror(answer.as.tried.error)
				 : answered ? "it went through"
					    : "it ended in another way than expected");
	return trapped || refused;
}

static void prove(struct examination *examination, struct sandbox *sandbox)
{
	static const char *const attempts[ATTEMPT_COUNT] = {
		[ATTEMPT_FORK] = "denied: starting a process",
		[ATTEMPT_EXECVE] = "denied: running a program",
		[ATTEMPT_SOCKET] = "denied: opening a socket",
		[ATTEMPT_OPEN_FILE] = "denied: reading a file outside",
		[ATTEMPT_OPEN_PROC] = "denied: reading memory by /proc",
		[ATTEMPT_CREATE_FILE] = "denied: creating a file",
		[ATTEMPT_PTRACE] = "denied: tracing a process",
		[ATTEMPT_KILL] = "denied: signalling other processes",
	};
	for (enum attempt i = ATTEMPT_NONE + 1; i < ATTEMPT_COUNT; i++) {
		TEXT_SCOPED struct text detail = {0};
		bool holds = denied(sandbox, i, &detail);
		find(examination, attempts[i], holds, arena_string(examination->arena, text_string(&detail)),
		     "this is a fault of the sandbox: do not grade on this machine, and report it");
	}
}

static void examine_start(struct examination *examination)
{
	TEXT_SCOPED struct text why = {0};
	struct sandbox *sandbox = sandbox_open(examination->options, &why);
	const bool ready = sandbox != NULL;
	struct utsname system = {0};
	uname(&system);
	find(examination, "the sandbox starts", ready,
	     ready ? arena_format(examination->arena, "%s, Linux %s", sandbox_mode_name(examination->options->mode),
				  system.release)
		   : arena_string(examination->arena, text_string(&why)),
	     "see above");
	if (ready)
		prove(examination, sandbox);
	sandbox_close(sandbox);
}

size_t sandbox_examine(const struct sandbox_options *options, struct arena *arena,
		       const struct sandbox_finding **findings)
{
	static const struct {
		bool bubblewrap_only;
		void (*examine)(struct examination *examination);
	} rows[] = {
		{false, examine_worker},    {false, examine_proc},  {false, examine_seccomp},
		{false, examine_landlock},  {false, examine_user},  {true, examine_bubblewrap},
		{true, examine_namespaces}, {false, examine_start},
	};
	struct examination examination = {.options = options, .arena = arena};
	examination.findings = arena_array(arena, FINDINGS_MAX, sizeof(*examination.findings));
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (options->mode == SANDBOX_BUBBLEWRAP || !rows[i].bubblewrap_only)
			rows[i].examine(&examination);
	*findings = examination.findings;
	return examination.count;
}
