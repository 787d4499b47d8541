#include "sandbox/worker/filter.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/worker/protocol.h"

/*
 * Whatever no rule names raises SIGSYS, which tells the grader its name: verdict `forbidden`. So a rule
 * either allows a call or refuses it with an errno, as the outside world would: then the submission may
 * go on and is judged by its answers.
 */

/* What compute, memory, printing, the loader, libgomp and sleeping need. */
static const char *const allowed[] = {
	"read",
	"readv",
	"pread64",
	"close",
	"lseek",
	"fstat",
	"stat",
	"lstat",
	"newfstatat",
	"fstatat64",
	"statx",
	"open",
	"openat",
	"access",
	"faccessat",
	"faccessat2",
	"readlink",
	"readlinkat",
	"getcwd",
	"mmap",
	"mprotect",
	"munmap",
	"mremap",
	"madvise",
	"brk",
	"rt_sigprocmask",
	"rt_sigreturn",
	"rt_sigpending",
	"rt_sigsuspend",
	"rt_sigtimedwait",
	"sigaltstack",
	"pause",
	"futex",
	"set_robust_list",
	"set_tid_address",
	"rseq",
	"sched_yield",
	"sched_getaffinity",
	"getcpu",
	"nanosleep",
	"clock_nanosleep",
	"clock_gettime",
	"clock_getres",
	"gettimeofday",
	"time",
	"times",
	"poll",
	"ppoll",
	"select",
	"pselect6",
	"restart_syscall",
	"getpid",
	"gettid",
	"getppid",
	"getuid",
	"geteuid",
	"getgid",
	"getegid",
	"getrusage",
	"getrlimit",
	"getrandom",
	"uname",
	"sysinfo",
	"exit",
	"exit_group",
};

/* What a program may try without harm, and is told it cannot. */
static const struct {
	int error;
	const char *const *names;
} refused[] = {
	{EACCES, (const char *const[]){"socket",
				       "connect",
				       "creat",
				       "mkdir",
				       "mkdirat",
				       "rmdir",
				       "unlink",
				       "unlinkat",
				       "rename",
				       "renameat",
				       "renameat2",
				       "link",
				       "linkat",
				       "symlink",
				       "symlinkat",
				       "mknod",
				       "mknodat",
				       "chmod",
				       "fchmod",
				       "fchmodat",
				       "chown",
				       "fchown",
				       "lchown",
				       "fchownat",
				       "truncate",
				       "ftruncate",
				       "fallocate",
				       "statfs",
				       "fstatfs",
				       "getdents",
				       "getdents64",
				       "chdir",
				       "fchdir",
				       "umask",
				       "utime",
				       "utimes",
				       "utimensat",
				       "futimesat",
				       "flock",
				       "fsync",
				       "fdatasync",
				       "sync",
				       "fadvise64",
				       "dup",
				       "dup2",
				       "dup3",
				       "sendfile",
				       "pwrite64",
				       "pwritev",
				       "pwritev2",
				       "mlock",
				       "mlock2",
				       "munlock",
				       "mlockall",
				       "munlockall",
				       "mincore",
				       "msync",
				       "membarrier",
				       "sched_setaffinity",
				       "sched_getparam",
				       "sched_getscheduler",
				       "sched_get_priority_max",
				       "sched_get_priority_min",
				       "getpriority",
				       "get_mempolicy",
				       "set_mempolicy",
				       "mbind",
				       NULL}},
	{ENOTTY, (const char *const[]){"ioctl", NULL}},
	{EINVAL, (const char *const[]){"arch_prctl", NULL}},
};

/* Stands for the child's own pid, which is not known when the filter is built. */
enum { OWN_PID = 0x7a1d5e1f };

#define NO_OTHER_CLONE \
	(CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | \
	 CLONE_PIDFD | CLONE_PTRACE | CLONE_UNTRACED | CLONE_VFORK | CLONE_PARENT)

