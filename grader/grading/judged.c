#include "grading/judged.h"

struct judged judged_make(const struct batch_case *given, const struct answer *answer, double tolerance,
			  const struct call_outcome *outcome)
{
	struct judged judged = {given, answer, outcome, {0}, outcome->verdict};
	if (outcome->verdict != VERDICT_PASSED)
		return judged;
	judged.comparison =
		compare_outcome(&given->frame, answer, tolerance, outcome->returned, outcome->outputs, outcome->junk);
	judged.verdict = judged.comparison.verdict;
	if (judged.verdict != VERDICT_PASSED)
		return judged;
	/* Right where the buffers end at a guard page: is it right where they begin after one? */
	struct comparison again = compare_outcome(&given->frame, answer, tolerance, outcome->returned,
						  outcome->outputs_again, outcome->junk_again);
	if (again.verdict != VERDICT_PASSED) {
		judged.comparison = again;
		judged.verdict = VERDICT_INCONSISTENT;
	}
	return judged;
}
