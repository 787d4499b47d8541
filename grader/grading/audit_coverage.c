/* What is wrong with what an exercise catches, in words that lead to the fix. */
#include "grading/audit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "grading/example.h"
#include "misconceptions.h"
#include "omissions.h"

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

/* What is suggested against misconceptions: where one case will do for several it is written out once. */
struct remedies {
	const struct exam *exam;
	const struct coverage_record *record;
	const char **words; /* by misconception; NULL: not told */
};

static struct remedies remedies_of(const struct exam *exam, const struct coverage_record *record, struct arena *arena)
{
	return (struct remedies){exam, record, arena_array(arena, record->n_misconceptions, sizeof(char *))};
}

/* Adds the suggestion, or who got the same before. */
static void suggest_case_once(struct text *text, struct remedies *remedies, size_t index, struct arena *arena)
{
	const struct coverage_record *record = remedies->record;
	TEXT_SCOPED struct text words = {0};
	suggest_case(&words, remedies->exam, &record->misconceptions[index]);
	for (size_t i = 0; i < record->n_misconceptions; i++)
		if (remedies->words[i] != NULL && words.length > 0 &&
		    strcmp(remedies->words[i], text_string(&words)) == 0) {
			text_add_format(text, " (the one suggested for %s will do)", record->misconceptions[i].id);
			return;
		}
	remedies->words[index] = arena_string(arena, text_string(&words));
	text_add(text, text_string(&words));
}

static void suggest_exemption(struct text *text, const struct coverage_row *row)
{
	text_add_format(text, ", or say why it need not be caught: `not_for: [{id: %s, why: ...}]`", row->id);
}

/* What would catch it: words that are the same for all that the same case would catch. */
static void add_remedy(struct text *text, const struct exam *exam, const struct coverage_row *row)
{
	const struct group *open = find_public(exam->exercises->exercise, row);
	if (open != NULL)
		text_add_format(text, ", a hidden one like \"%s\"", open->name);
	else
		suggest_case(text, exam, row);
}

/* Passes a row every hidden case, though it should be caught? */
static bool is_missed(const struct coverage_row *row)
{
	return row->excuse == NULL && coverage_catch(row->ratio) == CATCH_MISSED;
}

/* Where one would begin to change something: at the case that comes nearest, or at all of them. */
static struct place place_missed(const struct exercise *exercise, const struct coverage_row *row)
{
	static const double told_from = 0.1; /* below, it is rounding alone */
	return row->ratio >= told_from ? exercise->groups[row->group].place : exercise->cases_at;
}

/* Those that are missed, and would be caught by the same case. */
struct missed {
	const struct coverage_row *const *rows;
	size_t count;
	const char *remedy;
};

static void audit_missed(const struct exercise *exercise, const struct missed *missed, struct diagnostics *diagnostics)
{
	const struct coverage_row *first = missed->rows[0];
	const bool several = missed->count > 1;
	const struct place place = place_missed(exercise, first);
	TEXT_SCOPED struct text text = {0};
	for (size_t i = 0; i < missed->count; i++) {
		text_add(&text, i == 0 ? "" : i + 1 == missed->count ? " and " : ", ");
		name(&text, missed->rows[i]);
	}
	text_add(&text, several ? " pass every hidden case" : " passes every hidden case");
	if (!several && place.line != exercise->cases_at.line)
		text_add_format(&text, " (\"%s\" comes nearest, %.2g of the tolerance)",
				exercise->groups[first->group].name, first->ratio);
	text_add_format(&text, ": add a case that %s%s, or say why %s need not be caught: `not_for: [",
			several ? "they get wrong" : "it gets wrong", missed->remedy, several ? "they" : "it");
	for (size_t i = 0; i < missed->count; i++)
		text_add_format(&text, "%s{id: %s, why: ...}", i == 0 ? "" : ", ", missed->rows[i]->id);
	text_add(&text, "]`");
	diagnostics_add(diagnostics, SEVERITY_ERROR, several ? exercise->cases_at : place, "%s", text_string(&text));
}

