#include "grading/margin.h"

#include <string.h>

#include "core/diagnostic.h"
#include "core/text.h"
#include "grading/cost.h"
#include "grading/coverage.h"
#include "grading/exam.h"

/* Each case is answered by so many, about, and all of them may make so many multiplications: half a second. */
static const double tries = 100, budget = 3e8;

static struct exam *prepare(const struct exercise *exercise, struct arena *arena)
{
	static const struct secret public_stream;
	DIAGNOSTICS_SCOPED struct diagnostics *known = diagnostics_create(); /* to lint */
	const struct catalogue alone = {1, &exercise};
	return exam_prepare(&alone, &public_stream, EXAM_ALL_GROUPS, arena, known);
}

/* The exercise without cases of groups that cost too much, or itself if there are none. */
static const struct exercise *bound(const struct exam_exercise *entry, struct arena *arena)
{
	const struct exercise *exercise = entry->exercise;
	double *costs = arena_array(arena, exercise->n_groups, sizeof(*costs)), left = budget;
	struct exercise *bounded = arena_alloc(arena, sizeof(*bounded));
	struct group *groups = arena_array(arena, exercise->n_groups, sizeof(*groups));
	bool any = false;
	for (size_t i = 0; i < entry->n_cases; i++)
		costs[entry->cases[i].group] += tries * cost_of(&entry->batch_cases[i].frame);
	memcpy(groups, exercise->groups, exercise->n_groups * sizeof(*groups));
	for (size_t g = 0; g < exercise->n_groups; g++) {
		const bool fits = costs[g] <= left;
		left -= fits ? costs[g] : 0;
		any |= !fits;
		if (!fits)
			groups[g].repeat = 0;
	}
	*bounded = *exercise;
	bounded->groups = groups;
	return any ? bounded : exercise;
}

bool margin_measure(const struct exercise *exercise, struct arena *arena, struct coverage_record *record)
{
	ARENA_SCOPED struct arena *cases = arena_create();
	TEXT_SCOPED struct text why = {0};
	struct exam *exam = prepare(exercise, cases);
	const struct exercise *bounded = exam == NULL ? NULL : bound(exam->exercises, cases);
	if (bounded != exercise && exam != NULL) {
		exam_release(exam);
		exam = prepare(bounded, cases);
	}
	if (exam == NULL)
		return false;
	const bool ready =
		exam->exercises->n_cases == 0 || exam_ready(exam->exercises, &why); /* all may cost too much */
	if (ready)
		coverage_measure_margin(exam->exercises, arena, record);
	exam_release(exam);
	return ready;
}
