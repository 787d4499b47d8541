/*
 * Is there time enough: for honest code under `cpu_ms`, and for the audit itself?
 *
 * `memory_mib` is left alone. It is what the code may have besides inputs and outputs, and all that an implementation
 * needs of it is a row: 256 KiB for the longest that there may be, where the smallest limit is 1 MiB.
 */
#include "grading/audit.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "core/text.h"
#include "grading/coverage.h"
#include "grading/cost.h"
#include "grading/simulated.h"
#include "honest.h"

/* ---- CPU time ------------------------------------------------------------------------------------- */

static double thread_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* The best of several runs of plain code, since a machine with other work to do can only make it slower. */
static double measure_ms(const struct batch_case *given, double enough_ms)
{
	enum { RUNS = 3 };
	const struct honest *plain = honest_at(0);
	double best = INFINITY;
	for (int i = 0; i < RUNS && best > enough_ms; i++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		const double begun = thread_ms();
		simulated_call(given, plain->symbols[given->frame.operation - operations], arena);
		best = fmin(best, thread_ms() - begun);
	}
	return best;
}

void audit_cpu(const struct exercise *exercise, const struct group *group, double needed_ms,
	       struct diagnostics *diagnostics)
{
	static const double too_much = 0.5, much = 0.25, room = 4;
	const double share = needed_ms / exercise->limits.cpu_ms;
	if (share > much)
		diagnostics_add(
			diagnostics, share > too_much ? SEVERITY_ERROR : SEVERITY_WARNING, group->place,
			"case \"%s\" takes plain float code %.3g ms of CPU time where `cpu_ms` allows %u: %s; make "
			"it smaller, or allow %.0f",
			group->name, needed_ms, exercise->limits.cpu_ms,
			share > too_much ? "honest code may time out" : "on a slower machine honest code may time out",
			ceil(room * needed_ms));
}

void audit_time(const struct exam_exercise *entry, struct diagnostics *diagnostics)
{
	static const double negligible = 0.01;
	const struct exercise *exercise = entry->exercise;
	size_t costliest = 0;
	double cost = 0;
	for (size_t i = 0; i < entry->n_cases; i++) {
		const double other = cost_of(&entry->batch_cases[i].frame);
		if (entry->cases[i].echo != NULL || other <= cost)
			continue;
		cost = other;
		costliest = i;
	}
	const double needed_ms = measure_ms(&entry->batch_cases[costliest], negligible * exercise->limits.cpu_ms);
	audit_cpu(exercise, &exercise->groups[entry->cases[costliest].group], needed_ms, diagnostics);
}

/* ---- what is audited ------------------------------------------------------------------------------ */

const double audit_budget = 3e10;

/* A short case is tried with every misconception, and again under other secrets; a long one on few. */
static double audit_cost(const struct frame *frame)
{
	static const double tries = 100, tries_of_long = 30;
	return cost_of(frame) * (cost_longest_side(frame) > COVERAGE_LONG ? tries_of_long : tries);
}

/* What a case and its echoes cost to audit; `*plain`: what it alone costs to compute. Infinite beyond `left`. */
static double price(const struct exercise *exercise, size_t g, unsigned r, double left, double *plain)
{
	static const struct secret public_stream;
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *known = diagnostics_create(); /* drawing it in earnest says it again */
	struct frame frame;
	bool absent[OPERATION_PARAMETERS_MAX] = {false};
	const struct echo *echoes = NULL;
	size_t n_echoes = 0;
	*plain = 0;
	if (!exercise_case(exercise, g, r, &public_stream, arena, known, &frame, absent))
		return 0;
	*plain = cost_of(&frame);
	double cost = audit_cost(&frame);
	if (cost > left)
		return INFINITY;
	if (exercise_echoes(exercise, g, r, &public_stream, &frame, absent, arena, known, &echoes, &n_echoes))
		for (size_t i = 0; i < n_echoes; i++)
			cost += audit_cost(&echoes[i].frame);
	return cost;
}

/* How many repetitions can be afforded, and what the costliest of those that were looked at costs. */
static unsigned count_affordable(const struct exercise *exercise, size_t g, double left, double *spent,
				 double *costliest)
{
	const unsigned repeat = exercise->groups[g].repeat;
	*spent = *costliest = 0;
	for (unsigned r = 0; r < repeat; r++) {
		double plain;
		const double cost = price(exercise, g, r, left - *spent, &plain);
		*costliest = fmax(*costliest, plain);
		if (*spent + cost > left)
			return r;
		*spent += cost;
	}
	return repeat;
}

static void complain_large(const struct group *group, unsigned affordable, double costliest,
			   struct diagnostics *diagnostics)
{
	TEXT_SCOPED struct text audited = {0};
	enum { LAYOUTS = 2, SECOND_MS = 1000 };
	if (affordable > 0)
		text_add_format(&audited, "only %u of its %u repetitions are", affordable, group->repeat);
	else
		text_add(&audited, "it is not");
	diagnostics_add(
		diagnostics, SEVERITY_WARNING, group->place,
		"case \"%s\" is too large to be audited, and to be graded quickly: %s audited; plain code makes "
		"some %.1g multiplications for it, which takes every submission about %.2g s: make it smaller or "
		"lower `repeat`",
		group->name, text_string(&audited), costliest * group->repeat,
		fmax(cost_ms(costliest) * group->repeat * LAYOUTS / SECOND_MS, 0.1));
}

const struct exercise *audit_bound(const struct exercise *exercise, struct arena *arena,
				   struct diagnostics *diagnostics)
{
	struct exercise *bounded = arena_alloc(arena, sizeof(*bounded));
	struct group *groups = arena_array(arena, exercise->n_groups, sizeof(*groups));
	double left = audit_budget;
	*bounded = *exercise;
	memcpy(groups, exercise->groups, exercise->n_groups * sizeof(*groups));
	bounded->groups = groups;
	for (size_t g = 0; g < exercise->n_groups; g++) {
		double spent, costliest;
		/* something is left for those that follow, however large one is */
		const unsigned affordable = count_affordable(exercise, g, left / 2, &spent, &costliest);
		left -= spent;
		if (affordable == groups[g].repeat)
			continue;
		complain_large(&groups[g], affordable, costliest, diagnostics);
		if (affordable == 0)
			audit_cpu(exercise, &groups[g], cost_ms(costliest), diagnostics);
		groups[g].repeat = affordable;
	}
	return bounded;
}
