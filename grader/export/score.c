#include "export/score.h"

#include <math.h>

const struct result_record *score_result(const struct student_record *student, size_t index)
{
	return index < student->n_results ? &student->results[index] : NULL;
}

enum verdict score_verdict(const struct student_record *student, size_t index)
{
	const struct result_record *result = score_result(student, index);
	if (result != NULL)
		return result->verdict;
	return student->verdict == VERDICT_REJECTED ? VERDICT_REJECTED : VERDICT_HARNESS_FAULT;
}

double score_of_exercise(const struct student_record *student, size_t index)
{
	const struct result_record *result = score_result(student, index);
	if (score_verdict(student, index) == VERDICT_HARNESS_FAULT)
		return NAN;
	return result == NULL ? 0 : result->won;
}

double score_of_course(const struct student_record *student)
{
	if (student->verdict != VERDICT_GRADED)
		return student->verdict == VERDICT_REJECTED ? 0 : NAN;
	for (size_t i = 0; i < student->n_results; i++)
		if (student->results[i].verdict == VERDICT_HARNESS_FAULT)
			return NAN;
	return student->won;
}
