/* One judged call of one case: what feedback is made from. */
#ifndef GRADING_JUDGED_H
#define GRADING_JUDGED_H

#include "grading/compare.h"

struct judged {
	const struct exam_exercise *exercise;
	size_t index; /* of the case in the exam */
	const struct call_outcome *outcome;
	struct comparison comparison; /* meaningful if the call returned */
	enum verdict verdict;
};

#endif
