#include "sandbox/worker/birth.h"

#include <linux/capability.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Bubblewrap's init is 1 and the zygote 2. */
enum { CHILD_NUMBER = 3 };

/* libc keeps a thread's number where the kernel has been told to clear it, and there the child's is written. */
static pid_t fork_as(pid_t number)
{
	int *own = NULL;
	if (prctl(PR_GET_TID_ADDRESS, &own) != 0 || own == NULL)
		return -1;
	const struct clone_args arguments = {
		.flags = CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID,
		.child_tid = (uintptr_t)own,
		.exit_signal = SIGCHLD,
		.set_tid = (uintptr_t)&number,
		.set_tid_size = 1,
	};
	return (pid_t)syscall(SYS_clone3, &arguments, sizeof(arguments));
}

pid_t birth_fork(bool *same)
{
	const pid_t pid = fork_as(CHILD_NUMBER);
	*same = pid >= 0;
	return pid >= 0 ? pid : fork();
}

bool birth_resign(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
	return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) == 0 && syscall(SYS_capset, &header, none) == 0;
}
