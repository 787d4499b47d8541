/*
 * The gradebook as a table of one's own: wide, a line a student and a column an exercise; or long, a line a student
 * and exercise, which is what statistics programs like. A score that is still to come is an empty cell.
 */
#include "export/formats.h"
#include "export/score.h"
#include "export/table.h"

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
	table_text(table, student->handed_in_at);
	table_number(table, student->attempts);
	table_text(table, verdict_name(student->verdict));
}

static const char *const student_names[] = {"student", "id",	       "name",	   "email",
					    "section", "handed_in_at", "attempts", "submission"};

bool csv_add_wide(const struct export *export, struct text *out)
{
	static const char *const score_names[] = {"points", "won"};
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
		table_number(&table, student->points);
		table_score(&table, score_of_course(student), "");
		for (size_t e = 0; e < course->n_exercises; e++)
			table_score(&table, score_of_exercise(student, e), "");
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
	table_number(table, exercise->points);
	table_score(table, score_of_exercise(student, e), "");
	add_diagnoses(table, result == NULL ? &nothing : result);
	table_text(table, result == NULL ? "" : result->fix_first);
	table_end_row(table);
}

bool csv_add_long(const struct export *export, struct text *out)
{
	static const char *const exercise_names[] = {"exercise", "title", "function",  "level",	   "verdict",
						     "points",	 "won",	  "diagnosis", "fix_first"};
	struct table table = {.out = out};
	ADD_NAMES(&table, student_names);
	ADD_NAMES(&table, exercise_names);
	table_end_row(&table);
	for (size_t s = 0; s < export->course->n_students; s++)
		for (size_t e = 0; e < export->course->n_exercises; e++)
			add_line(&table, export, &export->course->students[s], e);
	return true;
}
