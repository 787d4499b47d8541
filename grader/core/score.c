#include "core/score.h"

#include <math.h>

#include "core/points.h"
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

struct score_so_far score_so_far(const struct course_record *course, const struct student_record *student)
{
	struct score_so_far so_far = {.count = course->n_exercises};
	for (size_t e = 0; e < course->n_exercises; e++) {
		const struct exercise_record *exercise = &course->exercises[e];
		if (isnan(score_of_exercise(course, student, e)))
			continue;
		so_far.scored++;
		so_far.points += policy_weight(course->policy, exercise->level) * exercise->points;
	}
	return so_far;
}

void score_add_of(struct text *out, const struct course_record *course, const struct student_record *student)
{
	const double won = score_of_course(course, student);
	if (isnan(won))
		text_add(out, "-");
	else
		points_add(out, won);
	text_add(out, " of ");
	points_add(out, student->points);
}

void score_add_word_of(struct text *out, const struct course_record *course, const struct student_record *student)
{
	const struct score_so_far so_far = score_so_far(course, student);
	if (!isnan(score_of_course(course, student))) {
		points_add_word_of(out, student->won, student->points);
	} else if (so_far.scored > 0) {
		points_add_word_of(out, student->won, so_far.points);
		text_add(out, " so far");
	} else {
		text_add(out, "no points yet");
	}
}
