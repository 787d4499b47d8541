#include "grading/pace.h"

#include <string.h>

enum { PAIRS_MIN = 9, SPENT_MS_MAX = 15000 };

/* How far is far: beyond what a loaded machine does to all of a few pairs. */
static const double far = 1.6;

/* Chance that the true median is not within the interval. */
static const double doubt = 0.005;

void pace_add(struct pace *pace, double own_ms, double fast_ms)
{
	const double ratio = own_ms / fast_ms;
	size_t at = pace->count;
	while (at > 0 && pace->ratios[at - 1] > ratio)
		at--;
	memmove(&pace->ratios[at + 1], &pace->ratios[at], (pace->count - at) * sizeof(double));
	pace->ratios[at] = ratio;
	pace->count++;
	pace->spent_ms += own_ms;
}

/*
 * How many of n ratios may be left out at each end: each is above the true median in one of two cases, so that fewer
 * than k are below it as often as fewer than k of n coins show heads.
 */
static size_t left_out(size_t n)
{
	double chance = 1, sum = 0;
	for (size_t i = 0; i < n; i++)
		chance /= 2;
	size_t k = 0;
	for (; k < n / 2; k++) {
		sum += chance;
		if (2 * sum > doubt)
			break;
		chance = chance * (double)(n - k) / (double)(k + 1);
	}
	return k > 0 ? k - 1 : 0;
}

struct pace_estimate pace_estimate(const struct pace *pace)
{
	const size_t n = pace->count, out = left_out(n);
	return (struct pace_estimate){
		.median = (pace->ratios[(n - 1) / 2] + pace->ratios[n / 2]) / 2,
		.low = pace->ratios[out],
		.high = pace->ratios[n - 1 - out],
	};
}

static bool is_clear(double low, double high, const double *bounds, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (low <= bounds[i] && bounds[i] <= high)
			return false;
	return true;
}

bool pace_is_known(const struct pace *pace, const double *bounds, size_t count)
{
	if (pace->count < PACE_PAIRS_FAR)
		return false;
	if (pace->count == PACE_PAIRS_MAX || pace->spent_ms > SPENT_MS_MAX)
		return true;
	const struct pace_estimate now = pace_estimate(pace);
	const double margin = pace->count < PAIRS_MIN ? far : 1;
	return is_clear(now.low / margin, now.high * margin, bounds, count);
}
