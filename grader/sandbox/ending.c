#include "sandbox/ending.h"

#include <errno.h>
#include <seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { NULL_PAGE_BYTES = 64 << 10, STACK_MARGIN_BYTES = 64 << 10 };

static const char *signal_words(int signal)
{
	static const struct {
		int signal;
		const char *words;
	} table[] = {
		{SIGSEGV, "a segmentation fault (SIGSEGV)"},
		{SIGBUS, "a bus error (SIGBUS)"},
		{SIGFPE, "an arithmetic exception, such as an integer division by zero (SIGFPE)"},
		{SIGILL, "an illegal instruction (SIGILL)"},
		{SIGABRT, "it called abort, or the C library did (SIGABRT)"},
		{SIGTRAP, "a trap instruction (SIGTRAP)"},
		{SIGKILL, "it was killed (SIGKILL)"},
	};
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (table[i].signal == signal)
			return table[i].words;
	return NULL;
}

static enum verdict say_signal(int signal, struct account *account)
{
	const char *known = signal_words(signal);
	text_add_format(&account->words, "crashed: %s", known != NULL ? known : "it was ended by a signal");
	return VERDICT_CRASHED;
}

static enum verdict judge_forbidden(const struct wire_fault *fault, struct account *account)
{
	char *name = fault->gate != 0 ? NULL : seccomp_syscall_resolve_num_arch(fault->arch, fault->call);
	/* an unknown machine is refused by libseccomp, an unknown number too: then there is no name */
	text_add(&account->words, "made a system call that the sandbox forbids");
	/* of some hundred names the code can choose one by what it sees: that is a byte, so it is no fixed word */
	if (name != NULL)
		text_add_format(&account->detail, "\"%s\"", name);
	else if (fault->gate != 0)
		text_add(&account->detail, "by the 32-bit gate");
	free(name);
	return VERDICT_FORBIDDEN;
}

/* A fault within the arena: which buffer was meant? */
static enum verdict judge_arena(const struct ending *ending, uint64_t offset, struct account *account)
{
	static const char *const relations[] = {[RELATION_BEFORE] = "read or wrote before the start of",
						[RELATION_AFTER] = "read or wrote past the end of"};
	const bool outputs = offset >= ending->inputs_bytes;
	size_t parameter;
	enum relation relation;
	if (!layout_nearest(ending->layout, outputs ? WINDOW_OUTPUTS : WINDOW_INPUTS,
			    outputs ? offset - ending->inputs_bytes : offset, &parameter, &relation)) {
		text_add(&account->words, "read or wrote outside every buffer");
		return VERDICT_OUT_OF_BOUNDS;
	}
	const char *name = ending->operation->parameters[parameter].name;
	account->parameter = parameter;
	if (relation == RELATION_INSIDE && !outputs) {
		text_add_format(&account->words, "wrote to the input `%s`", name);
		return VERDICT_WROTE_INPUT;
	}
	if (relation == RELATION_INSIDE)
		return say_signal(SIGSEGV, account);
	text_add_format(&account->words, "%s `%s`", relations[relation], name);
	return VERDICT_OUT_OF_BOUNDS;
}

static bool near_stack_limit(const struct ending *ending, const struct wire_fault *fault)
{
	return fault->stack < ending->stack && ending->stack - fault->stack >= WORKER_STACK_BYTES - STACK_MARGIN_BYTES;
}

static enum verdict say_memory(const struct ending *ending, const char *what, struct account *account)
{
	text_add_format(&account->words, "%s after an allocation had failed: the memory limit of %llu MiB was reached",
			what, (unsigned long long)(ending->memory_bytes >> 20));
	return VERDICT_OUT_OF_MEMORY;
}

static enum verdict judge_access(const struct ending *ending, const struct wire_fault *fault, struct account *account)
{
	const uint64_t offset = fault->address - ending->arena;
	const bool addressed = fault->code > 0 && fault->code != SI_KERNEL;
	if (ending->operation != NULL && ending->layout != NULL && addressed &&
	    offset < ending->inputs_bytes + ending->outputs_bytes)
		return judge_arena(ending, offset, account);
	if (fault->error == ENOMEM)
		return say_memory(ending, "crashed", account);
	if (addressed && near_stack_limit(ending, fault))
		text_add_format(&account->words, "crashed: stack overflow (the stack may hold %d MiB)",
				WORKER_STACK_BYTES >> 20);
	else if (addressed && fault->address < NULL_PAGE_BYTES)
		text_add(&account->words, "crashed: a null pointer was followed (SIGSEGV)");
	else
		return say_signal(fault->signal, account);
	return VERDICT_CRASHED;
}

static enum verdict judge_fault(const struct ending *ending, const struct wire_fault *fault, struct account *account)
{
	if (fault->signal == SIGSYS || fault->gate != 0)
		return judge_forbidden(fault, account);
	if (fault->signal == SIGSEGV)
		return judge_access(ending, fault, account);
	if (fault->error == ENOMEM && fault->signal == SIGABRT)
		return say_memory(ending, "aborted", account);
	return say_signal(fault->signal, account);
}

/* It ended without a word of our handlers: only its exit status tells. */
static enum verdict judge_status(const struct ending *ending, struct account *account)
{
	const int status = ending->ended->status;
	if (status == -1 || WIFEXITED(status)) {
		/* not its exit status: that could be a number of a hidden input */
		text_add(&account->words, "ended the process instead of returning");
		return VERDICT_EXITED;
	}
	const int signal = WTERMSIG(status);
	if (signal == SIGSYS) {
		/* the handler that tells the name was kept out: the C library blocks signals when it forks */
		text_add(&account->words,
			 "made a system call that the sandbox forbids, most likely to start a process or a thread");
		return VERDICT_FORBIDDEN;
	}
	return say_signal(signal, account);
}

static enum verdict judge_time(const struct ending *ending, struct account *account)
{
	/* what it used is the limit, whatever the clock showed when it was stopped: the same words every time */
	if (ending->wait == WAIT_CPU)
		text_add_format(&account->words, "used up its %u ms of CPU time",
				(unsigned)(ending->budget->cpu_ns / 1000000));
	else if (ending->wait == WAIT_WALL)
		text_add_format(&account->words, "took longer than %u ms by the clock, mostly waiting",
				(unsigned)(ending->budget->wall_ns / 1000000));
	else
		text_add(&account->words, "waited too long in all its calls together");
	return VERDICT_TIMED_OUT;
}

static enum verdict judge(const struct ending *ending, struct account *account)
{
	switch (ending->wait) {
	case WAIT_CPU:
	case WAIT_WALL:
	case WAIT_IDLE:
		return judge_time(ending, account);
	case WAIT_ENDED:
		return judge_status(ending, account);
	case WAIT_ANSWERED:
		if (ending->last->kind == MESSAGE_FAULT)
			return judge_fault(ending, &ending->last->as.fault, account);
		break;
	case WAIT_GARBAGE:
		break;
	}
	text_add(&account->words, "wrote to the grader's own channel");
	return VERDICT_TAMPERED;
}

void account_release(struct account *account)
{
	text_release(&account->words);
	text_release(&account->detail);
}

enum verdict ending_judge(const struct ending *ending, struct account *account)
{
	account->parameter = OPERATION_PARAMETERS_MAX;
	if (ending->operation != NULL)
		text_add_format(&account->words, "%s ", ending->operation->name);
	return judge(ending, account);
}
