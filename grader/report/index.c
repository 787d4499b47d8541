/*
 * The class on one page, for the instructor: what needs attention, who holds which misconception, everybody's score
 * with a cell for each exercise, and how the exercises fare.
 */
#include "report/report.h"

#include <math.h>
#include <string.h>

#include "core/arena.h"
#include "core/policy.h"
#include "core/roster.h"
#include "core/score.h"
#include "report/badge.h"
#include "report/clippings.h"
#include "report/distribution.h"
#include "report/misconceptions.h"
#include "report/page.h"
#include "report/person.h"
#include "report/staircase.h"

static const char script[] =
#include "generated/class.js.h"
	;

enum { CLIPPINGS_BYTES = 1 << 20 };

static bool is_graded(const struct student_record *student)
{
	return student->verdict == VERDICT_GRADED && student->n_results > 0;
}

static bool has_total(const struct course_record *course, const struct student_record *student)
{
	return !isnan(score_of_course(course, student));
}

/* Are there exercises that the grader has not come to yet, since they changed or it was stopped? */
static bool is_waiting(const struct course_record *course, const struct student_record *student)
{
	return is_graded(student) && !has_total(course, student);
}

static size_t count_students(const struct course_record *course, enum verdict verdict, bool waiting)
{
	size_t count = 0;
	for (size_t i = 0; i < course->n_students; i++) {
		const struct student_record *student = &course->students[i];
		count += student->verdict == verdict && is_waiting(course, student) == waiting;
	}
	return count;
}

/* How many there are, and of each kind, so that it adds up. */
static void write_students_count(struct html *html, const struct course_record *course)
{
	static const struct {
		enum verdict verdict;
		bool waiting;
		const char *words;
	} kinds[] = {
		{VERDICT_GRADED, false, "graded"},
		{VERDICT_GRADED, true, "not graded in all exercises yet"},
		{VERDICT_REJECTED, false, "rejected"},
		{VERDICT_HARNESS_FAULT, false, "not graded for a harness fault"},
		{VERDICT_ABSENT, false, "handed in nothing"},
	};
	const char *before = ": ";
	html_format(html, "%zu student%s", course->n_students, text_plural((double)course->n_students));
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		const size_t count = count_students(course, kinds[i].verdict, kinds[i].waiting);
		if (count == 0)
			continue;
		html_format(html, "%s%zu %s", before, count, kinds[i].words);
		before = ", ";
	}
}

/* ---- what needs attention ------------------------------------------------------------------------ */

static bool names_twin(const struct student_record *student, const char *name)
{
	for (size_t i = 0; i < student->n_twins; i++)
		if (strcmp(student->twins[i], name) == 0)
			return true;
	return false;
}

static bool has_twins(const struct course_record *course, const struct student_record *student)
{
	(void)course;
	return student->n_twins > 0;
}

/* Does somebody before them name both? */
static bool are_named(const struct course_record *course, const struct student_record *student, const char *twin)
{
	for (const struct student_record *before = course->students; before < student; before++)
		if (names_twin(before, student->name) && (strcmp(before->name, twin) == 0 || names_twin(before, twin)))
			return true;
	return false;
}

/* Of all who handed in the same the first: each with all others would fill the page. */
static bool is_first_twin(const struct course_record *course, const struct student_record *student)
{
	for (size_t i = 0; i < student->n_twins; i++)
		if (!are_named(course, student, student->twins[i]))
			return true;
	return false;
}

static bool is_rejected(const struct course_record *course, const struct student_record *student)
{
	(void)course;
	return student->verdict == VERDICT_REJECTED;
}

static bool is_faulty(const struct course_record *course, const struct student_record *student)
{
	(void)course;
	return student->fault != NULL || student->verdict == VERDICT_HARNESS_FAULT;
}

static void write_reason(struct html *html, const struct course_record *course, const struct student_record *student)
{
	(void)course;
	html_format(html, "%s", *student->reason != '\0' ? student->reason : verdict_meaning(student->verdict));
}

