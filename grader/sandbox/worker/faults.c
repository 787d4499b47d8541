#include "sandbox/worker/faults.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "sandbox/worker/channel.h"

enum { HANDLER_STACK_BYTES = 64 << 10 };

/* A signal handler is given nothing but the signal, so what it must know stands here. Set once a child. */
static volatile uint64_t signature;

static uint64_t stack_pointer(const ucontext_t *context)
{
#if defined(__x86_64__)
	return (uint64_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
	return context->uc_mcontext.sp;
#else
	(void)context;
	return 0;
#endif
}

/*
 * A kernel built without the 32-bit gate answers `int 0x80` with SIGSEGV instead of asking seccomp. It is
 * the same forbidden act.
 */
static bool foreign_gate(int signal, const siginfo_t *info, const ucontext_t *context)
{
#if defined(__x86_64__)
	const unsigned char *code;
	memcpy(&code, &context->uc_mcontext.gregs[REG_RIP], sizeof(code));
	return signal == SIGSEGV && info->si_code == SI_KERNEL && code[0] == 0xcd && code[1] == 0x80;
#else
	(void)signal, (void)info, (void)context;
	return false;
#endif
}

static void report(int signal, siginfo_t *info, void *context)
{
	struct message message = {
		.kind = MESSAGE_FAULT,
		.nonce = signature,
		.as.fault = {.signal = signal, .code = info->si_code, .stack = stack_pointer(context), .error = errno},
	};
	struct wire_fault *fault = &message.as.fault;
	if (signal == SIGSYS) {
		fault->call = info->si_syscall;
		fault->arch = info->si_arch;
	} else if (info->si_code > 0) {
		fault->address = (uint64_t)(uintptr_t)info->si_addr;
		fault->gate = foreign_gate(signal, info, context);
	}
	channel_answer(&message);
	_exit(128 + signal);
}

bool faults_catch(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};
	stack_t stack = {
		.ss_sp = mmap(NULL, HANDLER_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
		.ss_size = HANDLER_STACK_BYTES,
	};
	if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL) != 0)
		return false;
	struct sigaction action = {.sa_sigaction = report, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		if (sigaction(signals[i], &action, NULL) != 0)
			return false;
	return signal(SIGXFSZ, SIG_IGN) != SIG_ERR;
}

void faults_sign(uint64_t nonce)
{
	signature = nonce;
}
