#include "grading/again.h"

#include <string.h>

struct again {
	const struct exam *exam;
	const struct sitting *sittings;
	size_t *cases; /* by exercise: the one to run again; n_cases: none, or it was */
	struct sandbox *sandbox;
	const struct submission *submission;
	struct arena *arena;
	struct text *why;
};

/* It comes after all the state there can be. No echo: that may be a call of another function. */
static size_t last_passed(const struct sitting *sitting)
{
	const struct exam_exercise *entry = sitting->exercise;
	for (size_t i = entry->n_cases; i > 0; i--) {
		const size_t index = entry->order[i - 1];
		if (entry->cases[index].echo == NULL && sitting->judged[index].verdict == VERDICT_PASSED)
			return index;
	}
	return entry->n_cases;
}

static bool same_bits(const struct frame *frame, const struct call_outcome *a, const struct call_outcome *b)
{
	if (a->returned != b->returned || b->verdict != VERDICT_PASSED)
		return false;
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		struct shape shape;
		if (a->outputs[p] == NULL || !frame_shape(frame, p, &shape))
			continue;
		size_t bytes = shape.count * element_bytes(frame->operation->parameters[p].element);
		/* Left as it was, junk differs from one child to the next and means nothing. */
		bool untouched = a->junk[p] != NULL && memcmp(a->outputs[p], a->junk[p], bytes) == 0;
		if (!untouched && (b->outputs[p] == NULL || memcmp(a->outputs[p], b->outputs[p], bytes) != 0))
			return false;
	}
	return true;
}

static bool agrees(const struct again *again, size_t exercise, const struct call_outcome *outcome)
{
	const struct sitting *sitting = &again->sittings[exercise];
	const size_t index = again->cases[exercise];
	return same_bits(&sitting->exercise->batch_cases[index].frame, &sitting->outcomes[index], outcome);
}

static bool run(const struct again *again, const struct batch *batch, const struct call_limits *limits,
		const size_t *selected, size_t count, struct call_outcome *outcomes)
{
	TEXT_SCOPED struct text printed = {0};
	return sandbox_run(again->sandbox, again->submission, batch, limits, selected, count, again->arena, outcomes,
			   NULL, NULL, &printed, again->why);
}

static bool run_alone(const struct again *again, size_t exercise)
{
	struct exam_exercise *entry = &again->exam->exercises[exercise];
	struct call_outcome outcome = {.verdict = VERDICT_COUNT};
	if (!exam_ready(entry, again->why) ||
	    !run(again, entry->batch, &entry->limits, &again->cases[exercise], 1, &outcome))
		return false;
	if (!agrees(again, exercise, &outcome))
		again->sittings[exercise].judged[again->cases[exercise]].verdict = VERDICT_INCONSISTENT;
	again->cases[exercise] = entry->n_cases;
	return true;
}

/* Those with a case to run again that may run with others'; the last first. Returns how many. */
static size_t list(const struct again *again, size_t *exercises)
{
	size_t count = 0;
	for (size_t i = again->exam->n_exercises; i-- > 0;) {
		const struct sitting *sitting = &again->sittings[i];
		if (sitting->judged != NULL && sitting->exercise->is_joint &&
		    again->cases[i] < sitting->exercise->n_cases)
			exercises[count++] = i;
	}
	return count;
}

/*
 * In one child. The last exercise comes first, so that what one function leaves for another shows if they ran together
 * before. Who does not agree here is tried alone: another exercise's function may have used the memory up, or ruined
 * the heap.
 */
static bool run_together(const struct again *again)
{
	const struct exam_exercise *entries = again->exam->exercises;
	const size_t n = again->exam->n_exercises;
	struct call_outcome *outcomes = arena_array(again->arena, n, sizeof(*outcomes));
	size_t *exercises = arena_array(again->arena, n, sizeof(*exercises));
	size_t *selected = arena_array(again->arena, n, sizeof(*selected));
	const size_t count = list(again, exercises);
	for (size_t i = 0; i < count; i++)
		selected[i] = entries[exercises[i]].joint + again->cases[exercises[i]];
	const struct batch *batch = count == 0 ? NULL : exam_joint_cases(again->exam, again->why);
	if (count == 0)
		return true;
	if (batch == NULL || !run(again, batch, &entries[exercises[0]].limits, selected, count, outcomes))
		return false;
	bool whole = true;
	for (size_t i = 0; i < count && whole; i++)
		if (agrees(again, exercises[i], &outcomes[i]))
			again->cases[exercises[i]] = entries[exercises[i]].n_cases;
		else
			whole = run_alone(again, exercises[i]);
	return whole;
}

bool again_run(const struct exam *exam, const struct sitting *sittings, struct sandbox *sandbox,
	       const struct submission *submission, struct arena *arena, struct text *why)
{
	const struct again again = {
		.exam = exam,
		.sittings = sittings,
		.cases = arena_array(arena, exam->n_exercises, sizeof(size_t)),
		.sandbox = sandbox,
		.submission = submission,
		.arena = arena,
		.why = why,
	};
	for (size_t i = 0; i < exam->n_exercises; i++)
		if (sittings[i].judged != NULL)
			again.cases[i] = last_passed(&sittings[i]);
	bool whole = run_together(&again);
	for (size_t i = 0; i < exam->n_exercises && whole; i++)
		if (sittings[i].judged != NULL && again.cases[i] < sittings[i].exercise->n_cases)
			whole = run_alone(&again, i);
	return whole;
}
