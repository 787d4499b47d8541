/* The catalogue, put together from its families. What is not in it, and why: omissions.c. */
#include "misconceptions.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "gauge.h"
#include "mistaken.h"

_Static_assert(OPERATION_COUNT <= 64, "a bit for each operation");

static const struct misconception_family *const families[] = {
	&mistaken_sight, &mistaken_masking, &mistaken_softmax, &mistaken_output, &mistaken_setting, &mistaken_numbers,
};

enum { FAMILIES = sizeof(families) / sizeof(families[0]) };

size_t misconception_count(void)
{
	size_t count = 0;
	for (size_t f = 0; f < FAMILIES; f++)
		count += families[f]->count;
	return count;
}

/* The family that `*index` falls into; the index becomes one into its rows. */
static const struct misconception_family *find_family(size_t *index)
{
	size_t f = 0;
	while (*index >= families[f]->count) {
		*index -= families[f++]->count;
		assert(f < FAMILIES);
	}
	return families[f];
}

const struct misconception *misconception_at(size_t index)
{
	const struct misconception_family *family = find_family(&index);
	return &family->rows[index];
}

const char *misconception_family(size_t index)
{
	return find_family(&index)->title;
}

const struct misconception *misconception_find(const char *id_or_name)
{
	for (size_t i = 0; i < misconception_count(); i++) {
		const struct misconception *misconception = misconception_at(i);
		if (strcmp(misconception->id, id_or_name) == 0 || strcmp(misconception->name, id_or_name) == 0)
			return misconception;
	}
	return NULL;
}

bool misconception_breaks(const struct misconception *misconception, enum operation_id operation)
{
	return misconception->breaks >> operation & 1;
}

/*
 * Gauges are made for weights that are not negative, and look at every visible value. Where a mistake gives
 * a number all the same, an error like that of a few operations is allowed. What is below all floats may be dropped.
 */
static double mend_gauge(double real, double gauge)
{
	gauge = fabs(gauge);
	if (isfinite(real) && !isfinite(gauge))
		return 16 * GAUGE_UNIT * fabs(real) + GAUGE_MIN;
	return gauge > 0 || real != 0 ? fmax(gauge, GAUGE_MIN) : gauge;
}

static void mend_gauges(struct answer_output *output)
{
	for (size_t i = 0; i < output->count && output->gauge != NULL; i++)
		output->gauge[i] = mend_gauge(output->real[i], output->gauge[i]);
}

static void answer_mistakenly(const struct ideas *ideas, const struct frame *frame, const bool *absent,
			      struct arena *arena, struct answer *answer)
{
	reference_answer_with(ideas, frame, absent, arena, answer);
	for (size_t p = 0; p < frame->operation->n_parameters; p++)
		mend_gauges(&answer->outputs[p]);
}

size_t misconception_codings(const struct misconception *misconception)
{
	size_t count = 1;
	while (misconception->also != NULL && misconception->also[count - 1] != NULL)
		count++;
	return count;
}

static const struct ideas *coding_of(const struct misconception *misconception, size_t coding)
{
	assert(coding < misconception_codings(misconception));
	return coding == 0 ? misconception->changes : misconception->also[coding - 1];
}

void misconception_answer_coded(const struct misconception *misconception, size_t coding, const struct frame *frame,
				const bool *absent, struct arena *arena, struct answer *answer)
{
	struct ideas ideas = ideas_with(misconception->changes);
	ideas = ideas_over(&ideas, coding_of(misconception, coding));
	answer_mistakenly(&ideas, frame, absent, arena, answer);
}

void misconception_answer(const struct misconception *misconception, const struct frame *frame, const bool *absent,
			  struct arena *arena, struct answer *answer)
{
	misconception_answer_coded(misconception, 0, frame, absent, arena, answer);
}

bool misconception_joins(const struct misconception *one, const struct misconception *other,
			 enum operation_id operation)
{
	return !ideas_clash(one->changes, other->changes, operation);
}

bool misconception_joins_coded(const struct misconception *one, size_t coding, const struct misconception *other,
			       enum operation_id operation)
{
	return misconception_joins(one, other, operation) &&
	       !ideas_clash(coding_of(one, coding), other->changes, operation);
}

void misconception_answer_both(const struct misconception *one, size_t coding, const struct misconception *other,
			       const struct frame *frame, const bool *absent, struct arena *arena,
			       struct answer *answer)
{
	size_t operation = (size_t)(frame->operation - operations);
	assert(misconception_joins_coded(one, coding, other, (enum operation_id)operation));
	struct ideas first = ideas_with(one->changes), second = ideas_with(other->changes);
	first = ideas_over(&first, coding_of(one, coding));
	struct ideas both = ideas_over(&first, other->changes);
	/* where one replaces the function as a whole, the other is in what that makes use of */
	both.rest = first.whole[operation] != NULL ? &second : &first;
	answer_mistakenly(&both, frame, absent, arena, answer);
}
