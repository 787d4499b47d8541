#include "report/view.h"

#include <math.h>
#include <string.h>

#include "core/disclosure.h"
#include "core/policy.h"
#include "core/repetition.h"
#include "core/score.h"
#include "report/advice.h"
#include "report/heatmap.h"

/* What is shown without thrift: more than anyone reads. An element costs some 50 bytes, a counterexample 3 kB. */
enum { CELLS_MAX = 8000 };

/* And what is shown of the exercise to begin with, and told of each, with all thrift. */
enum { CELLS_ADVISED = 512, FAILURES_MIN = 2 };

/* What is got is drawn with what was expected and the difference. */
static size_t count_cells(const struct case_record *shown)
{
	size_t cells = 0;
	for (size_t i = 0; i < shown->n_matrices; i++) {
		const struct matrix_record *matrix = &shown->matrices[i];
		bool is_doubled = matrix->role == MATRIX_GOT && shown->verdict != VERDICT_PASSED;
		cells += heatmap_edge(matrix->rows) * heatmap_edge(matrix->columns) * (is_doubled ? 2 : 1);
	}
	return cells;
}

static enum rank rank_group(const struct view *view, size_t index, const struct group_record *group)
{
	return group->verdict == VERDICT_PASSED ? RANK_PASSED : view_rank(view, index);
}

/* Adds what each rank would like to show. */
static void add_wishes(struct view *view, size_t index)
{
	const struct result_record *result = &view->student->results[index];
	size_t *cells = view->wished_cells, *counterexamples = view->wished_counterexamples;
	for (size_t i = 0; i < result->n_groups; i++)
		if (result->groups[i].shown != NULL)
			cells[rank_group(view, index, &result->groups[i])] += count_cells(result->groups[i].shown);
	if (result->counterexample != NULL) {
		cells[view_rank(view, index)] += count_cells(&result->counterexample->shown);
		counterexamples[view_rank(view, index)]++;
	}
}

/* Who comes first is served first. */
static void allot(const size_t wishes[RANK_COUNT], size_t left, size_t allotted[RANK_COUNT])
{
	for (enum rank rank = 0; rank < RANK_COUNT; rank++) {
		allotted[rank] = wishes[rank] < left ? wishes[rank] : left;
		left -= allotted[rank];
	}
}

/* Of the steps of a stage, those that are left to take; goes on to the next stage. */
static unsigned take_stage(unsigned *thrift, unsigned steps)
{
	const unsigned taken = *thrift < steps ? *thrift : steps;
	*thrift -= taken;
	return steps - taken;
}

void view_economise(struct view *view, unsigned thrift)
{
	const size_t *cells = view->wished_cells;
	const unsigned passed = take_stage(&thrift, THRIFT_PASSED);
	view->statements = take_stage(&thrift, THRIFT_STATEMENTS);
	const unsigned figures = take_stage(&thrift, THRIFT_FIGURES);
	const unsigned failures = take_stage(&thrift, THRIFT_FAILURES);
	allot(cells, CELLS_MAX * figures / THRIFT_FIGURES, view->cells);
	view->cells[RANK_PASSED] = view->cells[RANK_PASSED] * passed / THRIFT_PASSED;
	if (view->cells[RANK_ADVISED] < CELLS_ADVISED)
		view->cells[RANK_ADVISED] = cells[RANK_ADVISED] < CELLS_ADVISED ? cells[RANK_ADVISED] : CELLS_ADVISED;
	view->failures = failures < THRIFT_FAILURES ? FAILURES_MIN + failures : SIZE_MAX;
	allot(view->wished_counterexamples, take_stage(&thrift, THRIFT_COUNTEREXAMPLES) + 1, view->counterexamples);
	view->left_out = 0;
}

struct view view_create(const struct course_record *course, const struct student_record *student,
			enum audience audience, unsigned thrift)
{
	struct view view = {.course = course, .student = student, .audience = audience};
	view.advised = advice_of(&view).exercise;
	for (size_t i = 0; i < student->n_results; i++)
		add_wishes(&view, i);
	view_economise(&view, thrift);
	return view;
}

size_t view_first_alike(const struct view *view, size_t index)
{
	const struct result_record *results = view->student->results;
	size_t first = 0;
	while (first < index && !repetition_of(&results[first], &results[index]))
		first++;
	return first;
}

enum rank view_rank(const struct view *view, size_t index)
{
	const struct result_record *result = &view->student->results[index];
	if (result->verdict == VERDICT_PASSED)
		return RANK_PASSED;
	if (index == view->advised)
		return RANK_ADVISED;
	if (verdict_is_right(result->verdict))
		return RANK_PASSED;
	bool follows = result->n_diagnoses > 0 ? view_first_alike(view, index) < index : *result->fix_first != '\0';
	return follows ? RANK_FOLLOWS : RANK_FAILED;
}

bool view_has_statement(const struct view *view, size_t index)
{
	return view_rank(view, index) < view->statements;
}

