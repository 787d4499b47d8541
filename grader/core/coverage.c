#include "core/coverage.h"

#include <math.h>

enum catch coverage_catch(double ratio)
{
	if (isnan(ratio))
		return CATCH_UNTRIED;
	if (ratio <= 1)
		return CATCH_MISSED;
	return ratio < COVERAGE_DISTANCE ? CATCH_BARELY : CATCH_WELL;
}

const char *coverage_fault(const struct coverage_row *row)
{
	if (row->excuse != NULL)
		return NULL;
	if (coverage_catch(row->ratio) != CATCH_WELL)
		return row->ratio > 1 ? "too near" : "missed";
	return row->slips > 0 ? "by luck" : NULL;
}

bool coverage_redundant(const struct coverage_group *group)
{
	return !group->is_public && group->alone == 0 && group->untried == 0;
}

size_t coverage_to_catch(const struct coverage_record *record)
{
	size_t count = 0;
	for (size_t i = 0; i < record->n_misconceptions; i++)
		count += record->misconceptions[i].excuse == NULL;
	return count;
}

size_t coverage_caught(const struct coverage_record *record)
{
	size_t count = 0;
	for (size_t i = 0; i < record->n_misconceptions; i++) {
		const struct coverage_row *row = &record->misconceptions[i];
		count += row->excuse == NULL && coverage_fault(row) == NULL;
	}
	return count;
}

const struct coverage_row *coverage_nearest(const struct coverage_record *record)
{
	const struct coverage_row *nearest = NULL;
	for (size_t i = 0; i < record->n_misconceptions; i++) {
		const struct coverage_row *row = &record->misconceptions[i];
		if (row->excuse == NULL && (nearest == NULL || row->ratio < nearest->ratio))
			nearest = row;
	}
	return nearest;
}

const struct coverage_row *coverage_richest(const struct coverage_record *record)
{
	const struct coverage_row *richest = NULL;
	for (size_t i = 0; i < record->n_trivial; i++)
		if (richest == NULL || record->trivial[i].share > richest->share)
			richest = &record->trivial[i];
	return richest;
}

/* In any group? An error of 0 is said of no other. */
static bool was_tried(const struct coverage_record *record, const struct coverage_honest *honest)
{
	for (size_t g = 0; g < record->n_groups; g++)
		if (!isnan(honest->ratios[g]))
			return true;
	return false;
}

const struct coverage_honest *coverage_worst(const struct coverage_record *record)
{
	const struct coverage_honest *worst = NULL;
	for (size_t i = 0; i < record->n_honest; i++)
		if (was_tried(record, &record->honest[i]) && (worst == NULL || record->honest[i].ratio > worst->ratio))
			worst = &record->honest[i];
	return worst;
}

size_t coverage_count_redundant(const struct coverage_record *record)
{
	size_t count = 0;
	for (size_t g = 0; g < record->n_groups; g++)
		count += coverage_redundant(&record->groups[g]);
	return count;
}
