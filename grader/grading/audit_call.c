#include "grading/audit_call.h"

#include <math.h>
#include <time.h>

#include "contract/status.h"
#include "grading/audit.h"
#include "grading/cost.h"
#include "reference.h"

double audit_call_tolerance(const struct audit_call *call)
{
	const enum operation_id operation = (enum operation_id)(call->exercise->operation - operations);
	return call->exercise->tolerance > 0 ? call->exercise->tolerance : reference_tolerance(operation);
}

double audit_call_now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

void audit_call_time(const struct audit_call *call, double plain_ms)
{
	const unsigned cpu_ms = call->exercise->limits.cpu_ms;
	if (2 * plain_ms > cpu_ms)
		diagnostics_add(call->diagnostics, SEVERITY_ERROR, call->place,
				"%s takes plain float code %.3g ms of CPU time where `cpu_ms` allows %u: honest code "
				"may time out; make it smaller, or allow %.0f",
				call->name, plain_ms, cpu_ms, ceil(4 * plain_ms));
}

bool audit_call_bound(const struct audit_call *call)
{
	enum { SECOND_MS = 1000 };
	const double cost = cost_of(&call->given.frame);
	if (cost * call->audited <= audit_budget)
		return true;
	diagnostics_add(call->diagnostics, SEVERITY_WARNING, call->place,
			"%s is too large to be audited, and to be graded quickly: plain code makes some %.1g "
			"multiplications for it, which takes every submission about %.2g s: make it smaller",
			call->name, cost, cost_ms(cost) * call->graded / SECOND_MS);
	audit_call_time(call, cost_ms(cost));
	return false;
}

/* By the contract such a call is answered with a status, and nothing is computed. */
bool audit_call_computed(const struct audit_call *call, int status)
{
	if (status != 0)
		diagnostics_add(call->diagnostics, SEVERITY_ERROR, call->place,
				"honest code answers %s with %s, as the contract has it, and computes nothing: give "
				"sizes that the contract allows",
				call->name, status_name(status));
	return status == 0;
}

void audit_call_wrong(const struct audit_call *call, const char *whose)
{
	diagnostics_add(call->diagnostics, SEVERITY_ERROR, call->place,
			"%s code is not right in %s: choose numbers that are further from where floats overflow, or "
			"another `tolerance`",
			whose, call->name);
}
