#include "core/requirement.h"

#include <string.h>

/* A result that is still to come (a harness fault) says nothing about the student. */
static bool failed(const struct result_record *result)
{
	return result != NULL && !verdict_is_right(result->verdict) && result->verdict != VERDICT_HARNESS_FAULT;
}

static const struct result_record *find(const struct exercise_record *exercises, size_t count,
					struct result_record *const *results, const char *id)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(exercises[i].id, id) == 0)
			return results[i];
	return NULL;
}

void requirement_resolve(const struct exercise_record *exercises, size_t count, struct result_record *const *results)
{
	for (size_t i = 0; i < count; i++) {
		if (!failed(results[i]))
			continue;
		for (size_t r = 0; r < exercises[i].n_requires && results[i]->fix_first[0] == '\0'; r++)
			if (failed(find(exercises, count, results, exercises[i].requires[r])))
		results[i]->fix_first = exercises[i].requires[r];
	}
}
