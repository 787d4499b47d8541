/* What is wrong with what an exercise catches, in words that lead to the fix. */
#include "grading/audit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "grading/example.h"
#include "misconceptions.h"

/* A public group that catches well what the row stands for, or NULL. */
static const struct group *find_public(const struct exercise *exercise, const struct coverage_row *row)
{
	for (size_t g = 0; g < exercise->n_groups; g++)
		if (exercise->groups[g].is_public && row->ratios[g] >= COVERAGE_DISTANCE)
			return &exercise->groups[g];
	return NULL;
}

/* "M18 mask_after_softmax (the mask comes after the softmax)" */
static void name(struct text *text, const struct coverage_row *row)
{
	text_add_format(text, "%s %s (%s)", row->id, row->name, row->title);
}

/* An input to begin with, if there is a small one. */
static void suggest_case(struct text *text, const struct exam *exam, const struct coverage_row *row)
{
	enum { EXAMPLE_MAX = 300 };
	TEXT_SCOPED struct text given = {0};
	if (example_add(&given, misconception_find(row->id), exam, exam->exercises) && given.length <= EXAMPLE_MAX)
		text_add_format(text, ", like `given: %s`", text_string(&given));
}

static void suggest_exemption(struct text *text, const struct coverage_row *row)
{
	text_add_format(text, ", or say why it need not be caught: `not_for: [{id: %s, why: ...}]`", row->id);
}

static void audit_missed(const struct exam *exam, const struct coverage_row *row, struct diagnostics *diagnostics)
{
	const struct exercise *exercise = exam->exercises->exercise;
	static const double told_from = 0.1; /* below, it is rounding alone */
	TEXT_SCOPED struct text text = {0};
	const struct group *open = find_public(exercise, row);
	name(&text, row);
	text_add(&text, " passes every hidden case");
	if (row->ratio >= told_from)
		text_add_format(&text, " (\"%s\" comes nearest, %.2g of the tolerance)",
				exercise->groups[row->group].name, row->ratio);
	text_add(&text, ": add a case that it gets wrong");
	if (open != NULL)
		text_add_format(&text, ", a hidden one like \"%s\"", open->name);
	else
		suggest_case(&text, exam, row);
	suggest_exemption(&text, row);
	diagnostics_add(diagnostics, SEVERITY_ERROR, exercise->place, "%s", text_string(&text));
}

static void audit_near(const struct exam *exam, const struct coverage_row *row, struct diagnostics *diagnostics)
{
	const struct exercise *exercise = exam->exercises->exercise;
	TEXT_SCOPED struct text text = {0};
	const struct group *best = &exercise->groups[row->group];
	name(&text, row);
	text_add_format(&text,
			" is too near to being right: it is off by %.2g times the tolerance at most, and %g are "
			"wanted; make \"%s\" sharper or add a case that it gets more wrong",
			row->ratio, COVERAGE_DISTANCE, best->name);
	suggest_case(&text, exam, row);
	suggest_exemption(&text, row);
	diagnostics_add(diagnostics, SEVERITY_ERROR, best->place, "%s", text_string(&text));
}

static void audit_lucky(const struct exam *exam, const struct coverage_row *row, struct diagnostics *diagnostics)
{
	const struct exercise *exercise = exam->exercises->exercise;
	TEXT_SCOPED struct text text = {0};
	name(&text, row);
	text_add_format(&text,
			" is caught by luck: of %d other secrets, under %u no hidden case is wrong by %g times the "
			"tolerance; raise `repeat` of \"%s\" or add a case that it gets wrong whatever is drawn",
			COVERAGE_SECRETS, row->slips, COVERAGE_DISTANCE, exercise->groups[row->group].name);
	suggest_case(&text, exam, row);
	suggest_exemption(&text, row);
	diagnostics_add(diagnostics, SEVERITY_ERROR, exercise->groups[row->group].place, "%s", text_string(&text));
}

static void audit_misconceptions(const struct exam *exam, const struct coverage_record *record,
				 struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < record->n_misconceptions; i++) {
		const struct coverage_row *row = &record->misconceptions[i];
		if (row->excuse != NULL)
			continue;
		if (coverage_catch(row->ratio) == CATCH_MISSED)
			audit_missed(exam, row, diagnostics);
		else if (coverage_catch(row->ratio) == CATCH_BARELY)
			audit_near(exam, row, diagnostics);
		else if (row->slips > 0)
			audit_lucky(exam, row, diagnostics);
	}
}