/* Which file, when, and why; and what of the student's counts meanwhile. */
static void write_fault(struct html *html, const struct course_record *course, const struct student_record *student)
{
	const struct fault_record *fault = student->fault;
	if (fault == NULL) {
		write_reason(html, course, student);
		return;
	}
	page_write_name(html, fault->path);
	html_text(html, ", ");
	page_write_time(html, fault->failed_at);
	html_format(html, ": %s; %s", fault->reason,
		    student->attempts > 0	 ? "the score is of an earlier hand-in"
		    : has_total(course, student) ? "the score was given by hand"
						 : "there is no score yet");
}

static void write_twins(struct html *html, const struct course_record *course, const struct student_record *student)
{
	html_text(html, "same bytes as ");
	for (size_t i = 0; i < student->n_twins; i++) {
		html_text(html, i > 0 ? ", " : "");
		person_write_link(html, course, "", student->twins[i]);
	}
}

static bool is_unknown(const struct course_record *course, const struct student_record *student)
{
	return course->roster != NULL && !roster_has(course->roster, student->name);
}

static bool is_second(const struct course_record *course, const struct student_record *student)
{
	return course->roster != NULL && roster_is_second(course->roster, course, student->name);
}

static void write_second(struct html *html, const struct course_record *course, const struct student_record *student)
{
	html_text(html, "of the roster is also ");
	person_write_link(html, course, "", roster_find(course->roster, student->name)->id);
	html_text(html, ", which exports have alone and which is counted here");
}

/* Worst first: what is our own fault, what could not be graded, what looks odd. */
static const struct problem {
	const char *word;
	/* said in the student's row */
	bool (*applies)(const struct course_record *course, const struct student_record *student);
	/* said in the list on top */
	bool (*is_listed)(const struct course_record *course, const struct student_record *student);
	/* NULL: all of them are named in one line, with `end` behind */
	void (*write)(struct html *html, const struct course_record *course, const struct student_record *student);
	const char *end;
} problems[] = {
	{"harness fault", is_faulty, is_faulty, write_fault, NULL},
	{"rejected", is_rejected, is_rejected, write_reason, NULL},
	{"not graded yet", is_waiting, is_waiting, NULL,
	 ": in some exercises, so there is no total; `grader grade` with their submissions makes up for it"},
	{"identical file", has_twins, is_first_twin, write_twins, NULL},
	{"handed in under the id, too", is_second, is_second, write_second, NULL},
	{"not in the roster", is_unknown, is_unknown, NULL, ": graded and exported all the same"},
};

enum { PROBLEM_COUNT = sizeof(problems) / sizeof(problems[0]) };

static size_t count_problems(const struct course_record *course)
{
	size_t count = 0;
	for (size_t kind = 0; kind < PROBLEM_COUNT; kind++)
		for (size_t i = 0; i < course->n_students; i++)
			count += problems[kind].is_listed(course, &course->students[i]);
	return count;
}

static void write_problem(struct html *html, const struct course_record *course, const struct problem *problem,
			  const struct student_record *student)
{
	html_open(html, "li");
	html_element(html, "span", "badge bad", problem->word);
	html_text(html, " ");
	person_write_link(html, course, "", student->name);
	html_text(html, ": ");
	problem->write(html, course, student);
	html_close(html, "li");
}

/* There may be many, and of each there is nothing to say but who it is. */
static void write_together(struct html *html, const struct problem *problem, const struct course_record *course)
{
	size_t count = 0;
	for (size_t i = 0; i < course->n_students; i++) {
		if (!problem->is_listed(course, &course->students[i]))
			continue;
		if (count++ == 0) {
			html_open(html, "li");
			html_element(html, "span", "badge bad", problem->word);
		}
		html_text(html, count == 1 ? " " : ", ");
		page_write_student_link(html, "", course->students[i].name);
	}
	if (count > 0) {
		html_text(html, problem->end);
		html_close(html, "li");
	}
}

static void write_each(struct html *html, const struct problem *problem, const struct course_record *course)
{
	for (size_t i = 0; i < course->n_students; i++)
		if (problem->is_listed(course, &course->students[i]))
			write_problem(html, course, problem, &course->students[i]);
}

