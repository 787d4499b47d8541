/*
 * A file for the import of Canvas' gradebook. Canvas finds a student by its own number (`ID`, which nobody else
 * knows and which stays empty: an id of the university there would be taken for the number of somebody else), else by
 * SIS user id, else by SIS login id, else by the name; and an assignment by its whole heading, so the id in brackets
 * makes it the same assignment next time. An empty cell changes nothing.
 *
 * Of whoever is not in the roster it would go by the name, which the submission chose and somebody else may have: words
 * before it make it nobody's, so that Canvas asks the teacher who that is.
 */
#include <string.h>

#include "core/policy.h"
#include "core/score.h"
#include "export/formats.h"
#include "export/table.h"
#include "export/whole.h"

static const char points_possible[] = "Points Possible";

static void add_head(struct table *table, const struct export *export)
{
	static const char *const names[] = {"Student", "ID", "SIS User ID", "SIS Login ID", "Section"};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		table_text(table, names[i]);
	for (size_t e = 0; e < export->course->n_exercises; e++)
		table_exercise(table, &export->course->exercises[e], "");
	if (export->total)
		table_text(table, "Total");
	table_end_row(table);
}

static void add_points(struct table *table, const struct export *export)
{
	table_text(table, points_possible);
	for (int i = 0; i < 4; i++)
		table_text(table, "");
	for (size_t e = 0; e < export->course->n_exercises; e++)
		table_number(table, export->course->exercises[e].points);
	if (export->total)
		table_number(table, policy_points(export->course));
	table_end_row(table);
}

/* Whoever has those words in the name would set the points of every assignment. */
static void add_name(struct table *table, const char *before, const char *name)
{
	TEXT_SCOPED struct text safe = {0};
	text_add_format(&safe, "%s%s", before, name);
	for (char *at = safe.data; at != NULL && (at = strstr(at, points_possible)) != NULL; at++)
		*at = 'p';
	table_text(table, text_string(&safe));
}

static void add_student(struct table *table, const struct export *export, const struct student_record *student)
{
	const struct roster_entry *entry = roster_find(export->roster, student->name);
	add_name(table, roster_misses(export->roster, student->name) ? "(not in the roster) " : "",
		 entry->name[0] != '\0' ? entry->name : student->name);
	table_text(table, "");
	table_text(table, entry->id);
	table_text(table, entry->email);
	table_text(table, entry->section);
	for (size_t e = 0; e < export->course->n_exercises; e++)
		table_score(table, score_of_exercise(export->course, student, e), "");
	if (export->total)
		table_score(table, score_of_course(export->course, student), "");
	table_end_row(table);
}

/* Columns that Canvas skips because it has computed ones of that name, or takes for an assignment of its own. */
static void warn_of_headings(const struct export *export)
{
	static const char *const skipped[] = {"Current Score",	"Current Points", "Current Grade",
					      "Final Score",	"Final Points",	  "Final Grade",
					      "Override Score", "Override Grade", "Override Status"};
	for (size_t e = 0; e < export->course->n_exercises; e++) {
		const struct exercise_record *exercise = &export->course->exercises[e];
		for (size_t i = 0; i < sizeof(skipped) / sizeof(skipped[0]); i++)
			if (strstr(exercise->title, skipped[i]) != NULL)
				diagnostics_add(export->diagnostics, SEVERITY_WARNING, (struct place){0},
						"canvas skips the column of %s: its title has \"%s\" in it",
						exercise->id, skipped[i]);
		if (exercise->id[strspn(exercise->id, "0123456789")] == '\0')
			diagnostics_add(export->diagnostics, SEVERITY_WARNING, (struct place){0},
					"canvas takes the id \"%s\" for the number of an assignment of its own",
					exercise->id);
	}
}

bool canvas_add(const struct export *export, struct text *out)
{
	struct table table = {.out = out};
	warn_of_headings(export);
	if (!export->total)
		whole_warn(export, "ask for a column with --total");
	add_head(&table, export);
	add_points(&table, export);
	for (size_t s = 0; s < export->course->n_students; s++)
		add_student(&table, export, &export->course->students[s]);
	return true;
}
