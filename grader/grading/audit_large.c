/* Does an exercise leave honest code time for its large call, and is that right in it? Does it ask anything? */
#include "grading/audit.h"

#include <math.h>
#include <time.h>

#include "contract/status.h"
#include "grading/cost.h"
#include "grading/sampled.h"
#include "grading/simulated.h"
#include "honest.h"

static double thread_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void judge(const struct exercise *exercise, double plain_ms, bool tells, struct diagnostics *diagnostics)
{
	const struct place place = exercise->large->place;
	if (2 * plain_ms > exercise->limits.cpu_ms)
		diagnostics_add(diagnostics, SEVERITY_ERROR, place,
				"the large call takes plain float code %.3g ms of CPU time where `cpu_ms` allows %u: "
				"honest code may time out; make it smaller, or allow %.0f",
				plain_ms, exercise->limits.cpu_ms, ceil(4 * plain_ms));
	if (tells)
		diagnostics_add(diagnostics, SEVERITY_NOTE, place,
				"here the large call takes plain float code %.3g ms, once for each submission",
				plain_ms);
}

static void try_nothing(const struct exercise *exercise, const struct batch_case *given, double tolerance,
			struct arena *arena, struct diagnostics *diagnostics)
{
	const struct call_outcome nothing = simulated_nothing(given, arena);
	if (sampled_compare(given, tolerance, &nothing, arena).verdict == VERDICT_PASSED)
		diagnostics_add(diagnostics, SEVERITY_ERROR, exercise->large->place,
				"whoever writes nothing is right in the large call: give it rows, and `d_v`");
}

/* By the contract such a call is answered with a status, and nothing is computed. */
static void complain_status(const struct exercise *exercise, int status, struct diagnostics *diagnostics)
{
	diagnostics_add(diagnostics, SEVERITY_ERROR, exercise->large->place,
			"honest code answers the large call with %s, as the contract has it, and computes nothing: "
			"give sizes that the contract allows",
			status_name(status));
}

static void complain_cost(const struct exercise *exercise, double cost, struct diagnostics *diagnostics)
{
	enum { SECOND_MS = 1000 };
	diagnostics_add(diagnostics, SEVERITY_WARNING, exercise->large->place,
			"the large call is too large to be audited, and to be graded quickly: plain code makes some "
			"%.1g multiplications for it, which takes every submission about %.2g s: make it smaller",
			cost, cost_ms(cost) / SECOND_MS);
}

void audit_large(const struct exercise *exercise, bool tells, struct diagnostics *diagnostics)
{
	static const struct secret public_stream;
	ARENA_SCOPED struct arena *arena = arena_create();
	struct batch_case given = {0};
	if (exercise->large == NULL ||
	    !exercise_large_call(exercise, &public_stream, arena, diagnostics, &given.frame, given.absent))
		return;
	const enum operation_id operation = (enum operation_id)(exercise->operation - operations);
	const double tolerance = exercise->tolerance > 0 ? exercise->tolerance : reference_tolerance(operation);
	const double cost = cost_of(&given.frame);
	if (cost > audit_budget) {
		complain_cost(exercise, cost, diagnostics);
		judge(exercise, cost_ms(cost), false, diagnostics);
		return;
	}
	try_nothing(exercise, &given, tolerance, arena, diagnostics);
	const double begun = thread_ms();
	const struct call_outcome outcome = simulated_call(&given, honest_at(0)->symbols[operation], arena);
	judge(exercise, thread_ms() - begun, tells, diagnostics);
	if (outcome.returned != 0)
		complain_status(exercise, outcome.returned, diagnostics);
	else if (sampled_compare(&given, tolerance, &outcome, arena).verdict != VERDICT_PASSED)
		diagnostics_add(diagnostics, SEVERITY_ERROR, exercise->large->place,
				"plain float code is not right in the large call: choose numbers that are further from "
				"where floats overflow, or another `tolerance`");
}