static void write_problems(struct html *html, const struct course_record *course)
{
	page_open_section(html, "problems", "Needs attention");
	if (count_problems(course) == 0) {
		html_element(html, "p", NULL, "Nothing: every submission was graded, and no two are the same.");
	} else {
		html_open_class(html, "ul", "problems");
		for (size_t kind = 0; kind < PROBLEM_COUNT; kind++)
			(problems[kind].write == NULL ? write_together : write_each)(html, &problems[kind], course);
		html_close(html, "ul");
	}
	html_close(html, "section");
}

/* ---- the students -------------------------------------------------------------------------------- */

/* A first cell of a level stands apart from the level before. */
static bool starts_level(const struct course_record *course, size_t index)
{
	return index == 0 || course->exercises[index].level != course->exercises[index - 1].level;
}

static void write_cells(struct html *html, const struct course_record *course, const struct student_record *student)
{
	for (size_t i = 0; i < course->n_exercises; i++) {
		const bool is_first = starts_level(course, i);
		if (i < student->n_results)
			badge_write_cell(html, student->results[i].verdict, is_first ? " first" : "");
		else
			html_element(html, "td", is_first ? "cell first" : "cell", "·");
	}
}

static void write_score(struct html *html, const struct course_record *course, const struct student_record *student)
{
	TEXT_SCOPED struct text won = {0};
	points_add(&won, student->won);
	html_open_class(html, "td", "number");
	if (has_total(course, student) && (is_graded(student) || student->n_manual > 0)) {
		html_text(html, text_string(&won));
		page_write_bar(html, student->won, student->points);
	} else
		html_text(html, "–");
	html_close(html, "td");
}

/* Is it among the notes that stand on the board, too? */
static bool is_noted(const struct problem *problem)
{
	return problem->applies == is_unknown || problem->applies == is_second || problem->applies == is_faulty;
}

static void write_notes(struct html *html, const struct course_record *course, const struct student_record *student)
{
	TEXT_SCOPED struct text notes = {0};
	for (size_t kind = 0; kind < PROBLEM_COUNT; kind++)
		if (problems[kind].applies(course, student) && !is_noted(&problems[kind]))
			text_add_format(&notes, "%s%s", notes.length > 0 ? ", " : "", problems[kind].word);
	if (student->verdict == VERDICT_ABSENT)
		text_add(&notes, verdict_meaning(student->verdict));
	policy_add_notes(course, student, ", ", &notes);
	html_element(html, "td", "notes", text_string(&notes));
}

/* The page that may be handed to the student. */
static void write_handout(struct html *html, const struct student_record *student)
{
	TEXT_SCOPED struct text file = {0};
	report_file_name(student->name, &file);
	html_open_class(html, "td", "handout");
	html_open(html, "a");
	html_attribute_format(html, "href", "../students/%s", text_string(&file));
	html_attribute_format(html, "aria-label", "page for %s", student->name);
	html_text(html, "page");
	html_close(html, "a");
	html_close(html, "td");
}

static void write_student(struct html *html, const struct course_record *course, struct person_columns columns,
			  const struct student_record *student)
{
	html_open(html, "tr");
	html_open(html, "th");
	html_attribute(html, "scope", "row");
	page_write_student_link(html, "", student->name);
	html_close(html, "th");
	person_write_cells(html, columns, course, student);
	write_score(html, course, student);
	write_notes(html, course, student);
	html_open_class(html, "td", "number");
	html_format(html, "%u", student->attempts);
	html_close(html, "td");
	write_cells(html, course, student);
	write_handout(html, student);
	html_close(html, "tr");
}

static void write_student_table(struct html *html, const struct course_record *course)
{
	const struct person_columns columns = person_columns(course);
	page_open_table(html, "class dense", "Points and verdicts by student");
	page_write_column_head(html, NULL, "Student");
	person_write_heads(html, columns);
	page_write_column_head(html, "number", "Points");
	page_write_column_head(html, NULL, "Problems");
	page_write_column_head(html, "number", "Tries");
	for (size_t i = 0; i < course->n_exercises; i++)
		page_write_column_head(html, starts_level(course, i) ? "cell first" : "cell", course->exercises[i].id);
	page_write_column_head(html, "handout", "To hand out");
	page_open_table_body(html);
	for (size_t i = 0; i < course->n_students; i++)
		write_student(html, course, columns, &course->students[i]);
	page_close_table(html);
}

