#include "core/worth.h"

unsigned worth_of_all(const struct result_record *result)
{
	unsigned worth = result->withheld_worth;
	for (size_t g = 0; g < result->n_groups; g++)
		worth += result->groups[g].worth;
	for (size_t r = 0; r < result->speed.n_rungs; r++)
		worth += result->speed.rungs[r].worth;
	return worth;
}

double worth_points(const struct result_record *result, unsigned worth)
{
	const unsigned all = worth_of_all(result);
	return all > 0 ? result->points * worth / all : 0;
}
