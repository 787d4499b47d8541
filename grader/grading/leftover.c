#include "grading/leftover.h"

#include <math.h>

#include "grading/cost.h"

/* Junk of real numbers is at least so large; what a buffer that is also read held may be anything. */
static const double junk_min = 0x1p11;

/* So many numbers must show it. */
enum { NEEDED = 2 };

/*
 * How close to the sum of junk and right number what is left must be: some units in the last place of either, and one
 * for each term of a sum, for they may be added to the junk one by one.
 */
static double closeness(const struct frame *frame)
{
	enum { SOME = 8 };
	return (SOME + (double)cost_longest_side(frame)) * 0x1p-23;
}

/* How a wrong element came to be. */
enum making { MADE_OTHERWISE, MADE_UNCHANGED, MADE_ADDED };

/* `allowed`: what rounding may make of the right number by itself. */
static enum making make_real(double junk, double right, double got, double close, double allowed)
{
	if (!isfinite(right) || !(fabs(junk) >= junk_min))
		return MADE_OTHERWISE;
	if (!(fabs(got - junk - right) <= close * (fabs(junk) + fabs(right)) + (isfinite(allowed) ? allowed : 0)))
		return MADE_OTHERWISE;
	return got == junk ? MADE_UNCHANGED : MADE_ADDED;
}

/* Counts wrap around. */
static enum making make_count(const void *junk, uint64_t right, const void *got, size_t element)
{
	const uint64_t held = ((const uint64_t *)junk)[element], left = ((const uint64_t *)got)[element];
	return left - held != right ? MADE_OTHERWISE : right == 0 ? MADE_UNCHANGED : MADE_ADDED;
}

static enum making make(const struct judged *judged, double tolerance, size_t parameter, size_t i)
{
	const enum element element = judged->given->frame.operation->parameters[parameter].element;
	const struct answer_output *right = &judged->answer->outputs[parameter];
	const void *junk = judged->outcome->junk[parameter], *got = judged->outcome->outputs[parameter];
	if (element == ELEMENT_F32)
		return make_real(element_value(element, junk, i), right->real[i], element_value(element, got, i),
				 closeness(&judged->given->frame), tolerance * right->gauge[i]);
	return element == ELEMENT_U64 ? make_count(junk, right->integer[i], got, i) : MADE_OTHERWISE;
}

/* Adds to `added` what shows it. False if something is wrong in another way. */
static bool look_at_output(const struct judged *judged, double tolerance, size_t parameter, size_t *added)
{
	const struct frame *frame = &judged->given->frame;
	for (size_t i = 0; i < judged->answer->outputs[parameter].count; i++) {
		if (compare_element(frame, judged->answer, tolerance, judged->outcome->outputs, parameter, i))
			continue;
		const enum making making = make(judged, tolerance, parameter, i);
		if (making == MADE_OTHERWISE)
			return false;
		*added += making == MADE_ADDED;
	}
	return true;
}

static bool look_at_case(const struct judged *judged, double tolerance, size_t *added)
{
	const struct operation *operation = judged->given->frame.operation;
	if (judged->answer->status != 0 || judged->outcome->returned != 0)
		return false;
	for (size_t p = 0; p < operation->n_parameters; p++)
		if (judged->outcome->outputs[p] != NULL && !look_at_output(judged, tolerance, p, added))
			return false;
	return true;
}

static bool is_about(const struct evidence *evidence, size_t index)
{
	return evidence->judged[index].given->frame.operation == evidence->exercise->exercise->operation;
}

bool leftover_is_added_to(const struct evidence *evidence, size_t count)
{
	size_t added = 0;
	for (size_t e = 0; e < count; e++)
		for (size_t i = 0; i < evidence[e].exercise->n_cases; i++) {
			const struct judged *judged = &evidence[e].judged[i];
			const bool wrong = judged->verdict == VERDICT_WRONG || judged->verdict == VERDICT_UNWRITTEN;
			if (!is_about(&evidence[e], i))
				continue;
			if (wrong && !look_at_case(judged, evidence[e].exercise->tolerance, &added))
				return false;
			if (!wrong && clue_forbids(judged->verdict))
				return false;
		}
	return added >= NEEDED;
}

struct diagnosis_record leftover_record(void)
{
	return (struct diagnosis_record){
		.id = "M61",
		.title = "outputs are added to, not written",
		.explanation =
			"Your function adds to what its output held before the call. Outputs arrive full of junk, "
			"here of numbers in the thousands; a buffer of your own that happened to hold zeros hides it. "
			"Set every element to zero before you add to it, or add up in a local variable and store it "
			"at the end.",
	};
}