static void write_students(struct html *html, const struct course_record *course, const struct course_record *counted)
{
	page_open_section(html, "students", "Students");
	if (course->n_students == 0) {
		html_element(html, "p", NULL, "Nobody has handed in anything yet.");
	} else {
		distribution_write(html, counted);
		badge_write_legend(html);
		write_student_table(html, course);
	}
	html_close(html, "section");
}

/* ---- the exercises ------------------------------------------------------------------------------- */

struct tally {
	size_t graded, passed;
	size_t failed[VERDICT_COUNT];
};

static struct tally count_results(const struct course_record *course, size_t index)
{
	struct tally tally = {0};
	for (size_t i = 0; i < course->n_students; i++) {
		const struct student_record *student = &course->students[i];
		if (!is_graded(student) || index >= student->n_results)
			continue;
		enum verdict verdict = student->results[index].verdict;
		if (isnan(score_automatic(student, index)))
			continue;
		tally.graded++;
		if (verdict_is_right(verdict))
			tally.passed++;
		else
			tally.failed[verdict]++;
	}
	return tally;
}

static enum verdict most_common(const struct tally *tally)
{
	enum verdict common = VERDICT_PASSED;
	for (enum verdict verdict = 0; verdict < VERDICT_COUNT; verdict++)
		if (tally->failed[verdict] > tally->failed[common])
			common = verdict;
	return common;
}

static void write_exercise_link(struct html *html, const struct exercise_record *exercise)
{
	TEXT_SCOPED struct text file = {0};
	report_file_name(exercise->id, &file);
	html_open(html, "a");
	html_attribute_format(html, "href", "exercises/%s", text_string(&file));
	html_format(html, "%s %s", exercise->id, exercise->title);
	html_close(html, "a");
}

static void write_exercise(struct html *html, const struct course_record *course, size_t index)
{
	const struct exercise_record *exercise = &course->exercises[index];
	struct tally tally = count_results(course, index);
	TEXT_SCOPED struct text points = {0};
	points_add(&points, exercise->points);
	html_open(html, "tr");
	html_open(html, "th");
	html_attribute(html, "scope", "row");
	write_exercise_link(html, exercise);
	html_close(html, "th");
	html_open(html, "td");
	html_format(html, "%d %s", exercise->level, level_name(exercise->level));
	html_close(html, "td");
	html_element(html, "td", "number", text_string(&points));
	html_open_class(html, "td", "number");
	html_format(html, "%zu of %zu", tally.passed, tally.graded);
	html_close(html, "td");
	html_open_class(html, "td", "share");
	page_write_bar(html, (double)tally.passed, (double)tally.graded);
	html_close(html, "td");
	html_open(html, "td");
	if (tally.passed < tally.graded)
		badge_write(html, most_common(&tally));
	html_close(html, "td");
	html_close(html, "tr");
}

static double passing_share(const struct course_record *course, size_t index)
{
	struct tally tally = count_results(course, index);
	return tally.graded > 0 ? (double)tally.passed / (double)tally.graded : 1;
}

/* The hardest but for those already told, the last of which is `last`; n_exercises if none is left. */
static size_t next_hardest(const struct course_record *course, size_t last)
{
	const double least = last < course->n_exercises ? passing_share(course, last) : -1;
	size_t next = course->n_exercises;
	double best = 2;
	for (size_t i = 0; i < course->n_exercises; i++) {
		double share = passing_share(course, i);
		if (share < best && (share > least || (share == least && i > last))) {
			best = share;
			next = i;
		}
	}
	return next;
}

static void write_exercise_table(struct html *html, const struct course_record *course)
{
	page_open_table(html, "catalogue", "How many students pass each exercise, the hardest first");
	page_write_column_head(html, NULL, "Exercise");
	page_write_column_head(html, NULL, "Level");
	page_write_column_head(html, "number", "Points");
	page_write_column_head(html, "number", "Pass");
	page_write_column_head(html, NULL, "Share");
	page_write_column_head(html, NULL, "Fail most often as");
	page_open_table_body(html);
	for (size_t i = next_hardest(course, course->n_exercises); i < course->n_exercises; i = next_hardest(course, i))
		write_exercise(html, course, i);
	page_close_table(html);
}

