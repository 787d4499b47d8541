/*
 * How many times as long as the fast path something takes, from pairs of times: each pair has a ratio, and what counts
 * is their median, for what disturbs one call in ten does not move it. Which ratios the true median can have follows
 * from the order of those measured alone, whatever their distribution; pairs are taken until none of those is a rung.
 * Nothing here looks at a clock.
 */
#ifndef GRADING_PACE_H
#define GRADING_PACE_H

#include <stdbool.h>
#include <stddef.h>

enum {
	PACE_PAIRS_FAR = 3, /* are enough where the rungs are far away */
	PACE_PAIRS_MAX = 61,
};

/*
 * The fast path does more than half of what the machine's multiplications allow: whoever takes less than this part of
 * its time does not do the work.
 */
#define PACE_FLOOR 0.25

struct pace {
	size_t count;
	double ratios[PACE_PAIRS_MAX]; /* the least first */
	double spent_ms;	       /* by the one that is measured */
};

/* A pair of times. */
void pace_add(struct pace *pace, double own_ms, double fast_ms);

/* What the ratio is, and between what it lies, 99.5 times of 100. */
struct pace_estimate {
	double median, low, high;
};

struct pace_estimate pace_estimate(const struct pace *pace);

/* Is it known on which side of each of these bounds it lies, or can no more be done about it? */
bool pace_is_known(const struct pace *pace, const double *bounds, size_t count);

#endif
