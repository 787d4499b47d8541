#include "export/score.h"

#include <math.h>

#include "core/policy.h"

const struct result_record *score_result(const struct student_record *student, size_t index)
{
	return index < student->n_results ? &student->results[index] : NULL;
}

enum verdict score_verdict(const struct student_record *student, size_t index)
{
	const struct result_record *result = score_result(student, index);
	if (result != NULL)
		return result->verdict;
	return student->verdict == VERDICT_GRADED ? VERDICT_HARNESS_FAULT : student->verdict;
}

static bool is_scored(enum verdict verdict)
{
	return verdict != VERDICT_HARNESS_FAULT && verdict != VERDICT_ABSENT;
}

double score_automatic(const struct student_record *student, size_t index)
{
	const struct result_record *result = score_result(student, index);
	if (!is_scored(score_verdict(student, index)))
		return NAN;
	return result == NULL ? 0 : result->automatic;
}

double score_automatic_of_course(const struct student_record *student)
{
	for (size_t e = 0; e < student->n_results; e++)
		if (!is_scored(student->results[e].verdict))
			return NAN;
	return is_scored(student->verdict) ? student->automatic : NAN;
}

double score_of_exercise(const struct course_record *course, const struct student_record *student, size_t index)
{
	const struct manual_record *manual = policy_manual(student, course->exercises[index].id);
	const struct result_record *result = score_result(student, index);
	if (manual != NULL)
		return manual->points;
	if (!is_scored(score_verdict(student, index)))
		return NAN;
	return result == NULL ? 0 : result->won;
}

static bool has_manual(const struct course_record *course, const struct student_record *student)
{
	for (size_t e = 0; e < course->n_exercises; e++)
		if (policy_manual(student, course->exercises[e].id) != NULL)
			return true;
	return false;
}

double score_of_course(const struct course_record *course, const struct student_record *student)
{
	if (policy_manual(student, "") != NULL || (student->verdict == VERDICT_ABSENT && has_manual(course, student)))
		return student->won;
	for (size_t e = 0; e < course->n_exercises; e++)
		if (isnan(score_of_exercise(course, student, e)))
			return NAN;
	return is_scored(student->verdict) || course->n_exercises > 0 ? student->won : NAN;
}

void score_warn_of_course(const struct export *export, const char *remedy)
{
	const char *first = NULL;
	size_t count = 0;
	for (size_t s = export->course->n_students; s-- > 0;) {
		if (policy_manual(&export->course->students[s], "") == NULL)
			continue;
		first = export->course->students[s].name;
		count++;
	}
	if (count > 0)
		diagnostics_add(export->diagnostics, SEVERITY_WARNING, (struct place){0},
				"%zu score%s given by hand for the whole course, the first for \"%s\", %s not in this "
				"document: %s",
				count, text_plural((double)count), first, count == 1 ? "is" : "are", remedy);
}