/* All that are missed, with those together that one case would catch. */
static void audit_each_missed(struct remedies *remedies, struct arena *arena, struct diagnostics *diagnostics)
{
	const struct coverage_record *record = remedies->record;
	const size_t count = record->n_misconceptions;
	bool *is_told = arena_array(arena, count, sizeof(bool));
	for (size_t i = 0; i < count; i++) {
		TEXT_SCOPED struct text remedy = {0};
		if (!is_missed(&record->misconceptions[i]))
			continue;
		add_remedy(&remedy, remedies->exam, &record->misconceptions[i]);
		remedies->words[i] = arena_string(arena, text_string(&remedy));
	}
	for (size_t i = 0; i < count; i++) {
		const struct coverage_row **rows = arena_array(arena, count, sizeof(struct coverage_row *));
		struct missed missed = {rows, 0, is_told[i] ? NULL : remedies->words[i]};
		for (size_t j = i; j < count && missed.remedy != NULL; j++) {
			if (remedies->words[j] == NULL || strcmp(remedies->words[j], missed.remedy) != 0 ||
			    (j > i && missed.remedy[0] == '\0'))
				continue;
			rows[missed.count++] = &record->misconceptions[j];
			is_told[j] = true;
		}
		if (missed.count > 0)
			audit_missed(remedies->exam->exercises->exercise, &missed, diagnostics);
	}
}

static void audit_near(struct remedies *remedies, size_t index, struct arena *arena, struct diagnostics *diagnostics)
{
	const struct exercise *exercise = remedies->exam->exercises->exercise;
	const struct coverage_row *row = &remedies->record->misconceptions[index];
	TEXT_SCOPED struct text text = {0};
	const struct group *best = &exercise->groups[row->group];
	name(&text, row);
	text_add_format(&text,
			" is too near to being right: it is off by %.2g times the tolerance at most, and %g are "
			"wanted; make \"%s\" sharper or add a case that it gets more wrong",
			row->ratio, COVERAGE_DISTANCE, best->name);
	suggest_case_once(&text, remedies, index, arena);
	suggest_exemption(&text, row);
	diagnostics_add(diagnostics, SEVERITY_ERROR, best->place, "%s", text_string(&text));
}

static void audit_lucky(struct remedies *remedies, size_t index, struct arena *arena, struct diagnostics *diagnostics)
{
	const struct exercise *exercise = remedies->exam->exercises->exercise;
	const struct coverage_row *row = &remedies->record->misconceptions[index];
	TEXT_SCOPED struct text text = {0};
	name(&text, row);
	text_add_format(&text,
			" is caught by luck: of %d other secrets, under %u no hidden case is wrong by %g times the "
			"tolerance; raise `repeat` of \"%s\" or add a case that it gets wrong whatever is drawn",
			COVERAGE_SECRETS, row->slips, COVERAGE_DISTANCE, exercise->groups[row->group].name);
	suggest_case_once(&text, remedies, index, arena);
	suggest_exemption(&text, row);
	diagnostics_add(diagnostics, SEVERITY_ERROR, exercise->groups[row->group].place, "%s", text_string(&text));
}

/* Those that are missed, in one finding. */
static void audit_all_missed(const struct exercise *exercise, const struct coverage_record *record,
			     struct diagnostics *diagnostics)
{
	TEXT_SCOPED struct text text = {0};
	size_t count = 0;
	for (size_t i = 0; i < record->n_misconceptions; i++)
		if (is_missed(&record->misconceptions[i]))
			text_add_format(&text, "%s%s", count++ == 0 ? "" : ", ", record->misconceptions[i].id);
	if (count > 0)
		diagnostics_add(
			diagnostics, SEVERITY_ERROR, exercise->cases_at,
			"the hidden cases tell little from nothing: %zu misconception%s of %zu pass%s them all; begin "
			"with a hidden case of random numbers and several rows, then see what is left of %s",
			count, text_plural((double)count), coverage_to_catch(record), count == 1 ? "es" : "",
			text_string(&text));
}

/* Is one useless exercise the cause of all that is missed? */
static bool is_useless(const struct coverage_record *record)
{
	enum { FEW = 3 };
	size_t missed = 0;
	bool solved = false;
	for (size_t i = 0; i < record->n_misconceptions; i++)
		missed += is_missed(&record->misconceptions[i]);
	for (size_t i = 0; i < record->n_trivial; i++)
		solved = solved || !(record->trivial[i].ratio > 1);
	return missed > FEW && (solved || missed == coverage_to_catch(record));
}

