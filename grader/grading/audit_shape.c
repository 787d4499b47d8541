/*
 * What is wrong with an exercise as a whole: who sees what, what is won with what is seen, what is there twice, and
 * what a student may count on that is not there.
 */
#include "grading/audit.h"

#include <ctype.h>
#include <string.h>

#include "core/text.h"

static const struct group *find_hidden(const struct exercise *exercise)
{
	const struct group *group = exercise->groups;
	while (group->is_public)
		group++;
	return group;
}

static void audit_publicity(const struct exercise *exercise, struct diagnostics *diagnostics)
{
	size_t open = 0;
	unsigned worth = 0, won = 0;
	for (size_t g = 0; g < exercise->n_groups; g++) {
		const struct group *group = &exercise->groups[g];
		open += group->is_public;
		worth += group->worth;
		won += group->is_public ? group->worth : 0;
	}
	if (open == 0)
		diagnostics_add(diagnostics, SEVERITY_WARNING, exercise->cases_at,
				"no case is public: a student has nothing to try `grader check` on; write one with "
				"`public: true`, small enough to be worked out by hand");
	if (open == exercise->n_groups)
		diagnostics_add(
			diagnostics, SEVERITY_WARNING, exercise->cases_at,
			"every case is public, and a submission can hold the answers: add two without `public`");
	else if (exercise->n_groups - open == 1)
		diagnostics_add(
			diagnostics, SEVERITY_WARNING, find_hidden(exercise)->place,
			"\"%s\" is the only hidden case, so a submission wins all the hidden points or none: add one "
			"that asks for something else, such as an edge, or numbers of another size",
			find_hidden(exercise)->name);
	if (open < exercise->n_groups && 2 * won > worth)
		diagnostics_add(
			diagnostics, SEVERITY_WARNING, exercise->cases_at,
			"the public cases win %.0f%% of the points, and a submission can hold their answers: give "
			"more `worth` to the hidden ones",
			100.0 * won / worth);
}

/* The first case of each group under some other secrets. */
enum { SECRETS = 8 };

struct first_cases {
	struct frame frames[SECRETS];
	bool absent[SECRETS][OPERATION_PARAMETERS_MAX];
	bool is_fixed; /* they are all the same: nothing in it is drawn */
};

/* What is drawn differs at once, most likely, and then no other secret needs to be tried. */
static void draw(const struct exercise *exercise, size_t g, struct arena *arena, struct first_cases *first)
{
	DIAGNOSTICS_SCOPED struct diagnostics *known = diagnostics_create();
	first->is_fixed = true;
	for (unsigned char s = 0; s < SECRETS && first->is_fixed; s++) {
		const struct secret secret = {{s}};
		first->is_fixed =
			exercise_case(exercise, g, 0, &secret, arena, known, &first->frames[s], first->absent[s]) &&
			audit_same_inputs(&first->frames[0], &first->frames[s]);
	}
}

bool audit_is_fixed(const struct exercise *exercise, size_t group)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct first_cases *first = arena_array(arena, 1, sizeof(*first));
	draw(exercise, group, arena, first);
	return first->is_fixed;
}

static bool is_same(const struct first_cases *a, const struct first_cases *b)
{
	return a->is_fixed && b->is_fixed && audit_same_inputs(&a->frames[0], &b->frames[0]) &&
	       memcmp(a->absent[0], b->absent[0], sizeof(a->absent[0])) == 0;
}

/* A property draws what it changes, so that its cases are never the same. */
static void audit_twins(const struct exercise *exercise, struct diagnostics *diagnostics)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct first_cases *firsts = arena_array(arena, exercise->n_groups, sizeof(*firsts));
	for (size_t g = 0; g < exercise->n_groups; g++) {
		const struct group *group = &exercise->groups[g];
		if (group->property != NULL)
			continue;
		draw(exercise, g, arena, &firsts[g]);
		if (firsts[g].is_fixed && group->repeat > 1)
			diagnostics_add(
				diagnostics, SEVERITY_WARNING, group->place,
				"case \"%s\" is %u times the same: nothing in it is drawn, so leave out `repeat`",
				group->name, group->repeat);
		for (size_t o = 0; o < g; o++) {
			const struct group *other = &exercise->groups[o];
			if (!is_same(&firsts[g], &firsts[o]) || (group->is_public && other->is_public))
				continue;
			diagnostics_add(
				diagnostics, SEVERITY_WARNING, group->place,
				"case \"%s\" gives what \"%s\" gives, number for number%s: one of them is enough",
				group->name, other->name,
				group->is_public || other->is_public ? ", and students see one of them" : "");
			break;
		}
	}
}