static void write_misconceptions(struct html *html, const struct course_record *course)
{
	page_open_section(html, "misconceptions", "Misconceptions");
	misconceptions_write(html, course);
	html_close(html, "section");
}

static void write_exercises(struct html *html, const struct course_record *course)
{
	page_open_section(html, "catalogue", "Exercises");
	if (course->n_exercises == 0)
		html_element(html, "p", NULL, "There are none.");
	else
		write_exercise_table(html, course);
	html_close(html, "section");
}

/* ---- the page ------------------------------------------------------------------------------------ */

/* The average of those who were graded and have a total; by level, of those who have a score in each exercise. */
static void average(const struct course_record *course, struct step *steps, size_t n_steps, double *won)
{
	size_t graded = 0, whole = 0;
	*won = 0;
	for (size_t i = 0; i < course->n_students; i++) {
		const struct student_record *student = &course->students[i];
		if (!is_graded(student) || !has_total(course, student))
			continue;
		*won += student->won;
		graded++;
		if (score_so_far(course, student).scored < course->n_exercises)
			continue;
		staircase_add(course, student, steps, n_steps);
		whole++;
	}
	for (size_t i = 0; i < n_steps && whole > 0; i++)
		steps[i].won /= (double)whole;
	*won /= graded > 0 ? (double)graded : 1;
}

static void write_facts(struct html *html, const struct course_record *course)
{
	html_open_class(html, "dl", "facts");
	html_element(html, "dt", NULL, "Graded at");
	html_open(html, "dd");
	page_write_time(html, course->graded_at);
	html_close(html, "dd");
	page_write_fact(html, "Grader", course->grader_version);
	page_write_fact(html, "Sandbox", course->sandbox);
	page_write_fact(html, "Host", course->host);
	html_close(html, "dl");
}

static void write_header(struct html *html, const struct course_record *course)
{
	struct step steps[LEVELS_MAX];
	size_t n_steps = staircase_steps(course, steps);
	double won;
	const double points = policy_points(course);
	average(course, steps, n_steps, &won);
	TEXT_SCOPED struct text mean = {0}, all = {0};
	points_add(&mean, won);
	points_add(&all, points);
	html_open_class(html, "header", "hero");
	html_open(html, "div");
	html_element(html, "p", "kicker", "Class report, for the instructor");
	html_element(html, "h1", NULL, policy_title(course->policy));
	html_open_class(html, "p", "total");
	html_element(html, "b", NULL, text_string(&mean));
	html_format(html, " of %s point%s on average", text_string(&all), text_plural(points));
	html_close(html, "p");
	html_open_class(html, "p", "note");
	write_students_count(html, course);
	html_format(html, "; %zu exercise%s", course->n_exercises, text_plural((double)course->n_exercises));
	html_close(html, "p");
	write_facts(html, course);
	html_close(html, "div");
	if (n_steps > 0)
		staircase_write(html, "Average points by level", steps, n_steps);
	html_close(html, "header");
}

/* Figures are of people: who handed in under two names is counted once. All names have a row and may need attention. */
void report_index_page(const struct course_record *course, struct text *out)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct course_record counted = *course;
	roster_drop_seconds(&counted, arena);
	CLIPPINGS_SCOPED struct clippings *clippings = clippings_create(CLIPPINGS_BYTES);
	TEXT_SCOPED struct text title = {0};
	struct html html = html_start(out);
	html.clippings = clippings;
	text_add_format(&title, "%s: class report", policy_title(course->policy));
	page_open_scripted(&html, text_string(&title), script);
	write_header(&html, &counted);
	html_open(&html, "main");
	html_attribute(&html, "id", "main");
	write_problems(&html, course);
	write_misconceptions(&html, &counted);
	write_students(&html, course, &counted);
	write_exercises(&html, &counted);
	page_close(&html, course);
	html_finish(&html);
}
