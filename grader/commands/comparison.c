#include "commands/comparison.h"

#include <string.h>

#include "core/speed.h"

static const struct group_record *find_group(const struct result_record *result, const struct group_record *like)
{
	for (size_t i = 0; i < result->n_groups; i++)
		if (strcmp(result->groups[i].name, like->name) == 0 && result->groups[i].is_public == like->is_public)
			return &result->groups[i];
	return NULL;
}

/* What the file says of a group. */
static bool same_shape(const struct group_record *a, const struct group_record *b)
{
	return a != NULL && b != NULL && a->worth == b->worth && a->repetitions == b->repetitions;
}

static bool same_group(const struct group_record *a, const struct group_record *b)
{
	return same_shape(a, b) && a->passed == b->passed && a->verdict == b->verdict;
}

/* Notes the pair if it differs, and says whether the file's part of it does. */
static bool note(struct comparison *comparison, struct group_change *list, const struct group_record *before,
		 const struct group_record *after)
{
	if (!same_group(before, after))
		list[comparison->n_groups++] = (struct group_change){before, after};
	return !same_shape(before, after);
}

/* A missing function has no groups: then nothing is known of them. */
static bool knows_groups(const struct result_record *result)
{
	return result->n_groups > 0;
}

static bool compare_groups(struct comparison *comparison, struct arena *arena)
{
	const struct result_record *before = &comparison->before->result, *after = &comparison->after->result;
	if (!knows_groups(before) || !knows_groups(after))
		return false;
	struct group_change *list = arena_array(arena, before->n_groups + after->n_groups, sizeof(*list));
	bool reshaped = false;
	for (size_t i = 0; i < after->n_groups; i++)
		reshaped |= note(comparison, list, find_group(before, &after->groups[i]), &after->groups[i]);
	for (size_t i = 0; i < before->n_groups; i++)
		if (find_group(after, &before->groups[i]) == NULL)
			reshaped |= note(comparison, list, &before->groups[i], NULL);
	comparison->groups = list;
	return reshaped;
}

static bool same_rungs(const struct speed_record *before, const struct speed_record *after)
{
	bool same = before->n_rungs == after->n_rungs;
	for (size_t i = 0; i < after->n_rungs && same; i++)
		same = before->rungs[i].ratio == after->rungs[i].ratio &&
		       before->rungs[i].worth == after->rungs[i].worth;
	return same;
}

/* Notes whether speed differs, and says whether the file's part of it does. */
static bool compare_speed(struct comparison *comparison)
{
	const struct result_record *before = &comparison->before->result, *after = &comparison->after->result;
	if (!knows_groups(before) || !knows_groups(after))
		return false;
	const bool reshaped = !same_rungs(&before->speed, &after->speed);
	comparison->speed_changed = reshaped || speed_next(before) != speed_next(after);
	return reshaped;
}

static unsigned find_causes(const struct scored_record *before, const struct scored_record *after, bool reshaped)
{
	const struct result_record *old = &before->result, *new = &after->result;
	unsigned causes = 0;
	if (!digest_equal(&old->exercise, &new->exercise)) {
		unsigned told = (old->points != new->points ? CAUSE_POINTS : 0) | (reshaped ? CAUSE_GROUPS : 0);
		causes = CAUSE_EXERCISE | (told == 0 ? CAUSE_UNTOLD : told);
	}
	causes |= digest_equal(&old->reference, &new->reference) ? 0 : CAUSE_REFERENCE;
	causes |= digest_equal(&old->secret_id, &new->secret_id) ? 0 : CAUSE_SECRET;
	causes |= strcmp(old->sandbox, new->sandbox) == 0 ? 0 : CAUSE_SANDBOX;
	causes |= strcmp(before->grader_version, after->grader_version) == 0 ? 0 : CAUSE_GRADER;
	return causes;
}

struct comparison comparison_make(const char *exercise_id, const struct scored_record *before,
				  const struct scored_record *after, struct arena *arena)
{
	struct comparison comparison = {.exercise_id = exercise_id, .before = before, .after = after, .changed = true};
	if (before == NULL || after == NULL)
		return comparison;
	bool reshaped = compare_groups(&comparison, arena);
	reshaped |= compare_speed(&comparison);
	comparison.causes = find_causes(before, after, reshaped);
	comparison.changed = before->result.won != after->result.won || before->result.points != after->result.points ||
			     before->result.verdict != after->result.verdict;
	return comparison;
}

struct comparison_sum comparison_add_up(const struct comparison *comparisons, size_t count)
{
	struct comparison_sum sum = {0};
	for (size_t i = 0; i < count; i++) {
		const struct scored_record *before = comparisons[i].before, *after = comparisons[i].after;
		sum.changed |= comparisons[i].changed;
		sum.won_before += before == NULL ? 0 : before->result.won;
		sum.points_before += before == NULL ? 0 : before->result.points;
		sum.won_after += after == NULL ? 0 : after->result.won;
		sum.points_after += after == NULL ? 0 : after->result.points;
	}
	return sum;
}
