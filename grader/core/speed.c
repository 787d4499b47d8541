#include "core/speed.h"

#include <math.h>

#include "core/points.h"
#include "core/worth.h"

bool speed_is_asked(const struct result_record *result)
{
	return result->speed.n_rungs > 0;
}

size_t speed_next(const struct result_record *result)
{
	size_t next = 0;
	while (next < result->speed.n_rungs && result->speed.rungs[next].reached)
		next++;
	return next;
}

/* ---- in words ------------------------------------------------------------------------------------- */

static void describe(const struct result_record *result, bool tells_points, struct text *out)
{
	const struct speed_record *speed = &result->speed;
	const size_t next = speed_next(result);
	if (!speed_is_asked(result))
		return;
	if (!(speed->ratio > 0)) {
		text_add_format(out, "speed is not counted: %s", speed->message);
		return;
	}
	text_add_format(out, "speed: %.3g times as long as the fast path; ", speed->ratio);
	if (next == speed->n_rungs) {
		text_add(out, "every rung is reached");
		return;
	}
	text_add_format(out, "next rung at %g times", speed->rungs[next].ratio);
	if (!tells_points)
		return;
	text_add(out, " (+");
	points_add_word(out, worth_points(result, speed->rungs[next].worth));
	text_add(out, ")");
}

void speed_describe(const struct result_record *result, struct text *out)
{
	describe(result, false, out);
}

void speed_describe_points(const struct result_record *result, struct text *out)
{
	describe(result, true, out);
}

const char *speed_advice(const struct result_record *result)
{
	/* by what the rung asks for, the easiest first */
	static const struct {
		double from;
		const char *words;
	} advices[] = {
		{8, "several sums at once, and inner loops over what lies side by side in memory, which the compiler "
		    "turns into vector code at -O3 -march=native"},
		{3, "blocks of keys that stay in the cache, inner loops without an if, and an exp that is vector code "
		    "like the rest"},
		{0,
		 "a tile of scores that is kept in registers, so that each number that is loaded is used many times"},
	};
	const size_t next = speed_next(result);
	size_t i = 0;
	if (!(result->speed.ratio > 0) || next == result->speed.n_rungs)
		return "";
	while (result->speed.rungs[next].ratio < advices[i].from)
		i++;
	return advices[i].words;
}

/* ---- in points ------------------------------------------------------------------------------------ */

static unsigned sum_worth(const struct result_record *result, size_t count)
{
	unsigned worth = 0;
	for (size_t r = 0; r < count; r++)
		worth += result->speed.rungs[r].worth;
	return worth;
}

double speed_points(const struct result_record *result)
{
	return worth_points(result, sum_worth(result, result->speed.n_rungs));
}

double speed_won(const struct result_record *result)
{
	return worth_points(result, sum_worth(result, speed_next(result)));
}

/* Points to nine digits, as they are compared elsewhere. */
static bool wins(const struct result_record *result, double ratio, double won)
{
	unsigned reached = 0;
	for (size_t g = 0; g < result->n_groups; g++)
		reached += result->groups[g].verdict == VERDICT_PASSED ? result->groups[g].worth : 0;
	for (size_t r = 0; r < result->speed.n_rungs; r++)
		reached += ratio <= result->speed.rungs[r].ratio ? result->speed.rungs[r].worth : 0;
	return fabs(worth_points(result, reached) - won) <= 1e-9 * result->points;
}

bool speed_could_win(const struct result_record *result, double won)
{
	const struct speed_record *speed = &result->speed;
	const double least = speed->ratio / SPEED_REPEATS, most = speed->ratio * SPEED_REPEATS;
	if (!(speed->ratio > 0))
		return false;
	bool could = wins(result, least, won) || wins(result, most, won);
	for (size_t r = 0; r < speed->n_rungs && !could; r++)
		could = least <= speed->rungs[r].ratio && speed->rungs[r].ratio <= most &&
			wins(result, speed->rungs[r].ratio, won);
	return could;
}
