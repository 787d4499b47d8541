#include "grading/endless.h"

static void add(const struct exercise **seen, const struct exercise *exercise)
{
	if (seen[0] == NULL)
		seen[0] = exercise;
	else if (seen[1] == NULL && seen[0] != exercise)
		seen[1] = exercise;
}

void endless_learn(struct endless *endless, const struct sitting *sitting)
{
	const struct exam_exercise *entry = sitting->exercise;
	for (size_t i = 0; i < entry->n_cases; i++) {
		const size_t o = (size_t)(entry->batch_cases[i].frame.operation - operations);
		const enum verdict verdict = sitting->outcomes[i].verdict;
		if (verdict == VERDICT_TIMED_OUT)
			add(endless->seen[o], entry->exercise);
		else if (verdict != VERDICT_COUNT)
			endless->ended[o] = true;
	}
}

const char *endless_describe(const struct endless *endless, const struct operation *operation, struct arena *arena)
{
	const size_t o = (size_t)(operation - operations);
	const struct exercise *const *seen = endless->seen[o];
	if (endless->ended[o] || seen[1] == NULL)
		return NULL;
	return arena_format(arena, "not called here, since %s never returned in %s and %s", operation->name,
			    seen[0]->id, seen[1]->id);
}
