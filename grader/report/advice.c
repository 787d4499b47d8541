#include "report/advice.h"

#include <math.h>
#include <string.h>

#include "core/policy.h"
#include "core/score.h"
#include "core/speed.h"
#include "report/badge.h"
#include "report/ladder.h"
#include "report/page.h"
#include "report/result.h"
#include "report/standing.h"

/* What is not graded yet is nobody's failure: there is nothing to mend. */
static bool is_ungraded(const struct view *view, size_t index)
{
	return isnan(score_automatic(view->student, index));
}

static bool has_failed(const struct view *view, size_t index)
{
	return view->student->results[index].verdict != VERDICT_PASSED && !is_ungraded(view, index);
}

static bool is_missing(const struct view *view, size_t index)
{
	return view->student->results[index].verdict == VERDICT_MISSING;
}

/* The first exercise whose function is missing, too, and is the same. */
static size_t first_missing(const struct view *view, size_t index)
{
	const struct exercise_record *exercises = view->course->exercises;
	size_t first = 0;
	while (!is_missing(view, first) || strcmp(exercises[first].function, exercises[index].function) != 0)
		first++;
	return first;
}

static bool has_two_mistakes(const struct result_record *result)
{
	return result->n_diagnoses > 0 && result->diagnoses[result->n_diagnoses - 1].mistake > 0;
}

/* Is it explained by one mistake that may be one of the two of the other? */
static bool is_one_of(const struct result_record *one, const struct result_record *two)
{
	for (size_t i = 0; i < one->n_diagnoses && !has_two_mistakes(one); i++)
		for (size_t k = 0; k < two->n_diagnoses; k++)
			if (strcmp(one->diagnoses[i].id, two->diagnoses[k].id) == 0)
				return true;
	return false;
}

/* Of two mistakes at once, one is mended first: the one that an exercise shows alone, if there is such an exercise. */
static size_t first_diagnosed(const struct view *view, size_t index)
{
	const struct result_record *results = view->student->results;
	for (size_t i = 0; i < view->student->n_results && has_two_mistakes(&results[index]); i++)
		if (has_failed(view, i) && is_one_of(&results[i], &results[index]))
			return view_first_alike(view, i);
	return view_first_alike(view, index);
}

/* Where one would begin to mend the exercise. */
static size_t root_of(const struct view *view, size_t index)
{
	const struct student_record *student = view->student;
	/* as many steps as there are exercises: enough for any chain, an end for a circle */
	for (size_t step = 0; step < student->n_results; step++) {
		const struct result_record *result = &student->results[index];
		if (result->n_diagnoses > 0)
			return first_diagnosed(view, index);
		if (is_missing(view, index))
			return first_missing(view, index);
		size_t needed = course_find_exercise(view->course, result->fix_first);
		if (needed >= student->n_results || !has_failed(view, needed))
			break;
		index = needed;
	}
	return index;
}

/* As the headline counts: by what the level weighs. */
static double lost_in(const struct view *view, size_t index)
{
	const struct result_record *result = &view->student->results[index];
	const double weight = policy_weight(view->course->policy, view->course->exercises[index].level);
	return is_ungraded(view, index) ? 0 : weight * (result->points - result->automatic);
}

/* Rungs are not tried before all is right: what they are worth is not lost by what is wrong. */
static double lost_for_speed(const struct view *view, size_t index)
{
	const struct result_record *result = &view->student->results[index];
	const double weight = policy_weight(view->course->policy, view->course->exercises[index].level);
	return result->verdict == VERDICT_SLOW ? 0 : weight * speed_points(result);
}

static struct advice weigh(const struct view *view, size_t root)
{
	struct advice advice = {.exercise = root};
	for (size_t i = 0; i < view->student->n_results; i++)
		if (has_failed(view, i) && root_of(view, i) == root) {
			const double points = lost_in(view, i) - lost_for_speed(view, i);
			advice.points += points;
			advice.paying += points > 0.005;
			advice.count++;
			advice.has_company |= has_two_mistakes(&view->student->results[i]);
		}
	return advice;
}

/* What is wrong comes before what was never written, and what is right already is made quicker at the end. */
static int turn_of(const struct view *view, size_t index)
{
	const enum verdict verdict = view->student->results[index].verdict;
	return verdict == VERDICT_MISSING ? 1 : verdict_is_right(verdict) ? 2 : 0;
}

static bool is_better(const struct view *view, const struct advice *a, const struct advice *b)
{
	if (b->count == 0 || turn_of(view, a->exercise) != turn_of(view, b->exercise))
		return b->count == 0 || turn_of(view, a->exercise) < turn_of(view, b->exercise);
	return !is_missing(view, a->exercise) && a->points > b->points;
}

