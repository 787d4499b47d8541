#include "core/verdict.h"

#include <string.h>

static const struct {
	const char *name, *meaning;
} verdicts[VERDICT_COUNT] = {
	[VERDICT_PASSED] = {"passed", "right"},
	[VERDICT_SLOW] = {"slow", "right, and not fast enough for every rung of speed"},
	[VERDICT_WRONG] = {"wrong", "the answer is wrong"},
	[VERDICT_UNWRITTEN] = {"unwritten", "part of the output was never written"},
	[VERDICT_OUT_OF_BOUNDS] = {"out_of_bounds", "memory outside a buffer was read or written"},
	[VERDICT_WROTE_INPUT] = {"wrote_input", "an input was written; inputs are const"},
	[VERDICT_CRASHED] = {"crashed", "the function crashed"},
	[VERDICT_TIMED_OUT] = {"timed_out", "the time limit was reached"},
	[VERDICT_OUT_OF_MEMORY] = {"out_of_memory", "the memory limit was reached"},
	[VERDICT_EXITED] = {"exited", "the function ended the process instead of returning"},
	[VERDICT_FORBIDDEN] = {"forbidden", "a system call was made that the sandbox does not allow"},
	[VERDICT_TAMPERED] = {"tampered", "the grader's own channel was written to, or its clock deceived"},
	[VERDICT_INCONSISTENT] = {"inconsistent", "the same input gave two different answers"},
	[VERDICT_MISSING] = {"missing", "the shared object does not define this function"},
	[VERDICT_GRADED] = {"graded", "every exercise was run"},
	[VERDICT_REJECTED] = {"rejected", "not a shared object that this machine can load"},
	[VERDICT_HARNESS_FAULT] = {"harness_fault", "the grader failed, not the submission; it will be tried again"},
	[VERDICT_ABSENT] = {"absent", "nothing was handed in"},
};

const char *verdict_name(enum verdict verdict)
{
	return verdicts[verdict].name;
}

const char *verdict_meaning(enum verdict verdict)
{
	return verdicts[verdict].meaning;
}

bool verdict_is_right(enum verdict verdict)
{
	return verdict == VERDICT_PASSED || verdict == VERDICT_SLOW;
}

enum verdict verdict_parse(const char *name)
{
	enum verdict verdict = 0;
	while (verdict < VERDICT_COUNT && strcmp(name, verdicts[verdict].name) != 0)
		verdict++;
	return verdict;
}
