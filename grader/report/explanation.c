#include "report/explanation.h"

#include <string.h>

#include "report/case.h"
#include "report/page.h"
#include "report/result.h"

/* Is diagnosis `i` another possibility for the mistake before it? */
static bool is_either(const struct result_record *result, size_t i)
{
	return i > 0 && result->diagnoses[i].mistake == result->diagnoses[i - 1].mistake;
}

static void write_repeated(struct html *html, const struct view *view, size_t first)
{
	const struct result_record *result = &view->student->results[first];
	html_open_class(html, "p", "diagnosis");
	html_text(html, "It looks like what is explained at ");
	result_write_link(html, view->course, first);
	html_text(html, ": ");
	for (size_t i = 0; i < result->n_diagnoses; i++) {
		html_text(html, i == 0 ? "" : is_either(result, i) ? ", or " : ", and ");
		html_element(html, "b", NULL, result->diagnoses[i].title);
	}
	html_close(html, "p");
}

static void write_explained(struct html *html, const struct result_record *result)
{
	const bool one = result->n_diagnoses == 1, two = result->diagnoses[result->n_diagnoses - 1].mistake > 0;
	html_open_class(html, "div", "diagnosis");
	html_element(html, "p", NULL,
		     one   ? "It looks like this mistake:"
		     : two ? "It looks like two mistakes at once:"
			   : "It looks like one of these mistakes:");
	html_open(html, "ul");
	for (size_t i = 0; i < result->n_diagnoses; i++) {
		html_open(html, "li");
		html_text(html, two && is_either(result, i) ? "or " : "");
		html_element(html, "b", NULL, result->diagnoses[i].title);
		html_element(html, "p", "message", result->diagnoses[i].explanation);
		html_close(html, "li");
	}
	html_close(html, "ul");
	html_close(html, "div");
}

void explanation_write_diagnosis(struct html *html, const struct view *view, size_t index)
{
	const struct result_record *result = &view->student->results[index];
	size_t first = view_first_alike(view, index);
	if (result->n_diagnoses == 0)
		return;
	if (first == index)
		write_explained(html, result);
	else
		write_repeated(html, view, first);
}

static void write_program(struct html *html, const char *program)
{
	html_open_class(html, "div", "program");
	html_open(html, "details");
	html_element(html, "summary", NULL, "As a program, example.c");
	html_open(html, "pre");
	html_element(html, "code", NULL, program);
	html_close(html, "pre");
	html_close(html, "details");
	html_close(html, "div");
}

/* The first exercise of the same function that has a counterexample, or how many there are. */
static size_t find_shown(const struct view *view, size_t index)
{
	const struct exercise_record *exercises = view->course->exercises;
	size_t i = 0;
	while (i < view->student->n_results && (view->student->results[i].counterexample == NULL ||
						strcmp(exercises[i].function, exercises[index].function) != 0))
		i++;
	return i;
}

static void write_shown_at(struct html *html, const struct view *view, size_t index)
{
	html_open_class(html, "p", "note");
	html_text(html, "The smallest input on which this function fails is at ");
	result_write_link(html, view->course, index);
	html_close(html, "p");
}

/* What was tried to find one, or that it is shown elsewhere. */
static void write_none(struct html *html, const struct view *view, size_t index)
{
	const struct result_record *result = &view->student->results[index];
	const size_t shown = find_shown(view, index);
	if (result->n_groups > 0 && *result->message != '\0')
		page_write_message(html, "message", result->message);
	else if (result->n_groups > 0 && shown < view->student->n_results)
		write_shown_at(html, view, shown);
}

static void write_where_else(struct html *html, const struct exercise_record *exercise)
{
	html_open_class(html, "p", "note");
	html_format(html, "A small input that fails: grader check -e %s", exercise->id);
	html_close(html, "p");
}

void explanation_write_counterexample(struct html *html, const struct view *view, size_t index)
{
	const struct result_record *result = &view->student->results[index];
	const struct counterexample_record *counterexample = result->counterexample;
	if (counterexample == NULL) {
		write_none(html, view, index);
		return;
	}
	if (view->room[ROOM_COUNTEREXAMPLE] != '1') {
		write_where_else(html, &view->course->exercises[index]);
		return;
	}
	html_open_class(html, "div", "counterexample");
	html_open_class(html, "p", "group");
	html_element(html, "b", NULL, "The smallest input found that fails");
	html_close(html, "p");
	page_write_message(html, "message", counterexample->message);
	case_write(html, &counterexample->shown, view->room[ROOM_ITS_FIGURES] == '1');
	write_program(html, counterexample->program);
	html_close(html, "div");
}
