/* Hidden cases without which nothing is missed that is caught now, so many that all of them may go at once. */
#include "grading/audit.h"

#include "core/text.h"

/* What is left of an exercise as cases go. */
struct remains {
	const struct coverage_record *record;
	bool *gone; /* by group */
};

static const struct coverage_row *row_at(const struct coverage_record *record, size_t index)
{
	const bool is_trivial = index >= record->n_misconceptions;
	return is_trivial ? &record->trivial[index - record->n_misconceptions] : &record->misconceptions[index];
}

/* Does another of them catch all that the group does? `only`: that one; or SIZE_MAX for all together. */
static bool is_covered(const struct remains *remains, size_t group, size_t only)
{
	const struct coverage_record *record = remains->record;
	for (size_t i = 0; i < record->n_misconceptions + record->n_trivial; i++) {
		const struct coverage_row *row = row_at(record, i);
		bool caught = !(row->ratios[group] > 1);
		for (size_t g = 0; g < record->n_groups && !caught; g++)
			caught = g != group && (only == SIZE_MAX || g == only) && !record->groups[g].is_public &&
				 !remains->gone[g] && row->ratios[g] > 1;
		if (!caught)
			return false;
	}
	return true;
}

/* Of those that may go the one that catches least, of several the last; n_groups if none may. */
static size_t find_next(const struct remains *remains)
{
	const struct coverage_record *record = remains->record;
	size_t next = record->n_groups;
	for (size_t g = 0; g < record->n_groups; g++)
		if (!record->groups[g].is_public && !remains->gone[g] && record->groups[g].untried == 0 &&
		    is_covered(remains, g, SIZE_MAX) &&
		    (next == record->n_groups || record->groups[g].caught <= record->groups[next].caught))
			next = g;
	return next;
}

/* Whoever catches all of it alone, of those that stay; n_groups if nobody does. */
static size_t find_heir(const struct remains *remains, size_t group)
{
	size_t heir = 0;
	while (heir < remains->record->n_groups &&
	       (heir == group || remains->gone[heir] || remains->record->groups[heir].is_public ||
		!is_covered(remains, group, heir)))
		heir++;
	return heir;
}

static void tell(const struct exercise *exercise, const struct remains *remains, size_t group,
		 struct diagnostics *diagnostics)
{
	const struct coverage_record *record = remains->record;
	const size_t heir = find_heir(remains, group);
	TEXT_SCOPED struct text who = {0};
	if (record->groups[group].caught == 0)
		text_add(&who, "it catches no mistake of the catalogue");
	else if (heir < record->n_groups)
		text_add_format(&who, "\"%s\" catches all that it does", record->groups[heir].name);
	else
		text_add(&who, "the other hidden cases catch all that it does");
	diagnostics_add(diagnostics, SEVERITY_NOTE, exercise->groups[group].place,
			"case \"%s\" is redundant: %s; leave it out, or keep it for what the catalogue does not know",
			record->groups[group].name, text_string(&who));
}

void audit_redundancy(const struct exercise *exercise, const struct coverage_record *record,
		      struct diagnostics *diagnostics)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct remains remains = {record, arena_array(arena, record->n_groups, sizeof(bool))};
	for (size_t next; (next = find_next(&remains)) < record->n_groups;)
		remains.gone[next] = true;
	for (size_t g = 0; g < record->n_groups; g++)
		if (remains.gone[g])
			tell(exercise, &remains, g, diagnostics);
}
