/*
 * Does an exercise in speed measure what it should: is its call long enough to be timed, has honest code time for it,
 * and does the fast path itself answer it right? Both are called right here, once or twice.
 */
#include "grading/audit.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "grading/bar.h"
#include "grading/sampled.h"
#include "grading/simulated.h"
#include "honest.h"

/* Beside shorter calls, the messages to and fro would be part of what is measured. */
static const double shortest_ms = 0.5;

static double thread_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* The best of a few: the first one is slow for reasons of its own. */
static double measure_ms(const struct batch_case *given, attn_symbol symbol, double tolerance, bool *is_right)
{
	enum { RUNS = 3 };
	double best = INFINITY;
	for (int i = 0; i < RUNS; i++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		const double begun = thread_ms();
		const struct call_outcome outcome = simulated_call(given, symbol, arena);
		best = fmin(best, thread_ms() - begun);
		if (i == 0)
			*is_right = sampled_compare(given, tolerance, &outcome, arena).verdict == VERDICT_PASSED;
	}
	return best;
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

static void judge(const struct exercise *exercise, double fast_ms, double plain_ms, struct diagnostics *diagnostics)
{
	const struct place place = exercise->speed->place;
	if (fast_ms < shortest_ms)
		diagnostics_add(diagnostics, SEVERITY_ERROR, place,
				"the timed call takes the fast path %.2g ms, too short to be measured beside the "
				"messages to and fro: make it larger, to take at least %g ms",
				fast_ms, shortest_ms);
	if (2 * plain_ms > exercise->limits.cpu_ms)
		diagnostics_add(diagnostics, SEVERITY_ERROR, place,
				"the timed call takes plain float code %.3g ms of CPU time where `cpu_ms` allows %u: "
				"honest code may time out; make it smaller, or allow %.0f",
				plain_ms, exercise->limits.cpu_ms, ceil(4 * plain_ms));
}

static void measure(const struct exercise *exercise, const struct batch_case *given, attn_symbol fast, bool tells,
		    struct diagnostics *diagnostics)
{
	const enum operation_id operation = (enum operation_id)(exercise->operation - operations);
	const double tolerance = exercise->tolerance > 0 ? exercise->tolerance : reference_tolerance(operation);
	bool is_fast_right, is_plain_right;
	const double fast_ms = measure_ms(given, fast, tolerance, &is_fast_right);
	const double plain_ms = measure_ms(given, honest_at(0)->symbols[operation], tolerance, &is_plain_right);
	judge(exercise, fast_ms, plain_ms, diagnostics);
	if (!is_fast_right || !is_plain_right)
		diagnostics_add(diagnostics, SEVERITY_ERROR, exercise->speed->place,
				"%s code is not right in the timed call: choose numbers that are further from where "
				"floats overflow, or another `tolerance`",
				is_fast_right ? "plain float" : "even the fast path's");
	if (tells)
		diagnostics_add(diagnostics, SEVERITY_NOTE, exercise->speed->place,
				"here the timed call takes plain float code %.3g ms, %.3g times as long as the fast "
				"path",
				plain_ms, plain_ms / fast_ms);
}

void audit_speed(const struct exercise *exercise, bool tells, struct diagnostics *diagnostics)
{
	static const struct secret public_stream;
	ARENA_SCOPED struct arena *arena = arena_create();
	TEXT_SCOPED struct text why = {0};
	struct batch_case given = {0};
	attn_symbol fast = NULL;
	if (exercise->speed == NULL ||
	    !exercise_timed_call(exercise, 0, &public_stream, arena, diagnostics, &given.frame, given.absent))
		return;
	void *library = load_bar(exercise->operation, &fast, &why);
	if (library == NULL || fast == NULL) {
		diagnostics_add(diagnostics, SEVERITY_ERROR, exercise->speed->place, "%s", text_string(&why));
		return;
	}
	measure(exercise, &given, fast, tells, diagnostics);
	dlclose(library);
}
