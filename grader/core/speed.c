#include "core/speed.h"

#include <math.h>

void speed_describe(const struct result_record *result, struct text *out)
{
	double reached = 0, next = 0;
	if (!(result->speed > 0))
		return;
	text_add_format(out, "%.3g times as long as the fast path", result->speed);
	for (size_t g = 0; g < result->n_groups; g++) {
		const struct group_record *group = &result->groups[g];
		if (group->rung > 0 && group->verdict == VERDICT_PASSED)
			reached = group->rung;
		else if (group->rung > 0 && next == 0)
			next = group->rung;
	}
	if (reached > 0)
		text_add_format(out, ": at most %g reached", reached);
	if (next > 0)
		text_add_format(out, "%s at most %g is next", reached > 0 ? "," : ":", next);
}

/* Points to nine digits, as they are compared elsewhere. */
static bool wins(const struct result_record *result, double speed, double won)
{
	double all = 0, reached = 0;
	for (size_t g = 0; g < result->n_groups; g++) {
		const struct group_record *group = &result->groups[g];
		const bool passed = group->rung > 0 ? speed <= group->rung : group->verdict == VERDICT_PASSED;
		all += group->worth;
		reached += passed ? group->worth : 0;
	}
	return fabs(result->points * reached / all - won) <= 1e-9 * result->points;
}

bool speed_could_win(const struct result_record *result, double won)
{
	const double least = result->speed / SPEED_REPEATS, most = result->speed * SPEED_REPEATS;
	if (!(result->speed > 0))
		return false;
	bool could = wins(result, least, won) || wins(result, most, won);
	for (size_t g = 0; g < result->n_groups && !could; g++)
		could = least <= result->groups[g].rung && result->groups[g].rung <= most &&
			wins(result, result->groups[g].rung, won);
	return could;
}
