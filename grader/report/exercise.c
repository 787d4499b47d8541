/*
 * One exercise, for the instructor: how far its cases tell right from wrong, how each group of them fares, what the
 * public ones are, and who fails which.
 */
#include "report/report.h"

#include <math.h>
#include <string.h>

#include "core/arena.h"
#include "core/policy.h"
#include "core/roster.h"
#include "core/score.h"
#include "core/speed.h"
#include "report/badge.h"
#include "report/clippings.h"
#include "report/case.h"
#include "report/margin.h"
#include "report/markdown.h"
#include "report/page.h"
#include "report/person.h"

enum { CLIPPINGS_BYTES = 1 << 20 };

static const struct result_record *result_of(const struct student_record *student, size_t index)
{
	return index < student->n_results ? &student->results[index] : NULL;
}

/* A result that has all groups: those whose function is missing have none. */
static const struct result_record *find_sample(const struct course_record *course, size_t index)
{
	const struct result_record *sample = NULL;
	for (size_t i = 0; i < course->n_students; i++) {
		const struct result_record *result = result_of(&course->students[i], index);
		if (result != NULL && (sample == NULL || result->n_groups > sample->n_groups))
			sample = result;
	}
	return sample;
}

struct tally {
	size_t tried, passed;
};

static struct tally count_group(const struct course_record *course, size_t index, size_t group)
{
	struct tally tally = {0};
	for (size_t i = 0; i < course->n_students; i++) {
		const struct result_record *result = result_of(&course->students[i], index);
		if (result == NULL || group >= result->n_groups)
			continue;
		tally.tried++;
		tally.passed += result->groups[group].verdict == VERDICT_PASSED;
	}
	return tally;
}

static const struct coverage_record *coverage_of(const struct course_record *course, size_t index)
{
	return course->coverage == NULL ? NULL : course->coverage[index];
}

/* How students fail a group, and where. */
struct way {
	enum verdict verdict;
	const char *place;
	size_t count;
};

/* The most common of the first ways that were met. */
static struct way common_way(const struct course_record *course, size_t index, size_t group)
{
	enum { WAYS = 32 };
	struct way ways[WAYS] = {0};
	size_t best = 0;
	for (size_t i = 0; i < course->n_students; i++) {
		const struct result_record *result = result_of(&course->students[i], index);
		if (result == NULL || group >= result->n_groups || result->groups[group].verdict == VERDICT_PASSED)
			continue;
		const struct group_record *failed = &result->groups[group];
		size_t k = 0;
		while (k < WAYS && ways[k].count > 0 &&
		       (ways[k].verdict != failed->verdict || strcmp(ways[k].place, failed->place) != 0))
			k++;
		if (k == WAYS)
			continue;
		ways[k] = (struct way){failed->verdict, failed->place, ways[k].count + 1};
		best = ways[k].count > ways[best].count ? k : best;
	}
	return ways[best];
}

static void write_way(struct html *html, const struct way *way)
{
	html_open_class(html, "td", "way");
	if (way->count > 0) {
		badge_write(html, way->verdict);
		html_format(html, " %zu×", way->count);
		if (*way->place != '\0')
			html_element(html, "p", "note", way->place);
	}
	html_close(html, "td");
}

/* What is told of hidden cases is their hint: the author wrote it about them. */
static void write_group_name(struct html *html, const struct group_record *group)
{
	html_open(html, "th");
	html_attribute(html, "scope", "row");
	html_text(html, group->name);
	if (*group->hint != '\0') {
		html_open_class(html, "p", "note");
		html_text(html, "Hint: ");
		markdown_write_inline(html, group->hint);
		html_close(html, "p");
	}
	html_close(html, "th");
}

