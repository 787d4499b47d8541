/*
 * Rehearsals: a case drawn again and again without its data, to find the draw that would make no sense before
 * some course's secret does. Sizes go wrong at their extremes, so the ends of every range and every item of
 * every list are tried, in all combinations as long as there are few; then come mixtures of them, and chance.
 */
#ifndef EXERCISE_REHEARSAL_H
#define EXERCISE_REHEARSAL_H

#include "exercise/exercise.h"
#include "exercise/reader.h"
#include "exercise/stream.h"

/* What is picked from: a range, of which the ends matter, or a list, of which every item does. */
enum rehearsal_kind { REHEARSAL_RANGE, REHEARSAL_LIST };

/* When loading, what takes no time; for `grader lint`, everything. */
enum rehearsal_depth { REHEARSAL_QUICK, REHEARSAL_THOROUGH };

struct rehearsal;

/* A number in 0 .. span - 1 (0: 2^64). */
uint64_t rehearsal_pick(struct rehearsal *rehearsal, struct stream *stream, uint64_t span, enum rehearsal_kind kind);

/*
 * Rehearses a group, up to the first draw with a complaint. Returns the largest number of elements that one
 * draw's buffers had, outputs that are wanted included.
 */
size_t rehearsal_run(struct reader *reader, const struct exercise *exercise, const struct group *group,
		     enum rehearsal_depth depth);

#endif
