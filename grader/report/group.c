#include "report/group.h"

#include <math.h>
#include <string.h>

#include "core/speed.h"
#include "core/worth.h"
#include "report/badge.h"
#include "report/case.h"
#include "report/clippings.h"
#include "report/markdown.h"
#include "report/page.h"

/* ---- a failure in words -------------------------------------------------------------------------- */

/* The error as a multiple of the tolerance; it is a power of two already. */
static void write_ratio(struct html *html, double ratio)
{
	if (isinf(ratio))
		html_text(html, "beyond any tolerance");
	else if (ratio > 1e6)
		html_text(html, "more than a million times the tolerance");
	else
		html_format(html, "about %.0f× the tolerance", ratio);
}

/* What happened, if its name does not say so already. */
static const char *describe(const struct group_record *group)
{
	if (*group->message != '\0')
		return group->message;
	return group->verdict == VERDICT_WRONG ? "" : verdict_meaning(group->verdict);
}

/* "Row 0, column 1 of weights: got 0.5, expected 1, about 64× the tolerance" */
static void write_sentence(struct html *html, const struct group_record *group, const char *told, size_t length)
{
	const bool has_place = *group->place != '\0';
	const bool tells_ratio = strstr(told, "the tolerance") != NULL || strstr(told, "the exact value") != NULL;
	const bool has_ratio = group->ratio > 0 && !tells_ratio;
	if (!has_place && !has_ratio && length == 0)
		return;
	page_open_sentence(html, "message", has_place ? group->place : told);
	html_text(html, group->place);
	html_text(html, has_place && length > 0 ? ": " : "");
	html_prose(html, told, length);
	html_text(html, has_ratio && (has_place || length > 0) ? ", " : "");
	if (has_ratio)
		write_ratio(html, group->ratio);
	html_close(html, "p");
}

static void write_told(struct html *html, const struct group_record *group)
{
	const char *told = describe(group);
	size_t first = strcspn(told, "\n");
	write_sentence(html, group, told, first);
	const char *rest = told + first + strspn(told + first, "\n");
	if (*rest != '\0')
		html_element(html, "pre", "message", rest);
}

static void write_hint(struct html *html, const char *label, const char *hint)
{
	if (*hint == '\0')
		return;
	html_open_class(html, "p", "hint");
	html_element(html, "b", NULL, label);
	html_text(html, " ");
	markdown_write_inline(html, hint);
	html_close(html, "p");
}

/* Hints are about answers: of what ended otherwise none was judged. */
static bool was_answered(const struct group_record *group)
{
	switch (group->verdict) {
	case VERDICT_WRONG:
	case VERDICT_UNWRITTEN:
	case VERDICT_OUT_OF_BOUNDS:
	case VERDICT_WROTE_INPUT:
	case VERDICT_INCONSISTENT:
		return true;
	default:
		return false;
	}
}

void group_write_failure(struct html *html, const struct group_record *group)
{
	write_told(html, group);
	if (was_answered(group))
		write_hint(html, "Hint", group->hint);
}

/* ---- points -------------------------------------------------------------------------------------- */

static const double noticeable = 0.005; /* points are shown to two digits */

struct count {
	size_t all, failed;
};

enum kind { KIND_PUBLIC, KIND_HIDDEN, KINDS };

static enum kind kind_of(const struct group_record *group)
{
	return group->is_public ? KIND_PUBLIC : KIND_HIDDEN;
}

static struct count count_groups(const struct result_record *result, enum kind kind)
{
	struct count count = {0};
	for (size_t i = 0; i < result->n_groups; i++)
		if (kind_of(&result->groups[i]) == kind) {
			count.all++;
			count.failed += result->groups[i].verdict != VERDICT_PASSED;
		}
	return count;
}

static void write_count(struct html *html, const struct count *count, const char *noun)
{
	html_format(html, "%zu of %zu %s%s", count->failed, count->all, noun, text_plural((double)count->all));
}

/* What the failed groups cost that are shown. */
static double cost_of(const struct result_record *result)
{
	double cost = 0;
	for (size_t i = 0; i < result->n_groups; i++)
		cost += result->groups[i].verdict != VERDICT_PASSED ? worth_points(result, result->groups[i].worth) : 0;
	return cost;
}

static size_t count_failed(const struct result_record *result)
{
	size_t failed = 0;
	for (enum kind kind = KIND_PUBLIC; kind < KINDS; kind++)
		failed += count_groups(result, kind).failed;
	return failed;
}

static void write_failed_counts(struct html *html, const struct result_record *result)
{
	static const char *const nouns[KINDS] = {"public case", "hidden group"};
	bool is_first = true;
	for (enum kind kind = KIND_PUBLIC; kind < KINDS; kind++) {
		const struct count count = count_groups(result, kind);
		if (count.failed == 0)
			continue;
		html_text(html, is_first ? "" : " and ");
		write_count(html, &count, nouns[kind]);
		is_first = false;
	}
	html_text(html, count_failed(result) == 1 ? " fails" : " fail");
}

