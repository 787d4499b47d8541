#include "grading/timing.h"

#include <sched.h>

#include "core/stopwatch.h"
#include "grading/advice.h"
#include "grading/bar.h"
#include "grading/sampled.h"

/* Who takes part. */
enum racer { OWN, FAST, RACERS };

struct race {
	const struct exam *exam;
	const struct exam_exercise *entry;
	const struct submission *submissions[RACERS];
	struct sandbox *sandboxes[RACERS];
	struct bout *bouts[RACERS];
	struct arena *arena; /* of the words */
	struct timing *timing;
	struct text *why;
};

/* More than an answer takes to be sent, and less than anything that would be worth it. */
static const double since_ms_max = 1;

/* The inputs of a pair, laid out. NULL on a harness fault. */
static struct batch *lay_out(const struct race *race, unsigned number, struct arena *arena, struct batch_case *given)
{
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	*given = (struct batch_case){0};
	if (exercise_timed_call(race->entry->exercise, number, &race->exam->secret, arena, diagnostics, &given->frame,
				given->absent))
		return batch_create(given, 1, race->why);
	text_add_format(race->why, "the timed call of %s cannot be made", race->entry->exercise->id);
	return NULL;
}

static void end(const struct race *race, enum verdict verdict, const char *message)
{
	*race->timing = (struct timing){.verdict = verdict, .message = arena_string(race->arena, message)};
}

static void end_wrong(const struct race *race, const struct batch_case *given, const struct comparison *comparison,
		      int returned)
{
	const char *place = sampled_place(&given->frame, comparison, race->arena);
	const char *words =
		comparison->difference == DIFFERENCE_STATUS
			? arena_format(race->arena, "a timed call %s",
				       sampled_status(returned, race->entry->limits.memory_mib, race->arena))
		: comparison->difference == DIFFERENCE_UNWRITTEN ? "a timed call left a part of its output unwritten"
								 : "the answer of a timed call is wrong";
	end(race, comparison->verdict, place[0] == '\0' ? words : arena_format(race->arena, "%s at %s", words, place));
}

/* The submission's call. False on a harness fault; what was wrong with it ends the race. */
static bool call_own(const struct race *race, const struct batch *batch, const struct batch_case *given,
		     struct arena *arena, double *ms)
{
	struct call_outcome outcome;
	if (bout_since_ms(race->bouts[OWN]) > since_ms_max) {
		end(race, VERDICT_TAMPERED, "it went on working after it had returned");
		return true;
	}
	if (!bout_call(race->bouts[OWN], batch, arena, &outcome, race->why))
		return false;
	*ms = outcome.cpu_ms;
	if (outcome.verdict != VERDICT_PASSED) {
		end(race, outcome.verdict, advice_add(outcome.message, outcome.verdict, arena));
		return true;
	}
	STOPWATCH(PHASE_COMPARE);
	const struct comparison comparison = sampled_compare(given, race->entry->tolerance, &outcome, arena);
	if (comparison.verdict != VERDICT_PASSED)
		end_wrong(race, given, &comparison, outcome.returned);
	return true;
}

static bool call_fast(const struct race *race, const struct batch *batch, struct arena *arena, double *ms)
{
	struct call_outcome outcome;
	if (!bout_call(race->bouts[FAST], batch, arena, &outcome, race->why))
		return false;
	*ms = outcome.cpu_ms;
	if (outcome.verdict == VERDICT_PASSED && outcome.returned == 0 && outcome.cpu_ms > 0)
		return true;
	text_add_format(race->why, "the fast path failed: %s, returned %d after %g ms%s%s",
			verdict_name(outcome.verdict), outcome.returned, outcome.cpu_ms,
			outcome.message == NULL ? "" : ": ", outcome.message == NULL ? "" : outcome.message);
	return false;
}