static void write_group(struct html *html, const struct course_record *course, size_t index,
			const struct group_record *group, size_t number)
{
	const struct way way = common_way(course, index, number);
	struct tally tally = count_group(course, index, number);
	html_open(html, "tr");
	html_open_class(html, "td", "number");
	html_format(html, "%zu", number + 1);
	html_close(html, "td");
	write_group_name(html, group);
	html_element(html, "td", NULL, group->is_public ? "public" : "hidden");
	html_open_class(html, "td", "number");
	html_format(html, "%u", group->repetitions);
	html_close(html, "td");
	html_open_class(html, "td", "number");
	html_format(html, "%u", group->worth);
	html_close(html, "td");
	html_open_class(html, "td", "number");
	html_format(html, "%zu of %zu", tally.passed, tally.tried);
	page_write_bar(html, (double)tally.passed, (double)tally.tried);
	html_close(html, "td");
	write_way(html, &way);
	if (coverage_of(course, index) != NULL)
		margin_write_group(html, coverage_of(course, index), number);
	html_close(html, "tr");
}

static void write_groups(struct html *html, const struct course_record *course, size_t index,
			 const struct result_record *sample)
{
	page_open_section(html, "tally", "Groups of cases");
	page_open_table(html, "catalogue", "How many students pass each group");
	page_write_column_head(html, "number", "No.");
	page_write_column_head(html, NULL, "Group");
	page_write_column_head(html, NULL, "Seen");
	page_write_column_head(html, "number", "Cases");
	page_write_column_head(html, "number", "Worth");
	page_write_column_head(html, "number", "Pass");
	page_write_column_head(html, NULL, "Fail most often as");
	if (coverage_of(course, index) != NULL) {
		page_write_column_head(html, "number", "Honest code");
		page_write_column_head(html, "number", "Mistakes caught");
	}
	page_open_table_body(html);
	for (size_t i = 0; i < sample->n_groups; i++)
		write_group(html, course, index, &sample->groups[i], i);
	page_close_table(html);
	html_close(html, "section");
}

/* ---- speed ---------------------------------------------------------------------------------------- */

/* A result that was asked for it, or NULL. */
static const struct result_record *find_timed(const struct course_record *course, size_t index)
{
	for (size_t i = 0; i < course->n_students; i++) {
		const struct result_record *result = result_of(&course->students[i], index);
		if (result != NULL && speed_is_asked(result))
			return result;
	}
	return NULL;
}

/* Of those that were measured, since they are right. */
static struct tally count_rung(const struct course_record *course, size_t index, size_t rung)
{
	struct tally tally = {0};
	for (size_t i = 0; i < course->n_students; i++) {
		const struct result_record *result = result_of(&course->students[i], index);
		if (result == NULL || !(result->speed.ratio > 0))
			continue;
		tally.tried++;
		tally.passed += rung < speed_next(result);
	}
	return tally;
}

static void write_rung(struct html *html, const struct course_record *course, size_t index,
		       const struct rung_record *rung, size_t number)
{
	const struct tally tally = count_rung(course, index, number);
	html_open(html, "tr");
	html_open(html, "th");
	html_attribute(html, "scope", "row");
	html_format(html, "at most %g times the fast path", rung->ratio);
	html_close(html, "th");
	html_open_class(html, "td", "number");
	html_format(html, "%u", rung->worth);
	html_close(html, "td");
	html_open_class(html, "td", "number");
	html_format(html, "%zu of %zu", tally.passed, tally.tried);
	page_write_bar(html, (double)tally.passed, (double)tally.tried);
	html_close(html, "td");
	html_close(html, "tr");
}

static void write_rungs(struct html *html, const struct course_record *course, size_t index)
{
	const struct result_record *timed = find_timed(course, index);
	if (timed == NULL)
		return;
	page_open_section(html, "speed", "Speed");
	page_open_table(html, "catalogue", "How many of those whose answers are right reach each rung");
	page_write_column_head(html, NULL, "Rung");
	page_write_column_head(html, "number", "Worth");
	page_write_column_head(html, "number", "Reached");
	page_open_table_body(html);
	for (size_t i = 0; i < timed->speed.n_rungs; i++)
		write_rung(html, course, index, &timed->speed.rungs[i], i);
	page_close_table(html);
	html_close(html, "section");
}

/* ---- the public cases ----------------------------------------------------------------------------- */

