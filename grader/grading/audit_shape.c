/* What is wrong with an exercise as a whole: who sees what, what is won with what is seen, what is there twice. */
#include "grading/audit.h"

#include <string.h>

#include "core/text.h"

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
				"no case is public: a student has nothing to try `grader check` on");
	if (open == exercise->n_groups)
		diagnostics_add(diagnostics, SEVERITY_WARNING, exercise->cases_at,
				"every case is public: a submission can hold the answers");
	else if (2 * won > worth)
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
				"case \"%s\" gives what \"%s\"%s gives, number for number: one of them is enough",
				group->name, other->name,
				group->is_public || other->is_public ? ", of which one is public," : "");
			break;
		}
	}
}

void audit_shape(const struct exercise *exercise, struct diagnostics *diagnostics)
{
	audit_publicity(exercise, diagnostics);
	audit_twins(exercise, diagnostics);
}
