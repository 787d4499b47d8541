#include "report/result.h"

#include <math.h>
#include <string.h>

#include "core/score.h"
#include "core/speed.h"
#include "report/badge.h"
#include "report/clippings.h"
#include "report/explanation.h"
#include "report/group.h"
#include "report/history.h"
#include "report/ladder.h"
#include "report/markdown.h"
#include "report/page.h"
#include "report/standing.h"

static const struct result_record *result_at(const struct view *view, size_t index)
{
	return &view->student->results[index];
}

void result_write_link(struct html *html, const struct course_record *course, size_t index)
{
	html_open(html, "a");
	html_attribute_format(html, "href", "#exercise-%zu", index + 1);
	html_format(html, "%s %s", course->exercises[index].id, course->exercises[index].title);
	html_close(html, "a");
}

static void write_hint(struct html *html, const char *label, const char *hint)
{
	html_open_class(html, "p", "hint");
	html_element(html, "b", NULL, label);
	html_text(html, " ");
	markdown_write_inline(html, hint);
	html_close(html, "p");
}

/* One hint more for each failed attempt. */
static size_t count_hints(const struct view *view, size_t index)
{
	const size_t tries = view_failed_tries(view, index), all = view->course->exercises[index].n_hints;
	return tries < all ? tries : all;
}

static void write_hints(struct html *html, const struct view *view, size_t index)
{
	const struct exercise_record *exercise = &view->course->exercises[index];
	const size_t shown = count_hints(view, index);
	for (size_t i = 0; i < shown; i++) {
		TEXT_SCOPED struct text label = {0};
		text_add_format(&label, "Hint %zu of %zu", i + 1, exercise->n_hints);
		write_hint(html, text_string(&label), exercise->hints[i]);
	}
	if (shown < exercise->n_hints && result_at(view, index)->verdict != VERDICT_MISSING)
		html_element(html, "p", "note",
			     result_at(view, index)->verdict == VERDICT_SLOW
				     ? "One more hint with each attempt that leaves a rung."
				     : "One more hint with each attempt that fails.");
}

static void write_statement(struct html *html, const struct exercise_record *exercise)
{
	if (*exercise->statement == '\0')
		return;
	html_open(html, "details");
	html_element(html, "summary", NULL, "Statement");
	html_open_class(html, "div", "prose");
	markdown_write(html, exercise->statement, 4);
	html_close(html, "div");
	html_close(html, "details");
}

static void write_recall(struct html *html, const struct exercise_record *exercise)
{
	if (exercise->n_recall == 0)
		return;
	html_open_class(html, "details", "recall");
	html_open(html, "summary");
	html_format(html, "Recall: %zu question%s", exercise->n_recall, text_plural((double)exercise->n_recall));
	html_close(html, "summary");
	for (size_t i = 0; i < exercise->n_recall; i++) {
		html_open(html, "details");
		html_open(html, "summary");
		markdown_write_inline(html, exercise->recall[i].question);
		html_close(html, "summary");
		markdown_write(html, exercise->recall[i].answer, 4);
		html_close(html, "details");
	}
	html_close(html, "details");
}

static void write_head(struct html *html, const struct view *view, size_t index)
{
	const struct exercise_record *exercise = &view->course->exercises[index];
	const struct result_record *result = result_at(view, index);
	TEXT_SCOPED struct text points = {0};
	if (isnan(score_of_exercise(view->course, view->student, index)))
		text_add(&points, "–");
	else
		points_add(&points, result->won);
	text_add(&points, " / ");
	points_add(&points, result->points);
	html_open_class(html, "header", "head");
	html_open(html, "h4");
	html_element(html, "span", "id", exercise->id);
	html_format(html, " %s", exercise->title);
	html_close(html, "h4");
	history_write_change(html, view_change(view, index));
	badge_write(html, result->verdict);
	html_element(html, "span", "points", text_string(&points));
	standing_write_automatic(html, view, index);
	html_close(html, "header");
}

/* Not at the exercise that is the one to begin with. */
static void write_advice(struct html *html, const struct view *view, size_t index)
{
	const struct result_record *result = result_at(view, index);
	if (*result->fix_first == '\0' || index == view->advised)
		return;
	size_t needed = course_find_exercise(view->course, result->fix_first);
	html_open_class(html, "p", "advice");
	html_text(html, "Fix ");
	if (needed < view->student->n_results)
		result_write_link(html, view->course, needed);
	else
		html_text(html, result->fix_first);
	html_text(html, " first: this exercise builds on it.");
	html_close(html, "p");
}

static void write_cost(struct html *html, const struct view *view, const struct result_record *result)
{
	if (!view_is_instructor(view))
		return;
	TEXT_SCOPED struct text hash = {0};
	page_add_digest(&hash, &result->exercise);
	html_open_class(html, "p", "note");
	html_format(html, "%.3g ms of CPU time; exercise file ", result->cpu_ms);
	html_element(html, "code", NULL, text_string(&hash));
	html_text(html, "; graded ");
	page_write_time(html, result->graded_at);
	html_close(html, "p");
}

