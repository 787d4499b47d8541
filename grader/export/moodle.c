/*
 * A file for Moodle's import of grades from CSV: the teacher says there that users are found by "ID number" or by
 * "Email address", and which column is which grade item. Grade and feedback of an exercise stand side by side, since
 * Moodle loses the grades of an item of which the feedback alone is imported. "-" is no grade.
 *
 * Neither of the two columns may be empty: Moodle gives what stands in a line that names nobody to whoever stands in
 * the line before. Without a roster, or where it has no id or email of a student, the name of the submission stands,
 * and if Moodle does not know it either, it says so and imports nothing. So it does if a student is not in the roster:
 * a submission called after somebody's address must not set that one's grades, so its name does not stand there.
 */
#include <string.h>

#include "core/policy.h"
#include "core/score.h"
#include "export/feedback.h"
#include "export/formats.h"
#include "export/table.h"
#include "export/whole.h"

enum { GRADE_MAX = 100 };

static const char no_grade[] = "-";			   /* to Moodle; no text of anybody, so no apostrophe */
static const char not_in_roster[] = "(not in the roster)"; /* nobody's number or address */

/* What PHP takes for empty: nothing, blanks, and "0". */
static bool is_empty(const char *string)
{
	string += strspn(string, " \t\r\n\v");
	string += *string == '0';
	return string[strspn(string, " \t\r\n\v")] == '\0';
}

static void add_identity(struct table *table, const char *known, const char *student)
{
	table_text(table, !is_empty(known) ? known : !is_empty(student) ? student : "(no name)");
}

static void add_student(struct table *table, const struct export *export, const struct student_record *student)
{
	const struct roster_entry *entry = roster_find(export->roster, student->name);
	table_text(table, entry->name[0] != '\0' ? entry->name : student->name);
	const char *claimed = roster_misses(export->roster, student->name) ? not_in_roster : student->name;
	add_identity(table, entry->id, claimed);
	add_identity(table, entry->email, claimed);
	for (size_t e = 0; e < export->course->n_exercises; e++) {
		TEXT_SCOPED struct text feedback = {0};
		feedback_add_exercise(&feedback, student, e);
		feedback_add_reasons(&feedback, export->course, student, export->course->exercises[e].id);
		table_score(table, score_of_exercise(export->course, student, e), no_grade);
		table_text(table, text_string(&feedback));
	}
	if (export->total) {
		TEXT_SCOPED struct text feedback = {0};
		feedback_add_submission(&feedback, student);
		feedback_add_reasons(&feedback, export->course, student, NULL);
		table_score(table, score_of_course(export->course, student), no_grade);
		table_text(table, text_string(&feedback));
	}
	table_end_row(table);
}

static void add_head(struct table *table, const struct export *export)
{
	static const char *const names[] = {"Student", "ID number", "Email address"};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		table_text(table, names[i]);
	for (size_t e = 0; e < export->course->n_exercises; e++) {
		table_exercise(table, &export->course->exercises[e], "");
		table_exercise(table, &export->course->exercises[e], " feedback");
	}
	if (export->total) {
		table_text(table, "Total");
		table_text(table, "Total feedback");
	}
	table_end_row(table);
}

static void warn_of_large_grades(const struct export *export)
{
	double largest = 0;
	for (size_t e = 0; e < export->course->n_exercises; e++) {
		const double points = export->course->exercises[e].points;
		largest = points > largest ? points : largest;
	}
	largest = export->total ? policy_points(export->course) : largest;
	if (largest > GRADE_MAX)
		diagnostics_add(export->diagnostics, SEVERITY_WARNING, (struct place){0},
				"moodle imports no grade above %d unless the site allows it (unlimitedgrades, "
				"gradepointmax); here one may be %.15g",
				GRADE_MAX, largest);
}

bool moodle_add(const struct export *export, struct text *out)
{
	struct table table = {.out = out};
	warn_of_large_grades(export);
	if (!export->total)
		whole_warn(export, "ask for a column with --total");
	add_head(&table, export);
	for (size_t s = 0; s < export->course->n_students; s++)
		add_student(&table, export, &export->course->students[s]);
	return true;
}
