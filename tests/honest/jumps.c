/* setjmp and its kin, signal handlers of one's own, exits that are registered and never come. */
#include "habit.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>

static jmp_buf back;
static sigjmp_buf back_with_mask;
static volatile sig_atomic_t caught;

static void leave(int depth)
{
	if (depth == 0)
		longjmp(back, 7);
	leave(depth - 1);
}

static void catch (int signal)
{
	caught = signal;
}

static void at_exit(void)
{
}

static int habit(void)
{
	volatile int steps = 0;
	int came = setjmp(back);
	if (came == 0) {
		steps = 1;
		leave(20);
	}
	if (sigsetjmp(back_with_mask, 1) == 0)
		siglongjmp(back_with_mask, 1);
	struct sigaction action = {.sa_handler = catch};
	sigset_t usual;
	sigprocmask(SIG_BLOCK, NULL, &usual);
	if (sigaction(SIGUSR1, &action, NULL) != 0 || signal(SIGINT, SIG_IGN) == SIG_ERR || atexit(at_exit) != 0)
		return 0;
	raise(SIGUSR1);
	return came == 7 && steps == 1 && caught == SIGUSR1;
}