/* The case without what the student whose result it is from made of it. */
static void write_case(struct html *html, const struct case_record *shown)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct matrix_record *matrices = arena_array(arena, shown->n_matrices, sizeof(*matrices));
	struct case_record right = *shown;
	right.verdict = VERDICT_PASSED;
	right.returned = shown->expected_return;
	right.matrices = matrices;
	right.n_matrices = 0;
	for (size_t i = 0; i < shown->n_matrices; i++)
		if (shown->matrices[i].role != MATRIX_GOT)
			matrices[right.n_matrices++] = shown->matrices[i];
	case_write(html, &right, true);
}

static void write_cases(struct html *html, const struct result_record *sample)
{
	bool any = false;
	for (size_t i = 0; i < sample->n_groups; i++)
		any |= sample->groups[i].shown != NULL;
	if (!any)
		return;
	page_open_section(html, "cases", "Public cases");
	for (size_t i = 0; i < sample->n_groups; i++) {
		if (sample->groups[i].shown == NULL)
			continue;
		html_open(html, "details");
		html_element(html, "summary", NULL, sample->groups[i].name);
		write_case(html, sample->groups[i].shown);
		html_close(html, "details");
	}
	html_close(html, "section");
}

/* ---- the students --------------------------------------------------------------------------------- */

static void write_cells(struct html *html, const struct result_record *result, size_t n_groups)
{
	for (size_t i = 0; i < n_groups; i++) {
		if (i < result->n_groups)
			badge_write_cell(html, result->groups[i].verdict, "");
		else
			html_element(html, "td", "cell", "·");
	}
}

static void write_diagnoses(struct html *html, const struct result_record *result)
{
	html_open(html, "td");
	for (size_t i = 0; i < result->n_diagnoses; i++) {
		bool is_either = i > 0 && result->diagnoses[i].mistake == result->diagnoses[i - 1].mistake;
		html_format(html, "%s%s", i == 0 ? "" : is_either ? ", or " : ", and ", result->diagnoses[i].title);
	}
	html_close(html, "td");
}

static void write_speed(struct html *html, const struct result_record *result)
{
	html_open_class(html, "td", "number");
	if (result->speed.ratio > 0)
		html_format(html, "%.2f×", result->speed.ratio);
	html_close(html, "td");
}

static bool is_adjusted(const struct result_record *result)
{
	return result != NULL && (result->won < result->automatic || result->won > result->automatic);
}

/* Why the points are not those that the verdict promises. */
static void write_reasons(struct html *html, const struct course_record *course, const struct student_record *student,
			  size_t index)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct result_record *result = result_of(student, index);
	const char *const *reasons;
	html_open_class(html, "td", "notes");
	if (is_adjusted(result)) {
		TEXT_SCOPED struct text automatic = {0};
		const size_t count = policy_reasons(course, student, course->exercises[index].id, arena, &reasons);
		points_add(&automatic, result->automatic);
		if (policy_manual(student, course->exercises[index].id) == NULL)
			html_format(html, "%s by the grader; ", text_string(&automatic));
		for (size_t i = 0; i < count; i++)
			html_format(html, "%s%s", i > 0 ? "; " : "", reasons[i]);
	}
	html_close(html, "td");
}

struct student_table {
	const struct course_record *course;
	size_t index, n_groups;
	struct person_columns columns;
	bool has_reasons, has_speed;
};

static struct student_table make_table(const struct course_record *course, size_t index, size_t n_groups)
{
	struct student_table table = {course, index, n_groups, person_columns(course), false, false};
	for (size_t i = 0; i < course->n_students; i++) {
		const struct result_record *result = result_of(&course->students[i], index);
		table.has_reasons |= is_adjusted(result);
		table.has_speed |= result != NULL && result->speed.ratio > 0;
	}
	return table;
}