/* "Lost 9.33 points: 1.33 as 2 of 2 public cases fail, 8 in cases that are not shown."; not those for speed. */
void group_write_loss(struct html *html, const struct result_record *result)
{
	const double slow = speed_points(result) - speed_won(result);
	const double lost = result->points - result->automatic - slow, cost = cost_of(result);
	const bool has_more = result->withheld_worth > 0 && lost - cost >= noticeable;
	const bool has_shown = count_failed(result) > 0;
	TEXT_SCOPED struct text all = {0}, shown = {0}, more = {0};
	if (!has_shown && !has_more)
		return;
	points_add(&all, lost);
	points_add(&shown, cost);
	points_add(&more, lost - cost);
	html_open_class(html, "p", "loss");
	html_format(html, "Lost %s point%s%s%s ", text_string(&all), text_plural(lost),
		    result->automatic == result->won ? "" : " by the grader’s count", has_shown ? ":" : "");
	if (has_shown && has_more)
		html_format(html, "%s as ", text_string(&shown));
	if (has_shown)
		write_failed_counts(html, result);
	if (has_more)
		html_format(html, has_shown ? ", %s in cases that are not shown" : "in cases that are not shown",
			    text_string(&more));
	html_text(html, ".");
	html_close(html, "p");
}

/* ---- alike --------------------------------------------------------------------------------------- */

/* Are both hidden, and do they fail alike, if in different cases, or not at all? */
static bool is_alike(const struct group_record *a, const struct group_record *b)
{
	if (a->is_public || b->is_public || a->verdict != b->verdict)
		return false;
	return a->verdict == VERDICT_PASSED ||
	       (strcmp(a->message, b->message) == 0 && strcmp(a->place, b->place) == 0 && a->ratio == b->ratio);
}

/* Is it told with an earlier one? */
static bool is_told(const struct view *view, const struct result_record *result, size_t index)
{
	for (size_t i = 0; i < index && !view_is_instructor(view); i++)
		if (is_alike(&result->groups[i], &result->groups[index]))
			return true;
	return false;
}

static unsigned hidden_number(const struct result_record *result, size_t index)
{
	unsigned number = 1;
	for (size_t i = 0; i < index; i++)
		number += !result->groups[i].is_public;
	return number;
}

/* Adds what the group, and those that are told with it, are called; returns their points. */
static double add_names(const struct view *view, const struct result_record *result, size_t index, struct text *out)
{
	const struct group_record *group = &result->groups[index];
	double points = worth_points(result, group->worth);
	bool is_first = true;
	view_add_group_name(view, result, index, out);
	for (size_t i = index + 1; i < result->n_groups && !view_is_instructor(view); i++)
		if (is_alike(group, &result->groups[i])) {
			if (is_first) {
				text_clear(out);
				text_add_format(out, "hidden groups %u", hidden_number(result, index));
			}
			is_first = false;
			text_add_format(out, ", %u", hidden_number(result, i));
			points += worth_points(result, result->groups[i].worth);
		}
	return points;
}

/* Is there another that is told with the group? */
static bool is_merged(const struct view *view, const struct result_record *result, size_t index)
{
	for (size_t i = index + 1; i < result->n_groups && !view_is_instructor(view); i++)
		if (is_alike(&result->groups[index], &result->groups[i]))
			return true;
	return false;
}

/* The hints of the group and of those that are told with it, each of which says whose it is. */
static void write_hints(struct html *html, const struct view *view, const struct result_record *result, size_t index)
{
	const struct group_record *groups = result->groups;
	const bool merged = is_merged(view, result, index);
	for (size_t i = index; i < result->n_groups && (merged || i == index); i++) {
		bool is_news = is_alike(&groups[index], &groups[i]) || i == index;
		for (size_t k = index; k < i && is_news; k++)
			is_news = !is_alike(&groups[index], &groups[k]) || strcmp(groups[k].hint, groups[i].hint) != 0;
		TEXT_SCOPED struct text label = {0};
		text_add(&label, "Hint");
		if (merged)
			text_add_format(&label, ", group %u", hidden_number(result, i));
		if (is_news)
			write_hint(html, text_string(&label), groups[i].hint);
	}
}

/* ---- groups -------------------------------------------------------------------------------------- */

/* What stands at the head of a group: many students have the same. */
struct head {
	const char *names;
	double points;
	enum verdict verdict;
	bool is_hidden, tells_count;
	unsigned passed, repetitions;
};