struct advice advice_of(const struct view *view)
{
	struct advice best = {.exercise = view->student->n_results};
	for (size_t i = 0; i < view->student->n_results; i++) {
		if (!has_failed(view, i) || root_of(view, i) != i)
			continue;
		struct advice advice = weigh(view, i);
		if (is_better(view, &advice, &best))
			best = advice;
	}
	return best;
}

/* ---- in words ------------------------------------------------------------------------------------ */

/*
 * "255.3 of the 304.2 points lost hang on it, in 28 exercises." Where late hand-ins or scores given by hand make
 * another headline, it is told whose points these are.
 */
static void write_worth(struct html *html, const struct view *view, const struct advice *advice)
{
	double lost = 0;
	if (advice->paying == 0)
		return;
	for (size_t i = 0; i < view->student->n_results; i++)
		lost += lost_in(view, i);
	TEXT_SCOPED struct text points = {0}, all = {0};
	points_add(&points, advice->points);
	points_add(&all, lost);
	html_open_class(html, "p", "worth");
	html_element(html, "b", NULL, lost - advice->points > 0.005 ? text_string(&points) : "All");
	html_format(html, " of the %s point%s %s hang on it%s, in %zu exercise%s.", text_string(&all),
		    text_plural(lost), standing_is_adjusted(view->student) ? "that the grader did not give" : "lost",
		    advice->has_company ? " and on the mistake that comes with it" : "", advice->paying,
		    text_plural((double)advice->paying));
	html_close(html, "p");
}

/* What it may be instead, and what else is wrong. */
static void write_others(struct html *html, const struct result_record *result)
{
	static const char *const openings[] = {"By the answers it may as well be: ",
					       "A second mistake seems to come with it: "};
	for (size_t i = 1; i < result->n_diagnoses; i++) {
		const bool is_new = result->diagnoses[i].mistake != result->diagnoses[i - 1].mistake;
		if (is_new || i == 1) {
			html_text(html, i == 1 ? "" : ". ");
			html_text(html, openings[result->diagnoses[i].mistake > 0]);
		} else
			html_text(html, ", or ");
		html_element(html, "b", NULL, result->diagnoses[i].title);
	}
}

/* One thing, and why. */
static void write_mistake(struct html *html, const struct view *view, size_t index)
{
	const struct result_record *result = &view->student->results[index];
	html_element(html, "p", "lead", result->diagnoses[0].title);
	html_element(html, "p", "message", result->diagnoses[0].explanation);
	if (result->n_diagnoses > 1) {
		html_open_class(html, "p", "note");
		write_others(html, result);
		html_text(html, ".");
		html_close(html, "p");
	}
	html_open(html, "p");
	html_text(html, "Begin with ");
	result_write_link(html, view->course, index);
	html_text(html, result->counterexample == NULL ? "." : ": the smallest input that fails is shown there.");
	html_close(html, "p");
}

static void write_exercise(struct html *html, const struct view *view, size_t index)
{
	const struct result_record *result = &view->student->results[index];
	html_open_class(html, "p", "lead");
	result_write_link(html, view->course, index);
	html_close(html, "p");
	html_open(html, "p");
	html_element(html, "code", NULL, view->course->exercises[index].function);
	html_text(html, " ");
	badge_write(html, result->verdict);
	html_close(html, "p");
	if (verdict_is_right(result->verdict))
		ladder_write(html, result);
	else
		result_write_brief(html, result);
}

/* Praise is for all that there is. */
static void write_nothing(struct html *html, const struct view *view)
{
	const size_t count = view->student->n_results;
	size_t ungraded = 0;
	for (size_t i = 0; i < count; i++)
		ungraded += is_ungraded(view, i);
	if (ungraded == 0)
		html_element(html, "p", "lead done", "Nothing: every exercise passes.");
	else
		html_element(html, "p", "lead",
			     ungraded < count ? "Nothing so far: every exercise that is graded passes."
					      : "Nothing so far: no exercise is graded yet.");
}

void advice_write(struct html *html, const struct view *view)
{
	struct advice advice = advice_of(view);
	if (advice.count == 0) {
		write_nothing(html, view);
		return;
	}
	bool is_diagnosed = view->student->results[advice.exercise].n_diagnoses > 0;
	(is_diagnosed ? write_mistake : write_exercise)(html, view, advice.exercise);
	write_worth(html, view, &advice);
}