static void write_student(struct html *html, const struct student_table *table, const struct student_record *student)
{
	const struct result_record *result = result_of(student, table->index);
	if (result == NULL)
		return;
	TEXT_SCOPED struct text won = {0};
	if (isnan(score_of_exercise(table->course, student, table->index)))
		text_add(&won, "–");
	else
		points_add(&won, result->won);
	html_open(html, "tr");
	html_open(html, "th");
	html_attribute(html, "scope", "row");
	page_write_student_link(html, "../", student->name);
	html_close(html, "th");
	person_write_cells(html, table->columns, table->course, student);
	html_element(html, "td", "number", text_string(&won));
	if (table->has_reasons)
		write_reasons(html, table->course, student, table->index);
	html_open(html, "td");
	badge_write(html, result->verdict);
	html_close(html, "td");
	if (table->has_speed)
		write_speed(html, result);
	write_cells(html, result, table->n_groups);
	write_diagnoses(html, result);
	html_close(html, "tr");
}

static void write_heads(struct html *html, const struct student_table *table)
{
	page_write_column_head(html, NULL, "Student");
	person_write_heads(html, table->columns);
	page_write_column_head(html, "number", "Points");
	if (table->has_reasons)
		page_write_column_head(html, NULL, "Why");
	page_write_column_head(html, NULL, "Verdict");
	if (table->has_speed)
		page_write_column_head(html, "number", "Of the fast path");
	for (size_t i = 0; i < table->n_groups; i++) {
		TEXT_SCOPED struct text number = {0};
		text_add_format(&number, "%zu", i + 1);
		page_write_column_head(html, "cell", text_string(&number));
	}
	page_write_column_head(html, NULL, "Misconception");
}

static void write_students(struct html *html, const struct course_record *course, size_t index, size_t n_groups)
{
	const struct student_table table = make_table(course, index, n_groups);
	page_open_section(html, "students", "Students");
	badge_write_legend(html);
	page_open_table(html, "class", "Verdicts by student and group");
	write_heads(html, &table);
	page_open_table_body(html);
	for (size_t i = 0; i < course->n_students; i++)
		write_student(html, &table, &course->students[i]);
	page_close_table(html);
	html_close(html, "section");
}

static void write_header(struct html *html, const struct exercise_record *exercise)
{
	TEXT_SCOPED struct text points = {0};
	points_add(&points, exercise->points);
	html_open_class(html, "header", "hero");
	html_open(html, "div");
	html_open_class(html, "p", "kicker");
	html_open(html, "a");
	html_attribute(html, "href", "../index.html");
	html_text(html, "Class");
	html_close(html, "a");
	html_format(html, " / %s, for the instructor", exercise->id);
	html_close(html, "p");
	html_element(html, "h1", NULL, exercise->title);
	html_open_class(html, "p", "note");
	html_element(html, "code", NULL, exercise->function);
	html_format(html, ", %s point%s", text_string(&points), text_plural(exercise->points));
	html_close(html, "p");
	html_close(html, "div");
	html_close(html, "header");
}

void report_exercise_page(const struct course_record *course, size_t index, struct text *out)
{
	const struct exercise_record *exercise = &course->exercises[index];
	const struct result_record *sample = find_sample(course, index);
	ARENA_SCOPED struct arena *arena = arena_create();
	struct course_record counted = *course; /* each person once, under whichever names they handed in */
	roster_drop_seconds(&counted, arena);
	CLIPPINGS_SCOPED struct clippings *clippings = clippings_create(CLIPPINGS_BYTES);
	struct html html = html_start(out);
	html.clippings = clippings;
	TEXT_SCOPED struct text title = {0};
	text_add_format(&title, "%s %s: class report", exercise->id, exercise->title);
	page_open(&html, text_string(&title));
	write_header(&html, exercise);
	html_open(&html, "main");
	html_attribute(&html, "id", "main");
	margin_write(&html, coverage_of(course, index));
	if (sample == NULL) {
		html_element(&html, "p", NULL, "Nobody was graded yet.");
	} else {
		write_groups(&html, &counted, index, sample);
		write_rungs(&html, &counted, index);
		write_cases(&html, sample);
		write_students(&html, course, index, sample->n_groups);
	}
	page_close(&html, course);
	html_finish(&html);
}
