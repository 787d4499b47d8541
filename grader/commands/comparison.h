/*
 * Two results of the same submission in the same exercise: what moved, through which groups of cases, and what of
 * that which a result depends on is not the same any more. Pure: records in, records out. Of an exercise file the
 * gradebook keeps the hash, the points and the groups, so a change of its tolerance, limits or inputs can be
 * concluded at most: nothing else changed.
 */
#ifndef COMMANDS_COMPARISON_H
#define COMMANDS_COMPARISON_H

#include "core/arena.h"
#include "store/store.h"

/* Bits. */
enum cause {
	CAUSE_EXERCISE = 1, /* other bytes of its file, */
	CAUSE_POINTS = 2,   /* among them the points, */
	CAUSE_GROUPS = 4,   /* the groups: more, fewer, other sizes or worths, */
	CAUSE_UNTOLD = 8,   /* or neither: tolerance, limits, inputs, or only words */
	CAUSE_REFERENCE = 16,
	CAUSE_SECRET = 32,
	CAUSE_SANDBOX = 64,
	CAUSE_GRADER = 128,
};

struct group_change {
	const struct group_record *before, *after; /* NULL: it was not there, is not there any more */
};

struct comparison {
	const char *exercise_id;
	const struct scored_record *before, *after; /* NULL: not graded before; not among the exercises any more */
	bool changed;				    /* points there are, points won, or the verdict */
	unsigned causes;
	size_t n_groups; /* those that differ */
	const struct group_change *groups;
	bool speed_changed; /* rungs, or how many of them are reached */
};

/* At least one of the two is not NULL. */
struct comparison comparison_make(const char *exercise_id, const struct scored_record *before,
				  const struct scored_record *after, struct arena *arena);

/* Of all exercises together. */
struct comparison_sum {
	bool changed;
	double won_before, points_before, won_after, points_after;
};

struct comparison_sum comparison_add_up(const struct comparison *comparisons, size_t count);

#endif
