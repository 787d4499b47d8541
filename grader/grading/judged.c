#include "grading/judged.h"

struct judged judged_make(const struct batch_case *given, const struct answer *answer, double tolerance,
			  const struct call_outcome *outcome)
{
	struct judged judged = {.given = given, .answer = answer, .outcome = outcome, .verdict = outcome->verdict};
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

static struct spoken spoken_in(const struct judged *judged)
{
	return (struct spoken){&judged->given->frame, judged->answer, judged->outcome};
}

static bool answered(const struct judged *judged)
{
	return judged->verdict == VERDICT_PASSED || judged->verdict == VERDICT_WRONG;
}

static void judge_sums(struct judged *judged, double tolerance)
{
	const struct spoken spoken = spoken_in(judged);
	judged->breach = breach_of_sums(&spoken, tolerance);
	if (judged->breach.kind != BREACH_NONE)
		judged->verdict = VERDICT_WRONG;
}

/* Only what returned can be held against the case. */
static void judge_echo(struct judged *judged, const struct echo *echo, double tolerance)
{
	const struct spoken spoken = spoken_in(judged->asked), echoed = spoken_in(judged);
	const bool missing = judged->outcome->verdict == VERDICT_MISSING;
	if (judged->outcome->verdict != VERDICT_PASSED && !missing)
		return;
	const struct breach breach = judged->breach = breach_of_echo(&spoken, echo, &echoed, tolerance);
	judged->was_right = breach.kind == BREACH_ECHO &&
			    compare_element(spoken.frame, spoken.answer, tolerance, spoken.outcome->outputs,
					    breach.parameter, breach.element);
	if (breach.kind != BREACH_NONE)
		judged->verdict = breach.kind == BREACH_UNWRITTEN ? VERDICT_UNWRITTEN : VERDICT_WRONG;
}

void judged_add(const struct exam_exercise *exercise, size_t index, const struct call_outcome *outcomes,
		struct judged *list)
{
	const struct exam_case *about = &exercise->cases[index];
	struct judged *judged = &list[index];
	const struct property *property = exercise->exercise->groups[about->group].property;
	if (about->echo == NULL) {
		*judged = judged_make(&exercise->batch_cases[index], &about->answer, exercise->tolerance,
				      &outcomes[index]);
		judged->property = property;
		if (property != NULL && property_kind(property) == PROPERTY_ROWS_SUM_TO_ONE && answered(judged))
			judge_sums(judged, exercise->tolerance);
		return;
	}
	*judged = (struct judged){
		.given = &exercise->batch_cases[index],
		.answer = &about->answer,
		.outcome = &outcomes[index],
		.verdict = outcomes[index].verdict,
		.property = property,
		.asked = &list[about->asked],
	};
	judge_echo(judged, about->echo, exercise->tolerance);
}