static void audit_misconceptions(const struct exam *exam, const struct coverage_record *record,
				 struct diagnostics *diagnostics)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct remedies remedies = remedies_of(exam, record, arena);
	if (is_useless(record))
		audit_all_missed(exam->exercises->exercise, record, diagnostics);
	else
		audit_each_missed(&remedies, arena, diagnostics);
	for (size_t i = 0; i < record->n_misconceptions; i++) {
		const struct coverage_row *row = &record->misconceptions[i];
		if (row->excuse != NULL || is_missed(row))
			continue;
		if (coverage_catch(row->ratio) == CATCH_BARELY)
			audit_near(&remedies, i, arena, diagnostics);
		else if (row->slips > 0)
			audit_lucky(&remedies, i, arena, diagnostics);
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
	if (count == 0)
		text_add_format(text, "; there are %zu, from %s to %s", misconception_count(), misconception_at(0)->id,
				misconception_at(misconception_count() - 1)->id);
}

static const struct coverage_row *find_row(const struct coverage_record *record, const char *id)
{
	for (size_t i = 0; i < record->n_misconceptions; i++)
		if (strcmp(record->misconceptions[i].id, id) == 0)
			return &record->misconceptions[i];
	return NULL;
}

/* A hidden group that catches it well and fairly, or NULL. */
static const struct group *find_fair(const struct exercise *exercise, const struct coverage_row *row,
				     const bool *is_unfair)
{
	for (size_t g = 0; g < exercise->n_groups; g++)
		if (!exercise->groups[g].is_public && !is_unfair[g] && row->ratios[g] >= COVERAGE_DISTANCE)
			return &exercise->groups[g];
	return NULL;
}

/* What an unfair case catches it may not once it is mended, so nothing is to be deleted for it. */
static void audit_exemption(const struct exercise *exercise, const struct exemption *exemption,
			    const struct coverage_record *record, const bool *is_unfair,
			    struct diagnostics *diagnostics)
{
	TEXT_SCOPED struct text text = {0};
	const struct misconception *misconception = misconception_find(exemption->id);
	const struct coverage_row *row = find_row(record, exemption->id);
	const struct omission *omission = omission_find(exemption->id);
	if (misconception == NULL && omission != NULL) {
		text_add_format(&text, "%s %s (%s) is not in the catalogue: %s; delete it from `not_for`", omission->id,
				omission->name, omission->title, omission->why);
	} else if (misconception == NULL) {
		text_add_format(&text, "no misconception is called \"%s\"", exemption->id);
		suggest_ids(&text, exemption->id);
	} else if (row == NULL) {
		text_add_format(&text, "%s %s (%s) is no mistake in `%s`, whose answers it leaves right: delete it",
				misconception->id, misconception->name, misconception->title,
				exercise->operation->name);
	} else if (find_fair(exercise, row, is_unfair) != NULL) {
		name(&text, row);
		text_add_format(&text, " is caught, by \"%s\": delete it from `not_for`",
				find_fair(exercise, row, is_unfair)->name);
	}
	if (text.length > 0)
		diagnostics_add(diagnostics, SEVERITY_ERROR, exemption->place, "%s", text_string(&text));
}

/* ---- trivial answers ------------------------------------------------------------------------------- */

static const double share_max = 0.5;

/* Do they win the same? Then they are, most likely, one and the same answer here. All that pass are told together. */
static bool is_like(const struct coverage_record *record, const struct coverage_row *a, const struct coverage_row *b)
{
	for (size_t g = 0; g < record->n_groups; g++)
		if ((a->ratios[g] <= 1) != (b->ratios[g] <= 1))
			return !(a->ratio > 1) && !(b->ratio > 1);
	return true;
}

/* "zeros" (all zeros), "values" (a copy of V) */
static void name_like(struct text *text, const struct coverage_record *record, size_t index)
{
	const struct coverage_row *row = &record->trivial[index];
	for (size_t i = index; i < record->n_trivial; i++)
		if (is_like(record, row, &record->trivial[i]))
			text_add_format(text, "%s\"%s\" (%s)", i == index ? "" : ", ", record->trivial[i].name,
					record->trivial[i].title);
}