static void write_words(struct html *html, const struct head *head)
{
	TEXT_SCOPED struct text points = {0};
	points_add(&points, head->points);
	badge_write_mark(html, head->verdict);
	html_element(html, "b", NULL, head->names);
	html_open(html, "span");
	if (head->is_hidden)
		html_text(html, " hidden,");
	if (head->tells_count && head->repetitions > 1)
		html_format(html, " %u of %u cases,", head->passed, head->repetitions);
	html_format(html, " %s, %s%s", badge_of(head->verdict)->word, head->verdict == VERDICT_PASSED ? "+" : "−",
		    text_string(&points));
	html_close(html, "span");
}

static void add_key(struct text *key, const struct head *head)
{
	const unsigned numbers[] = {head->verdict, head->is_hidden, head->tells_count, head->passed, head->repetitions};
	text_add(key, "head ");
	text_add_bytes(key, numbers, sizeof(numbers));
	text_add_bytes(key, &head->points, sizeof(head->points));
	text_add(key, head->names);
}

static void write_head(struct html *html, const struct view *view, const struct result_record *result, size_t index)
{
	const struct group_record *group = &result->groups[index];
	TEXT_SCOPED struct text names = {0}, key = {0};
	struct head head = {
		.points = add_names(view, result, index, &names),
		.verdict = group->verdict,
		.is_hidden = !group->is_public && view_is_instructor(view),
		.tells_count = view_tells_count(view, group),
		.passed = group->passed,
		.repetitions = group->repetitions,
	};
	head.names = text_string(&names);
	add_key(&key, &head);
	if (clippings_paste(html->clippings, &key, html))
		return;
	const size_t mark = html_mark(html);
	write_words(html, &head);
	clippings_keep(html->clippings, &key, html, mark);
}

static bool is_seen(const struct group_record *group)
{
	return group->is_public && group->shown != NULL;
}

static void write_told_all(struct html *html, const struct view *view, const struct result_record *result, size_t index)
{
	if (result->groups[index].verdict == VERDICT_PASSED)
		return;
	write_told(html, &result->groups[index]);
	if (was_answered(&result->groups[index]))
		write_hints(html, view, result, index);
}

/* Its case folded away: it is right, or another of the exercise is open already. */
static void write_folded(struct html *html, const struct view *view, const struct result_record *result, size_t index,
			 bool has_room)
{
	html_open(html, "details");
	html_open_class(html, "summary", "group");
	write_head(html, view, result, index);
	html_close(html, "summary");
	write_told_all(html, view, result, index);
	case_write(html, result->groups[index].shown, has_room);
	html_close(html, "details");
}

static void write_line(struct html *html, const struct view *view, const struct result_record *result, size_t index)
{
	html_open_class(html, "p", "group");
	write_head(html, view, result, index);
	html_close(html, "p");
	write_told_all(html, view, result, index);
}

/* A case that can be looked at. Is it folded away, unless there is nothing to see? */
static void write_seen(struct html *html, const struct view *view, size_t exercise, size_t index, bool is_folded)
{
	const struct result_record *result = &view->student->results[exercise];
	const struct group_record *group = &result->groups[index];
	bool passed = group->verdict == VERDICT_PASSED;
	bool has_room = view->room[ROOM_GROUPS + index] == '1';
	if (passed && !has_room) {
		write_line(html, view, result, index);
	} else if (is_folded || passed) {
		write_folded(html, view, result, index, has_room);
	} else {
		write_line(html, view, result, index);
		case_write(html, group->shown, has_room);
	}
}

static void write_one(struct html *html, const struct view *view, size_t exercise, size_t index, bool is_folded)
{
	const struct group_record *group = &view->student->results[exercise].groups[index];
	html_open(html, "li");
	if (is_seen(group))
		write_seen(html, view, exercise, index, is_folded);
	else
		write_line(html, view, &view->student->results[exercise], index);
	html_close(html, "li");
}

static void write_rest(struct html *html, size_t count)
{
	if (count == 0)
		return;
	html_open_class(html, "li", "note");
	html_format(html, "… %zu more like these, left out to keep this page small", count);
	html_close(html, "li");
}

/* Of the cases that can be looked at, the first that fails is open. */
void group_write_all(struct html *html, const struct view *view, size_t index)
{
	const struct result_record *result = &view->student->results[index];
	bool is_one_open = false;
	size_t told = 0, rest = 0;
	if (result->n_groups == 0)
		return;
	html_open_class(html, "ol", "groups");
	for (size_t i = 0; i < result->n_groups; i++) {
		const struct group_record *group = &result->groups[i];
		bool failed = group->verdict != VERDICT_PASSED;
		if (is_told(view, result, i))
			continue;
		if (failed && !is_seen(group) && told++ >= view->failures) {
			rest++;
			continue;
		}
		write_one(html, view, index, i, is_one_open);
		is_one_open |= is_seen(group) && failed;
	}
	write_rest(html, rest);
	html_close(html, "ol");
}
