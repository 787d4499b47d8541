/* Properties that ask nothing: nothing is changed, or nothing is held against it. */
#include "grading/audit.h"

#include <math.h>
#include <string.h>

#include "contract/status.h"
#include "core/text.h"

/* Why a case asks nothing, from the best reason to the worst; ASKS: it does. */
enum emptiness { ASKS, UNCHANGED, UNLINKED, UNSUMMED, FAILS, EMPTINESS_COUNT };

static const char *const reasons[EMPTINESS_COUNT] = {
	[UNCHANGED] = "there is nothing to change, every input stays to the bit",
	[UNLINKED] = "there is no number that must stay",
	[UNSUMMED] = "there is no row of numbers to sum up",
	[FAILS] = "the function returns an error",
};

static bool same_input(const struct frame *frame, const struct frame *other, size_t p)
{
	const struct parameter *parameter = &frame->operation->parameters[p];
	struct shape shape, others;
	if (parameter->kind == PARAMETER_CHOICE)
		return frame->arguments[p].choice == other->arguments[p].choice;
	if (!parameter_is_buffer(parameter))
		return frame->arguments[p].number == other->arguments[p].number;
	if (!parameter_is_read(parameter) || frame->arguments[p].buffer == NULL || other->arguments[p].buffer == NULL ||
	    !frame_shape(frame, p, &shape) || !frame_shape(other, p, &others))
		return true;
	return shape.count == others.count &&
	       (shape.count == 0 || memcmp(frame->arguments[p].buffer, other->arguments[p].buffer,
					   shape.count * element_bytes(parameter->element)) == 0);
}

bool audit_same_inputs(const struct frame *frame, const struct frame *other)
{
	for (size_t p = 0; p < frame->operation->n_parameters; p++)
		if (!same_input(frame, other, p))
			return false;
	return true;
}

static enum emptiness look_at_echo(const struct frame *frame, const struct echo *echo, enum property_kind kind)
{
	size_t held = 0;
	for (size_t i = 0; i < echo->n_links; i++)
		held += echo->links[i].count;
	if (held == 0)
		return UNLINKED;
	return kind != PROPERTY_AGREEMENT && audit_same_inputs(frame, &echo->frame) ? UNCHANGED : ASKS;
}

/* Is there a row without NaN? */
static enum emptiness look_at_sums(const struct frame *frame, const struct answer *answer)
{
	const size_t parameter = operation_parameter(frame->operation, "weights", strlen("weights"));
	const struct answer_output *weights = &answer->outputs[parameter];
	struct shape shape;
	if (weights->real == NULL || !frame_shape(frame, parameter, &shape))
		return UNSUMMED;
	const size_t columns = shape.extents[shape.n_extents - 1];
	for (size_t first = 0; columns > 0 && first < weights->count; first += columns) {
		double sum = 0;
		for (size_t j = 0; j < columns; j++)
			sum += weights->real[first + j];
		if (isfinite(sum))
			return ASKS;
	}
	return UNSUMMED;
}

/* What the property asks at best, in any of the group's cases. */
static enum emptiness look_at_group(const struct exam_exercise *entry, size_t g)
{
	const enum property_kind kind = property_kind(entry->exercise->groups[g].property);
	enum emptiness best = kind == PROPERTY_ROWS_SUM_TO_ONE ? UNSUMMED : UNLINKED;
	bool all_fail = true;
	for (size_t i = 0; i < entry->n_cases && best != ASKS; i++) {
		const struct exam_case *asked = &entry->cases[i];
		const size_t own = asked->echo == NULL ? i : asked->asked;
		enum emptiness found = best;
		if (asked->group != g || entry->cases[own].answer.status != 0)
			continue;
		all_fail = false;
		if (asked->echo != NULL)
			found = look_at_echo(&entry->batch_cases[own].frame, asked->echo, kind);
		else if (kind == PROPERTY_ROWS_SUM_TO_ONE)
			found = look_at_sums(&entry->batch_cases[i].frame, &asked->answer);
		best = found < best ? found : best;
	}
	return all_fail ? FAILS : best;
}

void audit_properties(const struct exam_exercise *entry, struct diagnostics *diagnostics)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	for (size_t g = 0; g < entry->exercise->n_groups; g++) {
		const struct group *group = &entry->exercise->groups[g];
		const bool is_made = group->property != NULL && audit_has_cases(entry, g);
		const enum emptiness emptiness = is_made ? look_at_group(entry, g) : ASKS;
		if (emptiness != ASKS)
			diagnostics_add(diagnostics, SEVERITY_ERROR, group->place,
					"property \"%s\" asks nothing in any repetition of \"%s\": %s",
					property_name(group->property, arena), group->name, reasons[emptiness]);
	}
}
