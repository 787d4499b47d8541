#include "core/requirement.h"

#include <string.h>

/* A result that is still to come (a harness fault) says nothing about the student. */
static bool failed(const struct result_record *result)
{
	return result != NULL && !verdict_is_right(result->verdict) && result->verdict != VERDICT_HARNESS_FAULT;
}

/* Nothing was written yet: what makes others fail is found elsewhere, if anything else failed. */
static bool is_missing(const struct result_record *result)
{
	return result != NULL && result->verdict == VERDICT_MISSING;
}

static const struct result_record *find(const struct exercise_record *exercises, size_t count,
					struct result_record *const *results, const char *id)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(exercises[i].id, id) == 0)
			return results[i];
	return NULL;
}

/* Names the first required exercise that failed: one that is missing, or one that is not. */
static void name_first(const struct exercise_record *exercises, size_t count, struct result_record *const *results,
		       bool missing)
{
	for (size_t i = 0; i < count; i++) {
		if (!failed(results[i]))
			continue;
		for (size_t r = 0; r < exercises[i].n_requires && results[i]->fix_first[0] == '\0'; r++) {
			const struct result_record *needed = find(exercises, count, results, exercises[i].requires[r]);
			if (failed(needed) && is_missing(needed) == missing)
			results[i]->fix_first = exercises[i].requires[r];
		}
	}
}

/* From one that failed on to the one that none before it explains; a circle ends. */
static const char *follow(const struct exercise_record *exercises, size_t count, struct result_record *const *results,
			  const char *id)
{
	for (size_t steps = 0; steps < count; steps++) {
		const struct result_record *result = find(exercises, count, results, id);
		if (result == NULL || result->fix_first[0] == '\0')
			break;
		id = result->fix_first;
	}
	return id;
}

/* What a missing one hangs on holds up those that require it, too. False if there is nothing left to hand on. */
static bool hand_on(const struct exercise_record *exercises, size_t count, struct result_record *const *results)
{
	bool is_changed = false;
	for (size_t i = 0; i < count; i++) {
		if (!failed(results[i]))
			continue;
		for (size_t r = 0; r < exercises[i].n_requires && results[i]->fix_first[0] == '\0'; r++) {
			const struct result_record *needed = find(exercises, count, results, exercises[i].requires[r]);
			if (!is_missing(needed) || needed->fix_first[0] == '\0')
				continue;
			results[i]->fix_first = follow(exercises, count, results, needed->fix_first);
			is_changed = true;
		}
	}
	return is_changed;
}

void requirement_resolve(const struct exercise_record *exercises, size_t count, struct result_record *const *results)
{
	name_first(exercises, count, results, false);
	while (hand_on(exercises, count, results))
		;
	name_first(exercises, count, results, true);
}
