/* The cases of one exercise as one submission took them. */
#ifndef GRADING_SITTING_H
#define GRADING_SITTING_H

#include "grading/exam.h"
#include "grading/judged.h"
#include "grading/large.h"
#include "grading/timing.h"

struct sitting {
	const struct exam_exercise *exercise;
	size_t n_run;
	size_t *run;		       /* cases that were called, in their order */
	struct call_outcome *outcomes; /* by case */
	struct judged *judged;	       /* by case; NULL: the exercise was not taken */
	unsigned time_outs;
	bool is_joint;			   /* it was taken with others, in one child */
	const struct large_outcome *large; /* of an exercise that has a large call; NULL: it was not asked for */
	const struct timing *timing;	   /* of an exercise in speed; NULL: it was not asked for */
};

#endif
