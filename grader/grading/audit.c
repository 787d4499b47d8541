#include "grading/audit.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "contract/status.h"
#include "core/text.h"
#include "grading/coverage.h"
#include "reference.h"

/* Half a unit of the last digit, and a hair for the decimal number that binary cannot hold. */
static double allowance(int digits)
{
	return 0.5 * pow(10, -digits) * (1 + 1e-9);
}

static bool agrees(double reference, double written, int digits)
{
	if (isnan(written) || isnan(reference))
		return isnan(written) && isnan(reference);
	if (isinf(written) || isinf(reference))
		return written == reference;
	double spacing = 4 * DBL_EPSILON * fabs(reference);
	return fabs(reference - written) <= allowance(digits) + spacing;
}

/* Author and reference must agree on every element; the first that does not is named. */
static void audit_expectation(const struct exercise *exercise, const struct group *group, unsigned repetition,
			      const struct expectation *expectation, const struct answer *answer,
			      struct diagnostics *diagnostics)
{
	const char *name = exercise->operation->parameters[expectation->parameter].name;
	const struct answer_output *output = &answer->outputs[expectation->parameter];
	if (output->count != expectation->count) {
		diagnostics_add(diagnostics, SEVERITY_ERROR, expectation->place,
				"`%s` has %zu element%s under `expect`, the answer has %zu (repetition %u)", name,
				expectation->count, text_plural((double)expectation->count), output->count, repetition);
		return;
	}
	int digits = group->digits < 0 ? 6 : group->digits;
	for (size_t i = 0; i < output->count; i++) {
		bool same = output->real != NULL
				    ? agrees(output->real[i], expectation->values[i], digits)
				    : (double)output->integer[i] == expectation->values[i] ||
					      (double)(int64_t)output->integer[i] == expectation->values[i];
		if (same)
			continue;
		const char *written = expectation->written == NULL ? "" : expectation->written[i];
		if (output->real != NULL)
			diagnostics_add(
				diagnostics, SEVERITY_ERROR, expectation->place,
				"`expect` says %s for element %zu of `%s`, the reference says %.*f (to %d digit%s)",
				written, i, name, digits + 2, output->real[i], digits, text_plural(digits));
		else
			diagnostics_add(diagnostics, SEVERITY_ERROR, expectation->place,
					"`expect` says %s for element %zu of `%s`, the reference says %" PRIu64,
					written, i, name, output->integer[i]);
		return;
	}
}

static void audit_status(const struct group *group, const struct answer *answer, struct diagnostics *diagnostics)
{
	if (group->expects_status && answer->status != group->status)
		diagnostics_add(diagnostics, SEVERITY_ERROR, group->place,
				"case \"%s\" says that %s is returned, the reference returns %s", group->name,
				status_name(group->status), status_name(answer->status));
	if (!group->expects_status && answer->status != 0)
		diagnostics_add(diagnostics, SEVERITY_WARNING, group->place,
				"case \"%s\" makes the function return %s; say so with `returns: %s` if that is meant",
				group->name, status_name(answer->status), status_name(answer->status));
}

/* A right answer that binary32 cannot hold is no fair question. */
static void audit_range(const struct exercise *exercise, const struct group *group, unsigned repetition,
			const struct answer *answer, struct diagnostics *diagnostics)
{
	for (size_t p = 0; p < exercise->operation->n_parameters; p++) {
		const struct answer_output *output = &answer->outputs[p];
		for (size_t i = 0; output->real != NULL && i < output->count; i++) {
			bool held = !isfinite(output->real[i]) || fabs(output->real[i]) <= FLT_MAX;
			if (held && (isfinite(output->gauge[i]) || !isfinite(output->real[i])))
				continue;
			diagnostics_add(
				diagnostics, SEVERITY_ERROR, group->place,
				"case \"%s\" (repetition %u) overflows binary32 at element %zu of `%s`: honest float "
				"code cannot pass",
				group->name, repetition, i, exercise->operation->parameters[p].name);
			return;
		}
	}
}

/* The answers of all cases; of a group, no more than what its first faulty repetition has. */
static void audit_answers(const struct exam_exercise *entry, struct diagnostics *diagnostics)
{
	const struct exercise *exercise = entry->exercise;
	size_t faulty = SIZE_MAX; /* a group */
	for (size_t i = 0; i < entry->n_cases; i++) {
		const size_t g = entry->cases[i].group, errors = diagnostics_count(diagnostics, SEVERITY_ERROR);
		const unsigned repetition = entry->cases[i].repetition;
		const struct group *group = &exercise->groups[g];
		const struct answer *answer = &entry->cases[i].answer;
		if (g == faulty || entry->cases[i].echo != NULL)
			continue;
		if (repetition == 0)
			audit_status(group, answer, diagnostics);
		audit_range(exercise, group, repetition, answer, diagnostics);
		for (size_t e = 0; e < group->n_expectations && answer->status == 0; e++)
			audit_expectation(exercise, group, repetition, &group->expectations[e], answer, diagnostics);
		if (diagnostics_count(diagnostics, SEVERITY_ERROR) > errors)
			faulty = g;
	}
}

static void audit_shape(const struct exercise *exercise, struct diagnostics *diagnostics)
{
	size_t open = 0;
	for (size_t g = 0; g < exercise->n_groups; g++)
		open += exercise->groups[g].is_public;
	if (open == 0)
		diagnostics_add(diagnostics, SEVERITY_WARNING, exercise->place,
				"no case is public: a student has nothing to try `grader check` on");
	if (open == exercise->n_groups)
		diagnostics_add(diagnostics, SEVERITY_WARNING, exercise->place,
				"every case is public: a submission can hold the answers");
}

static bool measure(const struct exam *exam, struct arena *arena, struct diagnostics *diagnostics,
		    struct coverage_record *record)
{
	struct exam_exercise *entry = exam->exercises;
	TEXT_SCOPED struct text why = {0};
	if (!exam_ready(entry, &why)) {
		diagnostics_add(diagnostics, SEVERITY_ERROR, entry->exercise->place, "%s", text_string(&why));
		return false;
	}
	audit_answers(entry, diagnostics);
	coverage_measure(entry, arena, record);
	audit_coverage(exam, record, diagnostics);
	return true;
}

bool audit_exercise(const struct exercise *exercise, struct arena *arena, struct diagnostics *diagnostics,
		    struct coverage_record *record)
{
	static const struct secret public_stream;
	ARENA_SCOPED struct arena *cases = arena_create();
	const struct catalogue alone = {1, &exercise};
	bool sound = true;
	audit_shape(exercise, diagnostics);
	for (size_t g = 0; g < exercise->n_groups; g++)
		sound = exercise_rehearse(exercise, g, diagnostics) && sound;
	struct exam *exam = sound ? exam_prepare(&alone, &public_stream, EXAM_ALL_GROUPS, cases, diagnostics) : NULL;
	if (exam == NULL)
		return false;
	const bool measured = measure(exam, arena, diagnostics, record);
	exam_release(exam);
	return measured;
}