/* Calls that depend on an argument. Several rows of one call are alternatives. */
static const struct conditional {
	enum { ALWAYS, SINGLE, THREADED } when;
	uint32_t action;
	const char *name;
	unsigned n;
	struct scmp_arg_cmp conditions[2];
} conditionals[] = {
	{ALWAYS, SCMP_ACT_ALLOW, "write", 1, {{0, SCMP_CMP_EQ, 1, 0}}},
	{ALWAYS, SCMP_ACT_ALLOW, "write", 1, {{0, SCMP_CMP_EQ, 2, 0}}},
	{ALWAYS, SCMP_ACT_ALLOW, "write", 1, {{0, SCMP_CMP_EQ, WORKER_SOCKET, 0}}},
	{ALWAYS, SCMP_ACT_ERRNO(EBADF), "write", 1, {{0, SCMP_CMP_GT, WORKER_SOCKET, 0}}},
	{ALWAYS, SCMP_ACT_ERRNO(EBADF), "write", 1, {{0, SCMP_CMP_EQ, 0, 0}}},
	{ALWAYS, SCMP_ACT_ALLOW, "writev", 1, {{0, SCMP_CMP_EQ, 1, 0}}},
	{ALWAYS, SCMP_ACT_ALLOW, "writev", 1, {{0, SCMP_CMP_EQ, 2, 0}}},
	{ALWAYS, SCMP_ACT_ERRNO(EBADF), "writev", 1, {{0, SCMP_CMP_GT, 2, 0}}},
	{ALWAYS, SCMP_ACT_ERRNO(EBADF), "writev", 1, {{0, SCMP_CMP_EQ, 0, 0}}},
	/* seeing descriptor flags is harmless; locks, seals, owners and signals are not */
	{ALWAYS, SCMP_ACT_ALLOW, "fcntl", 1, {{1, SCMP_CMP_EQ, 1 /* F_GETFD */, 0}}},
	{ALWAYS, SCMP_ACT_ALLOW, "fcntl", 1, {{1, SCMP_CMP_EQ, 3 /* F_GETFL */, 0}}},
	{ALWAYS, SCMP_ACT_ERRNO(EACCES), "fcntl", 1, {{1, SCMP_CMP_GT, 3, 0}}},
	{ALWAYS, SCMP_ACT_ERRNO(EACCES), "fcntl", 1, {{1, SCMP_CMP_EQ, 2 /* F_SETFD */, 0}}},
	{ALWAYS, SCMP_ACT_ERRNO(EACCES), "fcntl", 1, {{1, SCMP_CMP_EQ, 0 /* F_DUPFD */, 0}}},
	/* the handler that tells the name of a forbidden call stays */
	{ALWAYS, SCMP_ACT_ALLOW, "rt_sigaction", 1, {{0, SCMP_CMP_NE, SIGSYS, 0}}},
	/* raise() and abort() */
	{ALWAYS, SCMP_ACT_ALLOW, "tgkill", 1, {{0, SCMP_CMP_EQ, OWN_PID, 0}}},
	/* reading one's own limits */
	{ALWAYS, SCMP_ACT_ALLOW, "prlimit64", 2, {{0, SCMP_CMP_EQ, 0, 0}, {2, SCMP_CMP_EQ, 0, 0}}},
	/* lowering the memory limit: raising it takes a privilege that nobody here has */
	{ALWAYS, SCMP_ACT_ALLOW, "prlimit64", 2, {{0, SCMP_CMP_EQ, OWN_PID, 0}, {1, SCMP_CMP_EQ, RLIMIT_AS, 0}}},
	{ALWAYS, SCMP_ACT_ALLOW, "prctl", 1, {{0, SCMP_CMP_EQ, PR_SET_NAME, 0}}},
	{ALWAYS, SCMP_ACT_ALLOW, "prctl", 1, {{0, SCMP_CMP_EQ, PR_GET_NAME, 0}}},
	/* glibc falls back from clone3, whose flags a filter cannot see, to clone */
	{THREADED, SCMP_ACT_ERRNO(ENOSYS), "clone3", 0, {{0, SCMP_CMP_EQ, 0, 0}}},
	{THREADED,
	 SCMP_ACT_ALLOW,
	 "clone",
	 1,
	 {{0, SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_VM | CLONE_SIGHAND | NO_OTHER_CLONE,
	   CLONE_THREAD | CLONE_VM | CLONE_SIGHAND}}},
};

