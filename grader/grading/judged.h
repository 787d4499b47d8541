/* One judged call of one case: what feedback is made from. */
#ifndef GRADING_JUDGED_H
#define GRADING_JUDGED_H

#include "grading/compare.h"

struct judged {
	const struct batch_case *given;
	const struct answer *answer; /* the right one */
	const struct call_outcome *outcome;
	struct comparison comparison; /* meaningful if the call returned */
	enum verdict verdict;
};

/* Judges both layouts of a call. A call that was skipped keeps its VERDICT_COUNT. */
struct judged judged_make(const struct batch_case *given, const struct answer *answer, double tolerance,
			  const struct call_outcome *outcome);

#endif
