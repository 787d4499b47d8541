/*
 * Does an exercise in speed measure what it should: is its call long enough to be timed, has honest code time for it,
 * and does the fast path itself answer it right? Both are called right here, once or twice.
 */
#include "grading/audit.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grading/audit_call.h"
#include "grading/bar.h"
#include "grading/sampled.h"
#include "grading/simulated.h"
#include "grading/timing.h"
#include "honest.h"

enum { RUNS = 3, CODES = 2 };

/* Beside shorter calls, the messages to and fro would be part of what is measured. */
static const double shortest_ms = 0.5;

struct run {
	double ms;  /* the best of a few: the first one is slow for reasons of its own */
	int status; /* that it returned */
	bool is_right;
};

static struct run run(const struct audit_call *call, attn_symbol symbol)
{
	struct run run = {.ms = INFINITY};
	for (int i = 0; i < RUNS; i++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		const double begun = audit_call_now_ms();
		const struct call_outcome outcome = simulated_call(&call->given, symbol, arena);
		run.ms = fmin(run.ms, audit_call_now_ms() - begun);
		run.status = outcome.returned;
		if (i == 0)
			run.is_right =
				sampled_compare(&call->given, audit_call_tolerance(call), &outcome, arena).verdict ==
				VERDICT_PASSED;
	}
	return run;
}

/* The bar's function, loaded into this process: it is our own. */
static void *load_bar(const struct operation *operation, attn_symbol *symbol, struct text *why)
{
	struct submission bar;
	char path[32];
	if (!bar_open(&bar, why))
		return NULL;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", bar.memfd);
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	submission_close(&bar);
	void *found = library == NULL ? NULL : dlsym(library, operation->name);
	if (library == NULL)
		text_add_format(why, "the fast path cannot be loaded: %s", dlerror());
	memcpy(symbol, &found, sizeof(found));
	return library;
}

/* Was the call computed, so that its times tell something? */
static bool judge(const struct audit_call *call, const struct run *fast, const struct run *plain)
{
	if (!audit_call_computed(call, plain->status))
		return false;
	if (fast->ms < shortest_ms)
		diagnostics_add(call->diagnostics, SEVERITY_ERROR, call->place,
				"the timed call takes the fast path %.2g ms, too short to be measured beside the "
				"messages to and fro: make it larger, to take at least %g ms",
				fast->ms, shortest_ms);
	audit_call_time(call, plain->ms);
	if (!fast->is_right || !plain->is_right)
		audit_call_wrong(call, fast->is_right ? "plain float" : "even the fast path's");
	return true;
}

static void measure(const struct audit_call *call, attn_symbol fast, bool tells)
{
	const struct run quick = run(call, fast);
	const struct run plain = run(call, honest_at(0)->symbols[call->exercise->operation - operations]);
	if (judge(call, &quick, &plain) && tells)
		diagnostics_add(call->diagnostics, SEVERITY_NOTE, call->place,
				"here the timed call takes plain float code %.3g ms, %.3g times as long as the fast "
				"path",
				plain.ms, plain.ms / quick.ms);
}

void audit_speed(const struct exercise *exercise, bool tells, struct diagnostics *diagnostics)
{
	static const struct secret public_stream;
	ARENA_SCOPED struct arena *arena = arena_create();
	TEXT_SCOPED struct text why = {0};
	struct audit_call call = {.exercise = exercise,
				  .name = "the timed call",
				  .audited = RUNS * CODES,
				  .graded = TIMING_CALLS_LEAST,
				  .diagnostics = diagnostics};
	attn_symbol fast = NULL;
	if (exercise->speed == NULL ||
	    !exercise_timed_call(exercise, 0, &public_stream, arena, diagnostics, &call.given.frame, call.given.absent))
		return;
	call.place = exercise->speed->place;
	if (!audit_call_bound(&call))
		return;
	void *library = load_bar(exercise->operation, &fast, &why);
	if (library == NULL || fast == NULL) {
		diagnostics_add(diagnostics, SEVERITY_ERROR, call.place, "%s", text_string(&why));
		return;
	}
	measure(&call, fast, tells);
	dlclose(library);
}