/* A rule for a call that this architecture has; others (open on aarch64, say) need none. */
static int rule(scmp_filter_ctx context, uint32_t action, const char *name, unsigned n, const struct scmp_arg_cmp *list)
{
	int call = seccomp_syscall_resolve_name(name);
	return call < 0 ? 0 : -seccomp_rule_add_array(context, action, call, n, list);
}

static int add_plain(scmp_filter_ctx context)
{
	int error = 0;
	for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]) && error == 0; i++)
		error = rule(context, SCMP_ACT_ALLOW, allowed[i], 0, NULL);
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		for (const char *const *name = refused[i].names; *name != NULL && error == 0; name++)
			error = rule(context, SCMP_ACT_ERRNO((uint32_t)refused[i].error), *name, 0, NULL);
	return error;
}

static int add_conditional(scmp_filter_ctx context, bool threads)
{
	int error = 0;
	for (size_t i = 0; i < sizeof(conditionals) / sizeof(conditionals[0]) && error == 0; i++) {
		const struct conditional *c = &conditionals[i];
		if (c->when == ALWAYS || c->when == (threads ? THREADED : SINGLE))
			error = rule(context, c->action, c->name, c->n, c->conditions);
	}
	return error;
}

/* Writes it as BPF. 0, or an errno. */
static int export(bool threads, int fd)
{
	scmp_filter_ctx context = seccomp_init(SCMP_ACT_TRAP);
	if (context == NULL)
		return ENOMEM;
	int error = -seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
	if (error == 0)
		error = -seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2);
	if (error == 0)
		error = add_plain(context);
	if (error == 0)
		error = add_conditional(context, threads);
	if (error == 0)
		error = -seccomp_export_bpf(context, fd);
	seccomp_release(context);
	return error;
}

/*
 * In a process of its own: libseccomp takes many small pieces of memory, and what it left on the heap each child would
 * have to go through, and copy, page by page.
 */
static int export_apart(bool threads, int fd)
{
	int status;
	const pid_t pid = fork();
	if (pid == 0)
		_exit(export(threads, fd));
	if (pid < 0)
		return errno;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return errno;
	return WIFEXITED(status) ? WEXITSTATUS(status) : ENOMEM;
}

static int take(int fd, struct filter *filter)
{
	const off_t bytes = lseek(fd, 0, SEEK_END);
	filter->instructions = bytes > 0 ? malloc((size_t)bytes) : NULL;
	if (filter->instructions == NULL || pread(fd, filter->instructions, (size_t)bytes, 0) != bytes)
		return ENOMEM;
	filter->count = (size_t)bytes / sizeof(struct sock_filter);
	return 0;
}

int filter_build(bool threads, struct filter *filter)
{
	const int fd = memfd_create("filter", MFD_CLOEXEC);
	if (fd < 0)
		return errno;
	int error = export_apart(threads, fd);
	if (error == 0)
		error = take(fd, filter);
	close(fd);
	return error;
}

bool filter_install(const struct filter *filter)
{
	/* the zygote's copy is this process' own after the fork, so it can be written in place */
	for (size_t i = 0; i < filter->count; i++)
		if (filter->instructions[i].k == OWN_PID && BPF_CLASS(filter->instructions[i].code) == BPF_JMP)
			filter->instructions[i].k = (uint32_t)getpid();
	struct sock_fprog program = {(unsigned short)filter->count, filter->instructions};
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}
