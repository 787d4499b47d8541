/*
 * What of a submission's answers a misconception has to explain. Ordinary elements are numbers made of numbers, for
 * rows that see some key: they tell what an author believes. What becomes of NaN and infinities, and of rows that see
 * nothing, depends on how code is written as well: whoever masks after the softmax may have a rule for empty rows or
 * not, and one sum skips a weight of 0 where another multiplies by it.
 */
#ifndef GRADING_DEMAND_H
#define GRADING_DEMAND_H

#include "grading/judged.h"

enum demand {
	DEMAND_ALL,
	DEMAND_RULED,	 /* all but rows that see nothing and are right: there may be a rule for them */
	DEMAND_SEEING,	 /* all but rows that see nothing */
	DEMAND_NUMBERS,	 /* what is made of numbers */
	DEMAND_ORDINARY, /* ordinary elements */
	DEMAND_COUNT
};

/* How the submission's answer differs from that one in what is demanded. */
struct comparison demand_compare(const struct judged *judged, const struct answer *answer, double tolerance,
				 enum demand demand);

/* Which outputs do, a bit each by parameter; all of them if something else does. */
uint64_t demand_misfits(const struct judged *judged, const struct answer *answer, double tolerance, enum demand demand);

/* Is that element of the submission's answer to be explained? */
bool demand_counts(const struct judged *judged, double tolerance, enum demand demand, size_t parameter, size_t element);

/* Does the answer tell every element that was written? */
bool demand_is_told(const struct judged *judged, const struct answer *answer);

#endif
