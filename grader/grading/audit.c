#include "grading/audit.h"

#include "core/text.h"
#include "grading/coverage.h"

bool audit_has_cases(const struct exam_exercise *entry, size_t group)
{
	for (size_t i = 0; i < entry->n_cases; i++)
		if (entry->cases[i].group == group)
			return true;
	return false;
}

static bool measure(const struct exam *exam, struct arena *arena, struct diagnostics *diagnostics,
		    struct coverage_record *record)
{
	struct exam_exercise *entry = exam->exercises;
	TEXT_SCOPED struct text why = {0};
	bool *is_unfair = arena_array(arena, entry->exercise->n_groups, sizeof(bool));
	if (!exam_ready(entry, &why)) {
		diagnostics_add(diagnostics, SEVERITY_ERROR, entry->exercise->place, "%s", text_string(&why));
		return false;
	}
	audit_answers(entry, diagnostics, is_unfair);
	audit_properties(entry, diagnostics);
	audit_time(entry, diagnostics);
	coverage_measure(entry, arena, record);
	audit_coverage(exam, record, is_unfair, diagnostics);
	return true;
}

bool audit_exercise(const struct exercise *exercise, struct arena *arena, struct diagnostics *diagnostics,
		    struct coverage_record *record)
{
	static const struct secret public_stream;
	ARENA_SCOPED struct arena *cases = arena_create();
	bool sound = true;
	for (size_t g = 0; g < exercise->n_groups; g++)
		sound = exercise_rehearse(exercise, g, diagnostics) && sound;
	audit_shape(exercise, diagnostics);
	const struct exercise *bounded = sound ? audit_bound(exercise, cases, diagnostics) : NULL;
	const struct catalogue alone = {1, &bounded};
	struct exam *exam = sound ? exam_prepare(&alone, &public_stream, EXAM_ALL_GROUPS, cases, diagnostics) : NULL;
	if (exam == NULL)
		return false;
	const bool measured = measure(exam, arena, diagnostics, record);
	exam_release(exam);
	return measured;
}