/* ---- what a student may count on ------------------------------------------------------------------ */

/* An empty list says that there shall be none. */
static void audit_help(const struct exercise *exercise, struct diagnostics *diagnostics)
{
	if (exercise->hints_at.line == 0)
		diagnostics_add(diagnostics, SEVERITY_WARNING, exercise->place,
				"no `hints`: whoever fails has nothing to go by; write two or more, from a nudge to "
				"nearly the answer, or `hints: []` if there shall be none");
	else if (exercise->n_hints == 1)
		diagnostics_add(
			diagnostics, SEVERITY_WARNING, exercise->hints_at,
			"one hint: the second failed attempt uncovers nothing more; add one that says more than "
			"the first");
	if (exercise->recall_at.line == 0)
		diagnostics_add(diagnostics, SEVERITY_WARNING, exercise->place,
				"no `recall`: the handout has no question on it for self-testing; write "
				"`recall: [{q: \"...\", a: \"...\"}]`, or `recall: []` if there shall be none");
}

/*
 * The first public case that could have an `expect`, having no numbers that are drawn and no error to return; or NULL.
 */
static const struct group *find_workable(const struct exercise *exercise)
{
	for (size_t g = 0; g < exercise->n_groups; g++) {
		const struct group *group = &exercise->groups[g];
		const bool fails = group->expects_status && group->status != 0;
		if (group->is_public && !fails && audit_is_fixed(exercise, g))
			return group;
	}
	return NULL;
}

static const char *name_output(const struct operation *operation)
{
	size_t p = 0;
	while (operation->parameters[p].kind != PARAMETER_OUT)
		p++;
	return operation->parameters[p].name;
}

/* Where no case is public that is said alone. */
static void audit_worked(const struct exercise *exercise, struct diagnostics *diagnostics)
{
	static const char what[] = "no public case has `expect`, so there is none to follow by hand";
	const struct group *group = find_workable(exercise);
	bool any_public = false;
	for (size_t g = 0; g < exercise->n_groups; g++) {
		any_public = any_public || exercise->groups[g].is_public;
		if (exercise->groups[g].is_public && exercise->groups[g].n_expectations > 0)
			return;
	}
	if (group != NULL)
		diagnostics_add(
			diagnostics, SEVERITY_WARNING, group->place,
			"%s: add what you work out for \"%s\", as `expect: {%s: ...}`; the reference is held to "
			"it",
			what, group->name, name_output(exercise->operation));
	else if (any_public)
		diagnostics_add(diagnostics, SEVERITY_WARNING, exercise->cases_at,
				"%s: add a public case of few numbers that are written out, with its answer as "
				"`expect: {%s: ...}`",
				what, name_output(exercise->operation));
}

/* An id like "L3.7" says a level, and people go by it. */
static void audit_level(const struct exercise *exercise, struct diagnostics *diagnostics)
{
	const char *id = exercise->id;
	if (id[0] != 'L' || id[1] < '1' || id[1] > '5' || isdigit((unsigned char)id[2]) ||
	    id[1] - '0' == exercise->level)
		return;
	diagnostics_add(diagnostics, SEVERITY_WARNING, exercise->id_at,
			"the id \"%s\" says level %c, the folder says %d, and that counts: move the file into a folder "
			"\"L%c-...\", or give it an id of level %d",
			id, id[1], exercise->level, id[1], exercise->level);
}

static void audit_tables(const struct exercise *exercise, struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < exercise->n_tables; i++)
		diagnostics_add(diagnostics, SEVERITY_WARNING, exercise->tables[i],
				"a line of a table: pages show it as it stands, with its bars, for Markdown is "
				"CommonMark here, which has none; write a list, or put the lines between two of ```");
}

void audit_shape(const struct exercise *exercise, struct diagnostics *diagnostics)
{
	audit_level(exercise, diagnostics);
	audit_tables(exercise, diagnostics);
	audit_help(exercise, diagnostics);
	audit_hints(exercise, diagnostics);
	audit_publicity(exercise, diagnostics);
	audit_worked(exercise, diagnostics);
	audit_twins(exercise, diagnostics);
}