/* The cases that it wins, hidden ones alone if that is what counts. */
static void name_won(struct text *text, const struct exercise *exercise, const struct coverage_row *row, bool all)
{
	enum { NAMED_MAX = 3 };
	size_t count = 0;
	for (size_t g = 0; g < exercise->n_groups; g++) {
		if (!(row->ratios[g] <= 1) || (exercise->groups[g].is_public && !all))
			continue;
		if (count++ < NAMED_MAX)
			text_add_format(text, "%s\"%s\"", count == 1 ? "" : ", ", exercise->groups[g].name);
	}
	if (count > NAMED_MAX)
		text_add_format(text, " and %zu more", count - NAMED_MAX);
}

/* The first of those cases; all of them, if it wins none. */
static struct place place_won(const struct exercise *exercise, const struct coverage_row *row, bool all)
{
	for (size_t g = 0; g < exercise->n_groups; g++)
		if (row->ratios[g] <= 1 && (all || !exercise->groups[g].is_public))
			return exercise->groups[g].place;
	return exercise->cases_at;
}

static void audit_trivial(const struct exercise *exercise, const struct coverage_record *record, size_t index,
			  struct diagnostics *diagnostics)
{
	const struct coverage_row *row = &record->trivial[index];
	const bool passes = !(row->ratio > 1);
	TEXT_SCOPED struct text who = {0};
	TEXT_SCOPED struct text won = {0};
	for (size_t i = 0; i < index; i++)
		if (is_like(record, &record->trivial[i], row))
			return; /* told with that one */
	if (!passes && !(row->share > share_max))
		return;
	name_like(&who, record, index);
	name_won(&won, exercise, row, !passes);
	if (passes)
		diagnostics_add(diagnostics, SEVERITY_ERROR, place_won(exercise, row, false),
				"a function that answers %s passes every hidden case%s%s: add one that asks for "
				"something else",
				text_string(&who), won.length > 0 ? ", " : "", text_string(&won));
	else
		diagnostics_add(
			diagnostics, SEVERITY_WARNING, place_won(exercise, row, true),
			"a function that answers %s earns %.0f%% of the points, with %s: give more `worth` to the "
			"cases that it fails",
			text_string(&who), 100 * row->share, text_string(&won));
}

/* ---- honest code ------------------------------------------------------------------------------------ */

/* What honest code does to a group. */
struct hardship {
	size_t count, tried; /* those that come too near to failing it, of those that are held to it */
	const struct coverage_honest *worst;
};

static struct hardship look_at_honest(const struct coverage_record *record, size_t g)
{
	struct hardship hardship = {0};
	for (size_t i = 0; i < record->n_honest; i++) {
		const struct coverage_honest *honest = &record->honest[i];
		hardship.tried += !isnan(honest->ratios[g]);
		if (!(honest->ratios[g] >= COVERAGE_MARGIN))
			continue;
		hardship.count++;
		if (hardship.worst == NULL || honest->ratios[g] > hardship.worst->ratios[g])
			hardship.worst = honest;
	}
	return hardship;
}

/* "all 15 honest programs", or the first of them by name */
static void name_honest(struct text *text, const struct coverage_record *record, size_t g,
			const struct hardship *hardship)
{
	enum { NAMED_MAX = 3 };
	size_t count = 0;
	if (hardship->count == hardship->tried && hardship->count > 1) {
		text_add_format(text, "all %zu honest programs", hardship->count);
		return;
	}
	text_add(text, "honest code, ");
	for (size_t i = 0; i < record->n_honest; i++)
		if (record->honest[i].ratios[g] >= COVERAGE_MARGIN && count++ < NAMED_MAX)
			text_add_format(text, "%s\"%s\" (%s)", count == 1 ? "" : ", ", record->honest[i].name,
					record->honest[i].title);
	if (hardship->count > NAMED_MAX)
		text_add_format(text, " and %zu more of %zu", hardship->count - NAMED_MAX, hardship->tried);
	text_add(text, ",");
}

