#include "report/misconceptions.h"

#include <math.h>
#include <string.h>

#include "core/arena.h"
#include "core/score.h"
#include "report/page.h"
#include "report/person.h"

/* Those that cannot be told apart are one. */
struct held {
	struct held *next;
	const char *title;
	bool *students, *exercises;
	size_t n_students, n_exercises;
	bool is_told;
};

struct collection {
	struct arena *arena;
	const struct course_record *course;
	struct held *first;
};

static struct held *enter(struct collection *collection, const char *title)
{
	for (struct held *held = collection->first; held != NULL; held = held->next)
		if (strcmp(held->title, title) == 0)
			return held;
	struct held *held = arena_alloc(collection->arena, sizeof(*held));
	*held = (struct held){.next = collection->first,
			      .title = arena_string(collection->arena, title),
			      .students = arena_array(collection->arena, collection->course->n_students, sizeof(bool)),
			      .exercises =
				      arena_array(collection->arena, collection->course->n_exercises, sizeof(bool))};
	collection->first = held;
	return held;
}

static void note(struct collection *collection, const char *title, size_t student, size_t exercise)
{
	struct held *held = enter(collection, title);
	held->n_students += !held->students[student];
	held->students[student] = true;
	held->n_exercises += !held->exercises[exercise];
	held->exercises[exercise] = true;
}

/* One mistake, or each of two. */
static void note_result(struct collection *collection, size_t student, size_t exercise)
{
	const struct result_record *result = &collection->course->students[student].results[exercise];
	TEXT_SCOPED struct text title = {0};
	for (size_t i = 0; i < result->n_diagnoses; i++) {
		if (i > 0 && result->diagnoses[i].mistake != result->diagnoses[i - 1].mistake) {
			note(collection, text_string(&title), student, exercise);
			text_clear(&title);
		}
		text_add_format(&title, "%s%s", title.length > 0 ? ", or " : "", result->diagnoses[i].title);
	}
	if (title.length > 0)
		note(collection, text_string(&title), student, exercise);
}

/* The one that most students hold; of those the one in most exercises, of those the first by name. */
static struct held *next_of(const struct collection *collection)
{
	struct held *best = NULL;
	for (struct held *held = collection->first; held != NULL; held = held->next) {
		if (held->is_told)
			continue;
		bool is_more = best == NULL || held->n_students > best->n_students;
		bool is_level = best != NULL && held->n_students == best->n_students;
		if (is_more ||
		    (is_level && (held->n_exercises > best->n_exercises ||
				  (held->n_exercises == best->n_exercises && strcmp(held->title, best->title) < 0))))
			best = held;
	}
	return best;
}

static void write_who(struct html *html, const struct course_record *course, const struct held *held)
{
	html_open(html, "td");
	html_open(html, "details");
	html_open(html, "summary");
	html_format(html, "%zu student%s", held->n_students, text_plural((double)held->n_students));
	html_close(html, "summary");
	html_open(html, "ul");
	for (size_t i = 0; i < course->n_students; i++)
		if (held->students[i]) {
			html_open(html, "li");
			person_write_link(html, course, "", course->students[i].name);
			html_close(html, "li");
		}
	html_close(html, "ul");
	html_close(html, "details");
	html_close(html, "td");
}

static void write_where(struct html *html, const struct course_record *course, const struct held *held)
{
	const char *separator = "";
	html_open_class(html, "td", "where");
	for (size_t i = 0; i < course->n_exercises; i++)
		if (held->exercises[i]) {
			html_format(html, "%s%s", separator, course->exercises[i].id);
			separator = ", ";
		}
	html_close(html, "td");
}

static void write_held(struct html *html, const struct course_record *course, const struct held *held, size_t graded)
{
	html_open(html, "tr");
	html_open(html, "th");
	html_attribute(html, "scope", "row");
	html_text(html, held->title);
	html_close(html, "th");
	html_open_class(html, "td", "number");
	html_format(html, "%zu of %zu", held->n_students, graded);
	page_write_bar(html, (double)held->n_students, (double)graded);
	html_close(html, "td");
	write_who(html, course, held);
	write_where(html, course, held);
	html_close(html, "tr");
}

static void write_table(struct html *html, struct collection *collection, size_t graded)
{
	page_open_table(html, "misconceptions", "Misconceptions by how many students hold them");
	page_write_column_head(html, NULL, "Misconception");
	page_write_column_head(html, "number", "Students");
	page_write_column_head(html, NULL, "Who");
	page_write_column_head(html, NULL, "Shows in");
	page_open_table_body(html);
	for (struct held *held; (held = next_of(collection)) != NULL; held->is_told = true)
		write_held(html, collection->course, held, graded);
	page_close_table(html);
}

/* In one exercise at least. */
static bool is_graded(const struct student_record *student)
{
	size_t i = 0;
	while (i < student->n_results && isnan(score_automatic(student, i)))
		i++;
	return i < student->n_results;
}

void misconceptions_write(struct html *html, const struct course_record *course)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct collection collection = {.arena = arena, .course = course};
	size_t graded = 0;
	for (size_t i = 0; i < course->n_students; i++) {
		graded += is_graded(&course->students[i]);
		for (size_t k = 0; k < course->students[i].n_results; k++)
			note_result(&collection, i, k);
	}
	if (collection.first == NULL)
		html_element(html, "p", NULL, "None that explains all answers of a student.");
	else
		write_table(html, &collection, graded);
}
