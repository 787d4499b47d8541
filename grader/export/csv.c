/*
 * The gradebook as a table of one's own: wide, a line a student and a column an exercise; or long, a line a student
 * and exercise, which is what statistics programs like. A score that is still to come is an empty cell.
 */
#include <math.h>

#include "core/policy.h"
#include "core/roster.h"
#include "core/score.h"
#include "export/formats.h"
#include "export/table.h"
#include "export/whole.h"

static void add_names(struct table *table, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		table_text(table, names[i]);
}

#define ADD_NAMES(table, names) add_names(table, names, sizeof(names) / sizeof((names)[0]))

static void add_student(struct table *table, const struct export *export, const struct student_record *student)
{
	const struct roster_entry *entry = roster_find(export->roster, student->name);
	table_text(table, student->name);
	table_text(table, entry->id);
	table_text(table, entry->name);
	table_text(table, entry->email);
	table_text(table, entry->section);
	table_text(table, export->roster->count == 0 ? "" : roster_has(export->roster, student->name) ? "yes" : "no");
	table_text(table, student->handed_in_at);
	table_number(table, student->attempts);
	table_score(table, student->standing.days > 0 ? student->standing.days : NAN, "");
	table_text(table, verdict_name(student->verdict));
}

static const char *const student_names[] = {"student",	 "id",		 "name",     "email", "section",
					    "in_roster", "handed_in_at", "attempts", "late",  "submission"};

/* What counts, and beside it what the grader found and what was given by hand. */
static const char *const score_names[] = {"points", "won", "automatic", "manual"};

static void add_score(struct table *table, double points, double won, double automatic,
		      const struct manual_record *manual)
{
	table_number(table, points);
	table_score(table, won, "");
	table_score(table, automatic, "");
	table_score(table, manual == NULL ? NAN : manual->points, "");
}

bool csv_add_wide(const struct export *export, struct text *out)
{
	const struct course_record *course = export->course;
	struct table table = {.out = out};
	ADD_NAMES(&table, student_names);
	ADD_NAMES(&table, score_names);
	for (size_t e = 0; e < course->n_exercises; e++)
		table_text(&table, course->exercises[e].id);
	table_end_row(&table);
	for (size_t s = 0; s < course->n_students; s++) {
		const struct student_record *student = &course->students[s];
		add_student(&table, export, student);
		add_score(&table, student->points, score_of_course(course, student), score_automatic_of_course(student),
			  policy_manual(student, ""));
		for (size_t e = 0; e < course->n_exercises; e++)
			table_score(&table, score_of_exercise(export->course, student, e), "");
		table_end_row(&table);
	}
	return true;
}

/* "M32 M05|M06": two mistakes, the second one of two that cannot be told apart. */
static void add_diagnoses(struct table *table, const struct result_record *result)
{
	TEXT_SCOPED struct text ids = {0};
	bool two = result->n_diagnoses > 0 && result->diagnoses[result->n_diagnoses - 1].mistake > 0;
	for (size_t i = 0; i < result->n_diagnoses; i++) {
		bool either = !two || (i > 0 && result->diagnoses[i].mistake == result->diagnoses[i - 1].mistake);
		text_add(&ids, i == 0 ? "" : either ? "|" : " ");
		text_add(&ids, result->diagnoses[i].id);
	}
	table_text(table, text_string(&ids));
}

static void add_line(struct table *table, const struct export *export, const struct student_record *student, size_t e)
{
	const struct exercise_record *exercise = &export->course->exercises[e];
	const struct result_record *result = score_result(student, e);
	const struct result_record nothing = {.fix_first = ""};
	add_student(table, export, student);
	table_text(table, exercise->id);
	table_text(table, exercise->title);
	table_text(table, exercise->function);
	table_number(table, exercise->level);
	table_text(table, verdict_name(score_verdict(student, e)));
	add_score(table, exercise->points, score_of_exercise(export->course, student, e), score_automatic(student, e),
		  policy_manual(student, exercise->id));
	add_diagnoses(table, result == NULL ? &nothing : result);
	table_text(table, result == NULL ? "" : result->fix_first);
	table_end_row(table);
}

bool csv_add_long(const struct export *export, struct text *out)
{
	static const char *const exercise_names[] = {"exercise", "title", "function", "level", "verdict"};
	static const char *const advice_names[] = {"diagnosis", "fix_first"};
	struct table table = {.out = out};
	whole_warn(export, "the format csv has them");
	ADD_NAMES(&table, student_names);
	ADD_NAMES(&table, exercise_names);
	ADD_NAMES(&table, score_names);
	ADD_NAMES(&table, advice_names);
	table_end_row(&table);
	for (size_t s = 0; s < export->course->n_students; s++)
		for (size_t e = 0; e < export->course->n_exercises; e++)
			add_line(&table, export, &export->course->students[s], e);
	return true;
}