static void audit_honest(const struct group *group, const struct coverage_record *record, size_t g,
			 struct diagnostics *diagnostics)
{
	const struct hardship hardship = look_at_honest(record, g);
	TEXT_SCOPED struct text text = {0};
	if (hardship.count == 0)
		return;
	const struct coverage_honest *worst = hardship.worst;
	const char *verb = hardship.count == 1 ? "is" : "are";
	name_honest(&text, record, g, &hardship);
	if (!isinf(worst->ratios[g]))
		text_add_format(&text, " %s off by%s %.2g times the tolerance in case \"%s\"", verb,
				hardship.count == 1 ? "" : " up to", worst->ratios[g], group->name);
	else
		text_add_format(&text, " fail%s case \"%s\" by more than any tolerance allows",
				hardship.count == 1 ? "s" : "", group->name);
	if (worst->outputs[g] != NULL)
		text_add_format(&text, ", in `%s`", worst->outputs[g]);
	if (!isinf(worst->ratios[g]))
		text_add_format(&text,
				": less than %g is wanted, so that no other honest code fails; take less extreme "
				"numbers, or raise `tolerance`",
				COVERAGE_MARGIN);
	else
		text_add_format(&text, ": %s; take less extreme numbers",
				worst->overflows[g]
					? "a number overflows in float on the way to an answer that does not"
					: "what must be exact, as a 0 or an infinity, is something else in float");
	diagnostics_add(diagnostics, SEVERITY_ERROR, group->place, "%s", text_string(&text));
}

/*
 * A tolerance that honest code has no need of: it would keep to the usual one too. What it lets pass besides is not in
 * the catalogue, such as numbers kept as fp16. A case that was too large to be tried may be what it is for.
 */
static void audit_tolerance(const struct exam_exercise *entry, const struct coverage_record *record,
			    struct diagnostics *diagnostics)
{
	const struct exercise *exercise = entry->exercise;
	const double usual = reference_tolerance((enum operation_id)(exercise->operation - operations));
	double needed = 0;
	for (size_t g = 0; g < exercise->n_groups; g++)
		if (!audit_has_cases(entry, g))
			return;
	for (size_t i = 0; i < record->n_honest; i++)
		needed = fmax(needed, record->honest[i].ratio * entry->tolerance);
	if (entry->tolerance > usual && needed < usual * COVERAGE_MARGIN)
		diagnostics_add(
			diagnostics, SEVERITY_WARNING, exercise->tolerance_at,
			"a `tolerance` of %g lets more pass than the usual %g, and no honest code has need of it, "
			"being off by %.2g at most: leave it out",
			entry->tolerance, usual, needed);
}

/* ---- the whole ---------------------------------------------------------------------------------------- */

/* Where all that is hidden is too large to be audited, nothing can be said of what it catches. */
static bool is_tried(const struct exam_exercise *entry)
{
	bool any = false;
	for (size_t g = 0; g < entry->exercise->n_groups; g++) {
		if (!entry->exercise->groups[g].is_public && audit_has_cases(entry, g))
			return true;
		any = any || !entry->exercise->groups[g].is_public;
	}
	return !any;
}

void audit_coverage(const struct exam *exam, const struct coverage_record *record, const bool *is_unfair,
		    struct diagnostics *diagnostics)
{
	const struct exercise *exercise = exam->exercises->exercise;
	ARENA_SCOPED struct arena *arena = arena_create();
	bool *is_hard = arena_array(arena, exercise->n_groups, sizeof(bool));
	for (size_t g = 0; g < exercise->n_groups; g++) {
		is_hard[g] = is_unfair[g] || look_at_honest(record, g).count > 0;
		if (!is_unfair[g]) /* what that is was said */
			audit_honest(&exercise->groups[g], record, g, diagnostics);
	}
	audit_tolerance(exam->exercises, record, diagnostics);
	/* numbers that are mended catch other mistakes */
	diagnostics_follow(diagnostics);
	for (size_t i = 0; i < record->n_trivial && is_tried(exam->exercises); i++)
		audit_trivial(exercise, record, i, diagnostics);
	if (is_tried(exam->exercises))
		audit_misconceptions(exam, record, diagnostics);
	for (size_t i = 0; i < exercise->n_exemptions; i++)
		audit_exemption(exercise, &exercise->exemptions[i], record, is_hard, diagnostics);
}
