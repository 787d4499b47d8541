#include "report/view.h"

#include <string.h>

#include "core/disclosure.h"
#include "report/heatmap.h"

/*
 * Of 300 kB a page, about 110 bytes an element, and the words need room too. A counterexample takes about 4 kB
 * with its program; who has more than a few is best off with the first.
 */
enum { CELLS_MAX = 850, COUNTEREXAMPLES_MAX = 6 };

static size_t count_cells(const struct case_record *shown)
{
	size_t cells = 0;
	for (size_t i = 0; i < shown->n_matrices; i++) {
		struct heatmap_view part = heatmap_view_of(&shown->matrices[i], NULL);
		cells += part.rows * part.columns;
	}
	return cells;
}

static size_t count_failed_cells(const struct student_record *student)
{
	size_t cells = 0;
	for (size_t i = 0; i < student->n_results; i++) {
		const struct result_record *result = &student->results[i];
		for (size_t k = 0; k < result->n_groups; k++) {
			const struct case_record *shown = result->groups[k].shown;
			if (shown != NULL && shown->verdict != VERDICT_PASSED)
				cells += count_cells(shown);
		}
	}
	return cells;
}

struct view view_create(const struct course_record *course, const struct student_record *student,
			enum audience audience)
{
	size_t failed = count_failed_cells(student);
	return (struct view){.course = course,
			     .student = student,
			     .audience = audience,
			     .failed_cells = CELLS_MAX,
			     .counterexamples = COUNTEREXAMPLES_MAX,
			     .passed_cells = failed < CELLS_MAX ? CELLS_MAX - failed : 0};
}

bool view_afford(struct view *view, const struct case_record *shown)
{
	size_t *left = shown->verdict == VERDICT_PASSED ? &view->passed_cells : &view->failed_cells;
	size_t cells = count_cells(shown);
	if (cells > *left)
		return false;
	*left -= cells;
	return true;
}

bool view_afford_counterexample(struct view *view)
{
	if (view->counterexamples == 0)
		return false;
	view->counterexamples--;
	return true;
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

/* The first failed exercise in the catalogue's order, or what it says to fix first, and so on. */
size_t view_fix_first(const struct view *view)
{
	const struct student_record *student = view->student;
	size_t first = 0;
	while (first < student->n_results && student->results[first].verdict == VERDICT_PASSED)
		first++;
	if (first == student->n_results)
		return first;
	/* as many steps as there are exercises: enough for any chain, an end for a circle */
	for (size_t step = 0; step < student->n_results; step++) {
		size_t needed = course_find_exercise(view->course, student->results[first].fix_first);
		if (needed >= student->n_results || student->results[needed].verdict == VERDICT_PASSED)
			break;
		first = needed;
	}
	return first;
}
