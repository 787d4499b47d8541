/* One judged call of one case: what feedback is made from. */
#ifndef GRADING_JUDGED_H
#define GRADING_JUDGED_H

#include "grading/breach.h"
#include "grading/compare.h"

struct judged {
	const struct batch_case *given;
	const struct answer *answer; /* the right one */
	const struct call_outcome *outcome;
	struct comparison comparison;	 /* meaningful if the call returned */
	struct breach breach;		 /* of the case's property */
	bool was_right;			 /* of an echo that breaks it: what the case itself says there */
	const struct property *property; /* that the case is asked to hold, or NULL */
	const struct judged *asked;	 /* an echo: the case itself; else NULL */
	enum verdict verdict;
};

/* Judges both layouts of a call. A call that was skipped keeps its VERDICT_COUNT. */
struct judged judged_make(const struct batch_case *given, const struct answer *answer, double tolerance,
			  const struct call_outcome *outcome);

/*
 * Judges case `index` of an exercise; `outcomes` and `judged` are by case. The case itself comes before its echoes:
 * they are judged by whether they hold with it, whatever the right answer is.
 */
void judged_add(const struct exam_exercise *exercise, size_t index, const struct call_outcome *outcomes,
		struct judged *judged);

#endif