static void write_texts(struct html *html, const struct view *view, size_t index)
{
	const struct exercise_record *exercise = &view->course->exercises[index];
	TEXT_SCOPED struct text key = {0};
	if (view->room[ROOM_STATEMENT] != '1')
		return;
	text_add(&key, "texts ");
	text_add_bytes(&key, exercise->statement, strlen(exercise->statement) + 1);
	for (size_t i = 0; i < exercise->n_recall; i++) {
		text_add_bytes(&key, exercise->recall[i].question, strlen(exercise->recall[i].question) + 1);
		text_add_bytes(&key, exercise->recall[i].answer, strlen(exercise->recall[i].answer) + 1);
	}
	if (clippings_paste(html->clippings, &key, html))
		return;
	const size_t mark = html_mark(html);
	write_statement(html, exercise);
	write_recall(html, exercise);
	clippings_keep(html->clippings, &key, html, mark);
}

static void write_folds(struct html *html, const struct view *view, size_t index)
{
	html_open_class(html, "div", "folds");
	write_texts(html, view, index);
	html_close(html, "div");
}

static void write_details(struct html *html, const struct view *view, size_t index)
{
	write_hints(html, view, index);
	explanation_write_counterexample(html, view, index);
	group_write_all(html, view, index);
	write_cost(html, view, result_at(view, index));
}

/* Are there any, of the exercise or of a group that fails? */
static bool has_hints(const struct view *view, size_t index)
{
	const struct result_record *result = result_at(view, index);
	bool has = count_hints(view, index) > 0;
	for (size_t i = 0; i < result->n_groups; i++)
		has |= result->groups[i].verdict != VERDICT_PASSED && *result->groups[i].hint != '\0';
	return has;
}

/* What follows from a mistake made elsewhere is told, but not in full view. */
static void write_failed(struct html *html, const struct view *view, size_t index)
{
	const struct result_record *result = result_at(view, index);
	bool follows = view_rank(view, index) == RANK_FOLLOWS && result->n_groups > 0;
	html_open_class(html, "div", "body");
	write_advice(html, view, index);
	group_write_loss(html, result);
	ladder_write(html, result);
	if (result->n_groups == 0)
		page_write_message(html, "message",
				   *result->message != '\0' ? result->message : verdict_meaning(result->verdict));
	explanation_write_diagnosis(html, view, index);
	if (follows) {
		html_open_class(html, "details", "more");
		html_element(html, "summary", NULL, has_hints(view, index) ? "Hints and cases" : "Cases");
	}
	write_details(html, view, index);
	if (follows)
		html_close(html, "details");
	write_folds(html, view, index);
	html_close(html, "div");
}

/* What is right and may yet become quicker. */
static void write_speed(struct html *html, const struct view *view, size_t index)
{
	const struct result_record *result = result_at(view, index);
	if (!speed_is_asked(result))
		return;
	html_open_class(html, "div", "body");
	ladder_write(html, result);
	if (result->verdict == VERDICT_SLOW)
		write_hints(html, view, index);
	html_close(html, "div");
}

static void write_passed(struct html *html, const struct view *view, size_t index)
{
	const struct result_record *result = result_at(view, index);
	write_speed(html, view, index);
	html_open_class(html, "div", "folds");
	if (result->n_groups > 0) {
		html_open(html, "details");
		html_element(html, "summary", NULL, "Cases");
		group_write_all(html, view, index);
		write_cost(html, view, result);
		html_close(html, "details");
	}
	write_texts(html, view, index);
	html_close(html, "div");
}

static const struct group_record *first_failed(const struct result_record *result)
{
	for (size_t i = 0; i < result->n_groups; i++)
		if (result->groups[i].verdict != VERDICT_PASSED)
			return &result->groups[i];
	return NULL;
}

void result_write_brief(struct html *html, const struct result_record *result)
{
	const struct group_record *group = first_failed(result);
	size_t line = strcspn(result->message, "\n");
	if (line > 0 && group == NULL) {
		page_open_sentence(html, "message", result->message);
		html_prose(html, result->message, line);
		html_close(html, "p");
	} else if (group == NULL)
		page_write_message(html, "message", verdict_meaning(result->verdict));
	if (group == NULL)
		ladder_write(html, result);
	if (group != NULL)
		group_write_failure(html, group);
}

static void write_article(struct html *html, const struct view *view, size_t index)
{
	bool passed = verdict_is_right(result_at(view, index)->verdict);
	html_open_class(html, "article", passed ? "passed" : "failed");
	html_attribute_format(html, "id", "exercise-%zu", index + 1);
	write_head(html, view, index);
	(passed ? write_passed : write_failed)(html, view, index);
	html_close(html, "article");
}

/* With the same room it is the same article, on whatever page of the student for the same people. */
void result_write(struct html *html, struct view *view, size_t index)
{
	const size_t n_groups = result_at(view, index)->n_groups;
	TEXT_SCOPED struct text key = {0}, room = {0};
	view_add_room(view, index, &room);
	view->room = text_string(&room);
	text_add_format(&key, "article %zu %zu %s", index, view->failures < n_groups ? view->failures : n_groups,
			view->room);
	if (!clippings_paste(view->articles, &key, html)) {
		const size_t mark = html_mark(html);
		write_article(html, view, index);
		clippings_keep(view->articles, &key, html, mark);
	}
	view->room = NULL;
}
