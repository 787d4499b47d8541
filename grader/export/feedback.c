#include "export/feedback.h"

#include <math.h>
#include <string.h>

#include "core/disclosure.h"
#include "core/policy.h"
#include "core/score.h"
#include "core/speed.h"

static void add_line(struct text *out, const char *label, const char *string)
{
	if (*string != '\0')
		text_add_format(out, "\n%s%s", label, string);
}

void feedback_add_group(struct text *out, const struct group_record *group)
{
	if (group->verdict == VERDICT_PASSED) {
		text_add(out, verdict_name(group->verdict));
		return;
	}
	text_add(out, verdict_meaning(group->verdict));
	add_line(out, "", group->message);
	add_line(out, "at ", group->place);
	if (group->ratio > 0 && isfinite(group->ratio) && strstr(group->message, "times the tolerance") == NULL)
		text_add_format(out, "\nabout %.4g times the tolerance", group->ratio);
	add_line(out, "hint: ", group->hint);
}

void feedback_add_speed(struct text *out, const struct result_record *result)
{
	speed_describe_points(result, out);
	add_line(out, "what helps: ", speed_advice(result));
}

/* What stands before diagnosis `i`. */
static const char *introduce(const struct result_record *result, size_t i)
{
	if (i == 0)
		return "it looks like this mistake: ";
	return result->diagnoses[i].mistake == result->diagnoses[i - 1].mistake ? "or: " : "and at once: ";
}

void feedback_add_explanation(struct text *out, const struct result_record *result)
{
	add_line(out, "to fix first: ", result->fix_first);
	add_line(out, "", result->message);
	for (size_t i = 0; i < result->n_diagnoses; i++) {
		add_line(out, introduce(result, i), result->diagnoses[i].title);
		add_line(out, "", result->diagnoses[i].explanation);
	}
	if (result->counterexample != NULL) {
		add_line(out, "the smallest input found that fails: ", result->counterexample->shown.scalars);
		add_line(out, "", result->counterexample->message);
	}
}

void feedback_add_exercise(struct text *out, const struct student_record *student, size_t index)
{
	const struct result_record *result = score_result(student, index);
	if (result == NULL) {
		feedback_add_submission(out, student);
		return;
	}
	text_add(out,
		 result->verdict == VERDICT_PASSED ? verdict_name(result->verdict) : verdict_meaning(result->verdict));
	if (speed_is_asked(result)) {
		text_add(out, "\n");
		feedback_add_speed(out, result);
	}
	if (verdict_is_right(result->verdict))
		return;
	feedback_add_explanation(out, result);
	for (size_t g = 0; g < result->n_groups; g++) {
		text_add(out, "\n\n");
		disclosure_add_group_name(result, g, out);
		text_add(out, ": ");
		feedback_add_group(out, &result->groups[g]);
	}
}

/* Why the grader failed is no business of the student's. */
void feedback_add_submission(struct text *out, const struct student_record *student)
{
	text_add(out, verdict_meaning(student->verdict));
	if (student->verdict == VERDICT_REJECTED)
		add_line(out, "", student->reason);
}

void feedback_add_reasons(struct text *out, const struct course_record *course, const struct student_record *student,
			  const char *exercise_id)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const char *const *reasons;
	const size_t count = policy_reasons(course, student, exercise_id, arena, &reasons);
	for (size_t i = 0; i < count; i++)
		add_line(out, "", reasons[i]);
}