bool view_afford(struct view *view, const struct case_record *shown, enum rank rank)
{
	size_t cells = count_cells(shown);
	if (cells > view->cells[rank])
		return false;
	view->cells[rank] -= cells;
	return true;
}

bool view_afford_counterexample(struct view *view, enum rank rank)
{
	if (view->counterexamples[rank] == 0)
		return false;
	view->counterexamples[rank]--;
	return true;
}

static void add(struct text *room, bool has_room)
{
	text_add(room, has_room ? "1" : "0");
}

/* Of what passes none is written. */
static void add_counterexample(struct view *view, size_t index, struct text *room)
{
	const struct result_record *result = &view->student->results[index];
	const enum rank rank = view_rank(view, index);
	const bool has_one = result->counterexample != NULL && rank != RANK_PASSED;
	const bool has_room = has_one && view_afford_counterexample(view, rank);
	add(room, has_room);
	add(room, has_room && view_afford(view, &result->counterexample->shown, rank));
}

static void add_figures(struct view *view, const struct group_record *group, enum rank rank, struct text *room)
{
	const bool is_seen = group->is_public && group->shown != NULL;
	const bool has_room = is_seen && view_afford(view, group->shown, rank);
	view->left_out += is_seen && !has_room && group->verdict == VERDICT_PASSED;
	add(room, has_room);
}

void view_add_room(struct view *view, size_t index, struct text *room)
{
	const struct result_record *result = &view->student->results[index];
	add(room, view_has_statement(view, index));
	add_counterexample(view, index, room);
	for (size_t i = 0; i < result->n_groups; i++)
		add_figures(view, &result->groups[i], rank_group(view, index, &result->groups[i]), room);
}

/* The first hand-in of the same bytes as `index`: itself, if there is none before. */
static size_t first_of_file(const struct view *view, size_t index)
{
	const struct past_record *past = view->student->past;
	size_t first = 0;
	while (!digest_equal(&past[first].submission, &past[index].submission))
		first++;
	return first;
}

/* Among the first `count` hand-ins. */
static size_t count_files(const struct view *view, size_t count)
{
	size_t files = 0;
	for (size_t i = 0; i < count; i++)
		files += first_of_file(view, i) == i;
	return files;
}

size_t view_attempts(const struct view *view)
{
	return view->student->attempts;
}

size_t view_attempt(const struct view *view)
{
	const struct student_record *student = view->student;
	const size_t shown = student->standing.hand_in > 0 ? student->standing.hand_in : student->hand_ins;
	if (shown == 0 || shown > student->n_past)
		return shown;
	return view_attempt_of(view, shown - 1);
}

size_t view_attempt_of(const struct view *view, size_t index)
{
	return count_files(view, first_of_file(view, index) + 1);
}

size_t view_failed_tries(const struct view *view, size_t index)
{
	size_t tries = 0;
	for (size_t i = 0; i < view->student->n_past; i++) {
		if (first_of_file(view, i) < i)
			continue;
		const struct past_record *past = &view->student->past[i];
		const struct past_result *result = past->results == NULL ? NULL : &past->results[index];
		tries += result != NULL && result->is_known && result->verdict != VERDICT_PASSED &&
			 result->verdict != VERDICT_MISSING;
	}
	return tries;
}

const struct past_record *view_before(const struct view *view)
{
	const unsigned shown = view->student->standing.hand_in;
	if (shown > 0 && shown < view->student->n_past)
		return NULL; /* the latest does not count: its changes are not those of what is shown */
	for (size_t i = view->student->n_past; i-- > 1;)
		if (view->student->past[i - 1].verdict == VERDICT_GRADED)
			return &view->student->past[i - 1];
	return NULL;
}

double view_change(const struct view *view, size_t index)
{
	const struct past_record *before = view_before(view);
	const struct past_record *now = before == NULL ? NULL : &view->student->past[view->student->n_past - 1];
	if (now == NULL || !now->results[index].is_known || !before->results[index].is_known ||
	    isnan(score_automatic(view->student, index)))
		return 0;
	const char *id = view->course->exercises[index].id;
	return view->student->results[index].won -
	       policy_settle(view->student, &before->standing, id, before->results[index].won);
}

bool view_is_instructor(const struct view *view)
{
	return view->audience == AUDIENCE_INSTRUCTOR;
}

bool view_tells_count(const struct view *view, const struct group_record *group)
{
	return group->is_public || view_is_instructor(view);
}

void view_add_group_name(const struct view *view, const struct result_record *result, size_t group, struct text *out)
{
	if (view_is_instructor(view))
		text_add(out, result->groups[group].name);
	else
		disclosure_add_group_name(result, group, out);
}

size_t course_find_exercise(const struct course_record *course, const char *id)
{
	size_t i = 0;
	while (i < course->n_exercises && strcmp(course->exercises[i].id, id) != 0)
		i++;
	return i;
}