/* ---- not_for -------------------------------------------------------------------------------------- */

/* Those whose ids are one edit away, three at most. */
static void suggest_ids(struct text *text, const char *id)
{
	enum { SUGGESTED_MAX = 3 };
	size_t count = 0;
	for (size_t i = 0; i < misconception_count() && count < SUGGESTED_MAX; i++) {
		const struct misconception *misconception = misconception_at(i);
		if (text_edits(misconception->id, id) > 1)
			continue;
		text_add_format(text, "%s%s %s (%s)", count++ == 0 ? "; there are " : ", ", misconception->id,
				misconception->name, misconception->title);
	}
}

static const struct coverage_row *find_row(const struct coverage_record *record, const char *id)
{
	for (size_t i = 0; i < record->n_misconceptions; i++)
		if (strcmp(record->misconceptions[i].id, id) == 0)
			return &record->misconceptions[i];
	return NULL;
}

static void audit_exemption(const struct exercise *exercise, const struct exemption *exemption,
			    const struct coverage_record *record, struct diagnostics *diagnostics)
{
	TEXT_SCOPED struct text text = {0};
	const struct misconception *misconception = misconception_find(exemption->id);
	const struct coverage_row *row = find_row(record, exemption->id);
	if (misconception == NULL) {
		text_add_format(&text, "no misconception is called \"%s\"", exemption->id);
		suggest_ids(&text, exemption->id);
	} else if (row == NULL) {
		text_add_format(&text, "%s %s (%s) is no mistake in `%s`, whose answers it leaves right: delete it",
				misconception->id, misconception->name, misconception->title,
				exercise->operation->name);
	} else if (coverage_catch(row->ratio) == CATCH_WELL) {
		name(&text, row);
		text_add_format(&text, " is caught, by \"%s\": delete it from `not_for`",
				exercise->groups[row->group].name);
	}
	if (text.length > 0)
		diagnostics_add(diagnostics, SEVERITY_ERROR, exemption->place, "%s", text_string(&text));
}

/* ---- trivial answers and honest code -------------------------------------------------------------- */

static void audit_trivial(const struct exercise *exercise, const struct coverage_row *row,
			  struct diagnostics *diagnostics)
{
	static const double share_max = 0.5;
	if (!(row->ratio > 1))
		diagnostics_add(diagnostics, SEVERITY_ERROR, exercise->place,
				"a function that answers \"%s\" (%s) passes every hidden case: add one that asks for "
				"something else",
				row->name, row->title);
	else if (row->share > share_max)
		diagnostics_add(diagnostics, SEVERITY_WARNING, exercise->place,
				"a function that answers \"%s\" (%s) earns %.0f%% of the points: give more `worth` to "
				"the cases that it fails",
				row->name, row->title, 100 * row->share);
}

static void audit_honest(const struct exercise *exercise, const struct coverage_honest *honest,
			 struct diagnostics *diagnostics)
{
	if (honest->ratio < COVERAGE_MARGIN)
		return;
	const struct group *group = &exercise->groups[honest->group];
	TEXT_SCOPED struct text text = {0};
	text_add_format(&text, "honest code, \"%s\" (%s), ", honest->name, honest->title);
	if (isinf(honest->ratio))
		text_add_format(&text, "fails case \"%s\" by more than any tolerance allows", group->name);
	else
		text_add_format(&text, "is off by %.2g times the tolerance in case \"%s\"", honest->ratio, group->name);
	if (honest->output != NULL)
		text_add_format(&text, ", in `%s`", honest->output);
	text_add_format(&text,
			": less than %g is wanted, so that no other honest code fails; take less extreme numbers, or "
			"raise `tolerance`",
			COVERAGE_MARGIN);
	diagnostics_add(diagnostics, SEVERITY_ERROR, group->place, "%s", text_string(&text));
}

void audit_coverage(const struct exam *exam, const struct coverage_record *record, struct diagnostics *diagnostics)
{
	const struct exercise *exercise = exam->exercises->exercise;
	audit_misconceptions(exam, record, diagnostics);
	for (size_t i = 0; i < exercise->n_exemptions; i++)
		audit_exemption(exercise, &exercise->exemptions[i], record, diagnostics);
	for (size_t i = 0; i < record->n_trivial; i++)
		audit_trivial(exercise, &record->trivial[i], diagnostics);
	for (size_t i = 0; i < record->n_honest; i++)
		audit_honest(exercise, &record->honest[i], diagnostics);
}
