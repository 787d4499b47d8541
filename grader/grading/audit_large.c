/* Does an exercise leave honest code time for its large call, and is that right in it? Does it ask anything? */
#include "grading/audit.h"

#include "grading/audit_call.h"
#include "grading/sampled.h"
#include "grading/simulated.h"
#include "honest.h"

static bool is_right(const struct audit_call *call, const struct call_outcome *outcome, struct arena *arena)
{
	const double tolerance = audit_call_tolerance(call);
	return sampled_compare(&call->given, tolerance, outcome, arena).verdict == VERDICT_PASSED;
}

static void try_nothing(const struct audit_call *call, struct arena *arena)
{
	const struct call_outcome nothing = simulated_nothing(&call->given, arena);
	if (is_right(call, &nothing, arena))
		diagnostics_add(call->diagnostics, SEVERITY_ERROR, call->place,
				"whoever writes nothing is right in the large call: give it rows, and `d_v`");
}

static void try_plain(const struct audit_call *call, bool tells, struct arena *arena)
{
	const double begun = audit_call_now_ms();
	const struct call_outcome outcome =
		simulated_call(&call->given, honest_at(0)->symbols[call->exercise->operation - operations], arena);
	const double plain_ms = audit_call_now_ms() - begun;
	if (!audit_call_computed(call, outcome.returned))
		return;
	audit_call_time(call, plain_ms);
	if (tells)
		diagnostics_add(call->diagnostics, SEVERITY_NOTE, call->place,
				"here the large call takes plain float code %.3g ms, once for each submission",
				plain_ms);
	if (!is_right(call, &outcome, arena))
		audit_call_wrong(call, "plain float");
}

void audit_large(const struct exercise *exercise, bool tells, struct diagnostics *diagnostics)
{
	static const struct secret public_stream;
	ARENA_SCOPED struct arena *arena = arena_create();
	struct audit_call call = {
		.exercise = exercise, .name = "the large call", .audited = 1, .graded = 1, .diagnostics = diagnostics};
	if (exercise->large == NULL ||
	    !exercise_large_call(exercise, &public_stream, arena, diagnostics, &call.given.frame, call.given.absent))
		return;
	call.place = exercise->large->place;
	if (!audit_call_bound(&call))
		return;
	try_nothing(&call, arena);
	try_plain(&call, tells, arena);
}
