#include "report/standing.h"

#include <math.h>

#include "core/disclosure.h"
#include "core/policy.h"
#include "core/score.h"
#include "report/page.h"

bool standing_is_adjusted(const struct student_record *student)
{
	return student->n_manual > 0 || student->standing.penalty > 0 || student->standing.set_aside;
}

static void add_automatic(struct text *out, double automatic)
{
	points_add(out, automatic);
	text_add(out, " by the grader");
}

static bool was_graded(const struct student_record *student)
{
	return student->verdict == VERDICT_GRADED || student->verdict == VERDICT_REJECTED;
}

void standing_write(struct html *html, const struct view *view)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	TEXT_SCOPED struct text automatic = {0}, withheld = {0};
	const char *const *reasons;
	const size_t count = policy_reasons(view->course, view->student, NULL, arena, &reasons);
	add_automatic(&automatic, view->student->automatic);
	if (isnan(score_automatic_of_course(view->student)))
		text_add(&automatic, " so far");
	if (!view_is_instructor(view))
		disclosure_add_withheld(view->course, &withheld);
	if (standing_is_adjusted(view->student) && was_graded(view->student))
		html_element(html, "p", "note", text_string(&automatic));
	for (size_t i = 0; i < count; i++)
		html_element(html, "p", "note", reasons[i]);
	if (withheld.length > 0)
		html_element(html, "p", "note", text_string(&withheld));
}

void standing_write_automatic(struct html *html, const struct view *view, size_t index)
{
	const struct result_record *result = &view->student->results[index];
	TEXT_SCOPED struct text automatic = {0};
	if (!standing_is_adjusted(view->student) || result->automatic == result->won ||
	    isnan(score_automatic(view->student, index)))
		return;
	add_automatic(&automatic, result->automatic);
	html_element(html, "span", "note", text_string(&automatic));
}

static void write_due(struct html *html, const struct policy *policy)
{
	TEXT_SCOPED struct text due = {0};
	if (policy == NULL || !policy->has_due)
		return;
	text_add(&due, "; due ");
	policy_add_due(policy, &due);
	html_text(html, text_string(&due));
}

void standing_write_attempt(struct html *html, const struct view *view)
{
	const struct student_record *student = view->student;
	const size_t shown = view_attempt(view), all = view_attempts(view);
	html_open_class(html, "p", "note");
	if (student->attempts == 0)
		html_text(html, verdict_meaning(student->verdict));
	else if (student->verdict == VERDICT_REJECTED) { /* which uses up no attempt */
		html_text(html, "Handed in ");
		page_write_time(html, student->handed_in_at);
	} else {
		html_format(html, "Attempt %zu", shown);
		if (shown < all)
			html_format(html, " of %zu", all);
		html_text(html, ", handed in ");
		page_write_time(html, student->handed_in_at);
	}
	write_due(html, view->course->policy);
	html_close(html, "p");
}
