#include "grading/joint.h"

#include "core/stopwatch.h"

enum {
	CHILDREN_MAX = 3, /* who ends a child ends this many at the most before it is taken alone */
	WORTH = 2	  /* fewer exercises are as well taken alone */
};

struct joint {
	const struct exam *exam;
	struct sandbox *sandbox;
	const struct submission *submission;
	struct arena *arena;
	struct sitting *sittings;
	size_t *passed;	  /* by exercise: cases */
	uint64_t spoiled; /* functions with which something is wrong, a bit each */
	/* the run, in its order: which case of which exercise, and where that lies in the batch */
	size_t count, *exercises, *cases, *selected;
	bool broke_off;
};

static bool is_spoiled(const struct joint *joint, size_t exercise)
{
	return (joint->exam->exercises[exercise].functions & joint->spoiled) != 0;
}

static void list_cases(struct joint *joint, size_t exercise, bool is_public)
{
	const struct exam_exercise *entry = &joint->exam->exercises[exercise];
	for (size_t i = 0; i < entry->n_cases; i++) {
		if (exam_is_public(entry, entry->order[i]) != is_public)
			continue;
		joint->exercises[joint->count] = exercise;
		joint->cases[joint->count] = entry->order[i];
		joint->selected[joint->count++] = entry->joint + entry->order[i];
	}
}

/* Lists the cases of exercises that take part and are not spoiled. Returns how many exercises. */
static size_t list(struct joint *joint, const bool *takes_part)
{
	const size_t n = joint->exam->n_exercises;
	size_t count = 0;
	joint->count = 0;
	for (int is_public = 1; is_public >= 0; is_public--)
		for (size_t i = 0; i < n; i++)
			if (takes_part[i] && !is_spoiled(joint, i))
				list_cases(joint, i, is_public != 0);
	for (size_t i = 0; i < n; i++) {
		count += takes_part[i] && !is_spoiled(joint, i);
		joint->passed[i] = 0;
	}
	return count;
}

/* Judges each case as it comes, and skips what will not count. */
static size_t take(void *context, size_t i, const struct call_outcome *outcome)
{
	struct joint *joint = context;
	const size_t exercise = joint->exercises[i], index = joint->cases[i];
	struct sitting *sitting = &joint->sittings[exercise];
	size_t skipped = 0;
	STOPWATCH(PHASE_COMPARE);
	sitting->outcomes[index] = *outcome;
	judged_add(sitting->exercise, index, sitting->outcomes, sitting->judged);
	if (sitting->judged[index].verdict == VERDICT_PASSED)
		joint->passed[exercise]++;
	else
		joint->spoiled |= sitting->exercise->functions;
	joint->broke_off = outcome->verdict != VERDICT_PASSED;
	while (i + 1 + skipped < joint->count &&
	       (joint->broke_off || is_spoiled(joint, joint->exercises[i + 1 + skipped])))
		skipped++;
	return skipped;
}

static void seat(struct joint *joint, size_t exercise)
{
	struct exam_exercise *entry = &joint->exam->exercises[exercise];
	exam_answer(entry);
	joint->sittings[exercise] = (struct sitting){
		.exercise = entry,
		.outcomes = arena_array(joint->arena, entry->n_cases, sizeof(struct call_outcome)),
		.judged = arena_array(joint->arena, entry->n_cases, sizeof(struct judged)),
		.is_joint = true,
	};
}

/* Did a call end its child in a round, and no call when they were made again? That is told at the end, and of any. */
static bool is_blamed(const struct joint *joint, const struct call_outcome *outcomes)
{
	for (size_t i = 0; i < joint->count; i++)
		if (outcomes[i].verdict == VERDICT_INCONSISTENT)
			return true;
	return false;
}

/* False if nothing that was run counts. */
static bool run(struct joint *joint, const bool *takes_part)
{
	TEXT_SCOPED struct text printed = {0}, why = {0};
	struct call_outcome *outcomes = arena_array(joint->arena, joint->exam->n_joint, sizeof(*outcomes));
	for (unsigned children = 0; children < CHILDREN_MAX && list(joint, takes_part) >= WORTH; children++) {
		const struct batch *batch = exam_joint_cases(joint->exam, &why);
		const struct call_limits *limits = &joint->exam->exercises[joint->exercises[0]].limits;
		joint->broke_off = false;
		if (batch == NULL || !sandbox_run(joint->sandbox, joint->submission, batch, limits, joint->selected,
						  joint->count, joint->arena, outcomes, take, joint, &printed, &why))
			return false;
		if (!joint->broke_off)
			return printed.length == 0 && !is_blamed(joint, outcomes);
	}
	return false;
}

void joint_sit(const struct exam *exam, struct sandbox *sandbox, const struct submission *submission,
	       const bool *wanted, const bool *defined, struct sitting *sittings, struct arena *arena)
{
	const size_t n = exam->n_exercises;
	struct joint joint = {
		.exam = exam,
		.sandbox = sandbox,
		.submission = submission,
		.arena = arena,
		.sittings = sittings,
		.passed = arena_array(arena, n, sizeof(size_t)),
		.exercises = arena_array(arena, exam->n_joint, sizeof(size_t)),
		.cases = arena_array(arena, exam->n_joint, sizeof(size_t)),
		.selected = arena_array(arena, exam->n_joint, sizeof(size_t)),
	};
	bool *takes_part = arena_array(arena, n, sizeof(*takes_part));
	uint64_t missing = 0;
	size_t count = 0;
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		missing |= (uint64_t)!defined[o] << o;
	for (size_t i = 0; i < n; i++) {
		const struct exam_exercise *entry = &exam->exercises[i];
		takes_part[i] = (wanted == NULL || wanted[i]) && entry->is_joint && (entry->functions & missing) == 0;
		count += takes_part[i];
	}
	for (size_t i = 0; i < n && count >= WORTH; i++)
		if (takes_part[i])
			seat(&joint, i);
	const bool counts = run(&joint, takes_part);
	for (size_t i = 0; i < n; i++)
		if (!counts || !takes_part[i] || is_spoiled(&joint, i) || joint.passed[i] < exam->exercises[i].n_cases)
			sittings[i] = (struct sitting){0};
}
