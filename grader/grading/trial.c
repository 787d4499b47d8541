#include "grading/trial.h"

/*
 * Inputs are tiny: what takes longer than this will not end. Only to run through all of the stack takes some 70 ms
 * where new pages are slow to come by. A thousand calls take some tenths of a second all in all, and where others use
 * the machine some seconds; that must not change what is found.
 */
enum { ROUNDS_MAX = 40, TIME_OUTS_MAX = 3, CPU_MS = 200, WALL_MS = 10000 };

/* Of one child: more calls may leak more than there is, or nap for longer than calls may together. */
enum { CASES_MAX = 64 };

struct round {
	struct trial *trial;
	const struct inputs *inputs;
	struct judged *judged;
	struct call_outcome *outcomes;
	bool first_only;
};

struct trial trial_begin(const struct exam_exercise *exercise, const struct candidates *candidates,
			 struct sandbox *sandbox, const struct submission *submission, struct arena *arena)
{
	return (struct trial){
		.exercise = exercise,
		.sandbox = sandbox,
		.submission = submission,
		.like = candidates->batch,
		.arena = arena,
		.rounds_left = ROUNDS_MAX,
		.time_outs_left = TIME_OUTS_MAX,
	};
}

bool trial_failed(const struct judged *judged)
{
	static const bool shown[VERDICT_COUNT + 1] = {
		[VERDICT_WRONG] = true,	      [VERDICT_UNWRITTEN] = true, [VERDICT_OUT_OF_BOUNDS] = true,
		[VERDICT_WROTE_INPUT] = true, [VERDICT_CRASHED] = true,	  [VERDICT_TIMED_OUT] = true,
		[VERDICT_EXITED] = true,
	};
	return shown[judged->verdict];
}

size_t trial_first(const struct judged *judged, size_t count)
{
	size_t i = 0;
	while (i < count && !trial_failed(&judged[i]))
		i++;
	return i;
}

static unsigned cpu_ms_of(const struct trial *trial)
{
	const unsigned stated = trial->exercise->exercise->limits.cpu_ms;
	return stated < CPU_MS ? stated : CPU_MS;
}

/* What ended here is no limit of the exercise, whose cases tell another one. */
static const char *describe_time(const struct trial *trial)
{
	return arena_format(trial->arena, "%s did not return within %u ms here",
			    trial->exercise->exercise->operation->name, cpu_ms_of(trial));
}

/* Judges each case as it comes, and says how many to skip. */
static size_t take(void *context, size_t i, const struct call_outcome *outcome)
{
	struct round *round = context;
	struct trial *trial = round->trial;
	round->judged[i] =
		judged_make(&round->inputs->cases[i], &round->inputs->answers[i], trial->exercise->tolerance, outcome);
	size_t rest = round->inputs->count - (i + 1);
	const bool timed_out = outcome->verdict == VERDICT_TIMED_OUT, slept = outcome->cpu_ms < cpu_ms_of(trial) / 2.;
	if (timed_out && !slept)
		round->outcomes[i].message = describe_time(trial);
	trial->time_outs_left -= timed_out;
	trial->wall_ms += outcome->wall_ms;
	trial->n_run++;
	trial->ended = outcome->verdict;
	/* one that sleeps would take all day; and what is forbidden is so for any input, and costs a child each time */
	if ((timed_out && slept) || trial->wall_ms > WALL_MS ||
	    (outcome->verdict != VERDICT_PASSED && !trial_failed(&round->judged[i])))
		trial->time_outs_left = 0;
	if (trial->time_outs_left == 0)
		return rest;
	return round->first_only && trial_failed(&round->judged[i]) ? rest : 0;
}

static struct visit *begin_visit(const struct trial *trial)
{
	const struct exercise *exercise = trial->exercise->exercise;
	const struct call_limits limits = {
		.cpu_ms = cpu_ms_of(trial),
		.memory_mib = exercise->limits.memory_mib,
		.threads = exercise->limits.threads,
	};
	return visit_begin(trial->sandbox, trial->submission, trial->like, &limits, CASES_MAX);
}

void trial_rest(struct trial *trial)
{
	/* what it prints here it prints on the cases of the exercise too; a zygote lost here is noticed next time */
	TEXT_SCOPED struct text printed = {0}, why = {0};
	if (trial->visit != NULL)
		visit_end(trial->visit, &printed, &why);
	trial->visit = NULL;
}

static bool run(struct round *round, const struct batch *batch, size_t first)
{
	struct trial *trial = round->trial;
	const size_t count = round->inputs->count;
	TEXT_SCOPED struct text why = {0};
	size_t *selected = arena_array(trial->arena, count, sizeof(*selected));
	for (size_t i = 0; i < count; i++)
		selected[i] = first + i;
	if (trial->visit == NULL)
		trial->visit = begin_visit(trial);
	return visit_run(trial->visit, batch, selected, count, trial->arena, round->outcomes, take, round, &why);
}

/* `batch`: NULL if the inputs could not be laid out like the candidates. */
static const struct judged *run_from(struct trial *trial, const struct inputs *inputs, const struct batch *batch,
				     size_t first, bool first_only)
{
	trial->rounds_left--;
	struct round round = {
		.trial = trial,
		.inputs = inputs,
		.judged = arena_array(trial->arena, inputs->count, sizeof(struct judged)),
		.outcomes = arena_array(trial->arena, inputs->count, sizeof(struct call_outcome)),
		.first_only = first_only,
	};
	for (size_t i = 0; i < inputs->count; i++)
		round.judged[i].verdict = VERDICT_COUNT;
	const bool ran = batch != NULL && run(&round, batch, first);
	trial->faulted |= !ran;
	return ran ? round.judged : NULL;
}

static bool is_over(const struct trial *trial)
{
	return trial->rounds_left == 0 || trial->time_outs_left == 0;
}

const struct judged *trial_run_part(struct trial *trial, const struct candidates *part, bool first_only)
{
	return is_over(trial) ? NULL : run_from(trial, &part->inputs, part->batch, part->first, first_only);
}

const struct judged *trial_run(struct trial *trial, const struct inputs *inputs, bool first_only)
{
	TEXT_SCOPED struct text why = {0};
	if (is_over(trial))
		return NULL;
	struct batch *batch = batch_create_like(trial->like, inputs->cases, inputs->count, &why);
	const struct judged *judged = run_from(trial, inputs, batch, 0, first_only);
	batch_destroy(batch);
	return judged;
}