/* Who comes first changes from pair to pair. */
static bool run_pair(const struct race *race, unsigned number, double ms[RACERS])
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct batch_case given;
	struct batch *batch = lay_out(race, number, arena, &given);
	bool whole = batch != NULL;
	for (unsigned turn = 0; turn < RACERS && whole && race->timing->verdict == VERDICT_PASSED; turn++) {
		const enum racer racer = (number + turn) % RACERS;
		whole = racer == OWN ? call_own(race, batch, &given, arena, &ms[OWN])
				     : call_fast(race, batch, arena, &ms[FAST]);
	}
	batch_destroy(batch);
	return whole;
}

/* On which side of each it lies is to be known: of the rungs, and of the floor, below which nobody is honest. */
static size_t list_bounds(const struct speed *speed, double ratios[])
{
	for (size_t i = 0; i < speed->n_rungs; i++)
		ratios[i] = speed->rungs[i].ratio;
	ratios[speed->n_rungs] = PACE_FLOOR;
	return speed->n_rungs + 1;
}

/* The first pair is not counted: pages are touched and code is read for the first time. */
static bool run_pairs(const struct race *race)
{
	const struct speed *speed = race->entry->exercise->speed;
	double *bounds = arena_array(race->arena, speed->n_rungs + 1, sizeof(*bounds)), ms[RACERS] = {0};
	struct pace pace = {0};
	const size_t n_bounds = list_bounds(speed, bounds);
	for (unsigned number = 0; number == 0 || !pace_is_known(&pace, bounds, n_bounds); number++) {
		if (!run_pair(race, number, ms))
			return false;
		if (race->timing->verdict != VERDICT_PASSED)
			return true;
		if (number > 0)
			pace_add(&pace, ms[OWN], ms[FAST]);
	}
	if (bout_since_ms(race->bouts[OWN]) > since_ms_max)
		end(race, VERDICT_TAMPERED, "it went on working after it had returned");
	else
		*race->timing = timing_judge(&pace);
	return true;
}

struct timing timing_judge(const struct pace *pace)
{
	struct timing timing = {
		.verdict = VERDICT_PASSED, .message = "", .pairs = pace->count, .estimate = pace_estimate(pace)};
	if (timing.estimate.median < PACE_FLOOR) {
		timing.verdict = VERDICT_TAMPERED;
		timing.message = "it took less time than the multiplications alone take this machine";
	}
	return timing;
}

/* Both on the processor that this thread has now. */
static bool run(struct race *race, struct text *printed)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	TEXT_SCOPED struct text nothing = {0};
	const struct call_limits *limits = &race->entry->limits;
	struct batch_case given;
	struct batch *shape = lay_out(race, 0, arena, &given);
	if (shape == NULL)
		return false;
	const int processor = sched_getcpu();
	for (enum racer racer = OWN; racer < RACERS; racer++)
		race->bouts[racer] = bout_create(race->sandboxes[racer], race->submissions[racer], shape, limits,
						 PACE_PAIRS_MAX + 1, processor);
	const bool whole = run_pairs(race);
	bout_destroy(race->bouts[OWN], printed);
	bout_destroy(race->bouts[FAST], &nothing);
	batch_destroy(shape);
	return whole;
}

bool timing_measure(const struct exam *exam, const struct exam_exercise *entry, struct sandbox *sandbox,
		    const struct submission *submission, struct arena *arena, struct text *printed,
		    struct timing *timing, struct text *why)
{
	struct submission bar;
	STOPWATCH(PHASE_OTHER);
	if (!bar_open(&bar, why))
		return false;
	struct race race = {
		.exam = exam,
		.entry = entry,
		.submissions = {[OWN] = submission, [FAST] = &bar},
		.sandboxes = {[OWN] = sandbox, [FAST] = sandbox_open_twin(sandbox, why)},
		.arena = arena,
		.timing = timing,
		.why = why,
	};
	*timing = (struct timing){.verdict = VERDICT_PASSED, .message = ""};
	const bool whole = race.sandboxes[FAST] != NULL && run(&race, printed);
	sandbox_close(race.sandboxes[FAST]);
	submission_close(&bar);
	return whole;
}
