#include "grading/feedback.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "grading/advice.h"
#include "grading/picture.h"

enum { RATIO_MAX = 1000000 };

static double round_ratio(double ratio)
{
	if (isinf(ratio) || !(ratio > 0))
		return ratio > 0 ? INFINITY : 0;
	return exp2(round(log2(ratio)));
}

double feedback_ratio(const struct judged *judged)
{
	/* two answers that must be the same bits have no tolerance to be told */
	if (judged->breach.kind != BREACH_NONE)
		return isinf(judged->breach.ratio) ? 0 : round_ratio(judged->breach.ratio);
	return judged->comparison.difference == DIFFERENCE_NUMBER ? round_ratio(judged->comparison.ratio) : 0;
}

static const char *number_words(const struct frame *frame, const struct judged *judged, bool got, struct arena *arena)
{
	size_t parameter = judged->comparison.parameter, element = judged->comparison.element;
	const struct answer_output *expected = &judged->answer->outputs[parameter];
	enum element type = frame->operation->parameters[parameter].element;
	const void *output = judged->outcome->outputs[parameter];
	if (type == ELEMENT_U64)
		return arena_format(arena, "%" PRIu64,
				    got ? ((const uint64_t *)output)[element] : expected->integer[element]);
	double value = got			? element_value(type, output, element)
		       : expected->real != NULL ? expected->real[element]
						: (double)(int64_t)expected->integer[element];
	return isnan(value) ? "nan" : arena_format(arena, "%.9g", value); /* NaN has no sign worth telling */
}

/* In words for a hidden case; a public one adds the two numbers. */
static const char *const difference_words[DIFFERENCE_COUNT] = {
	[DIFFERENCE_NONE] = "right",
	[DIFFERENCE_STATUS] = "another status than the right one was returned",
	[DIFFERENCE_TOUCHED] = "the right error was returned, but an output was written all the same",
	[DIFFERENCE_UNWRITTEN] = "an element was never written",
	[DIFFERENCE_NOT_NAN] = "NaN is right here, something else was written",
	[DIFFERENCE_NOT_INF] = "an infinity is right here, something else was written",
	[DIFFERENCE_NOT_FINITE] = "NaN or an infinity was written where a finite number is right",
	[DIFFERENCE_NUMBER] = "a wrong number was written",
};

static const char *ratio_words(double ratio, struct arena *arena)
{
	if (isinf(ratio))
		return ", where only the exact value is right";
	if (ratio > RATIO_MAX)
		return ", more than a million times the tolerance off";
	return ratio > 0 ? arena_format(arena, ", about %g times the tolerance off", ratio) : "";
}

static const char *public_words(const struct judged *judged, struct arena *arena)
{
	const struct frame *frame = &judged->given->frame;
	const struct comparison *comparison = &judged->comparison;
	switch (comparison->difference) {
	case DIFFERENCE_STATUS:
		return arena_format(arena, "returned %s, expected %s", picture_status(judged->outcome->returned, arena),
				    picture_status(judged->answer->status, arena));
	case DIFFERENCE_NOT_NAN:
	case DIFFERENCE_NOT_INF:
	case DIFFERENCE_NOT_FINITE:
	case DIFFERENCE_NUMBER:
		return arena_format(arena, "got %s, expected %s%s", number_words(frame, judged, true, arena),
				    number_words(frame, judged, false, arena),
				    ratio_words(feedback_ratio(judged), arena));
	default:
		return difference_words[comparison->difference];
	}
}

/* "3 x 5", "a single number" */
static const char *shape_words(const struct shape *shape, struct arena *arena)
{
	TEXT_SCOPED struct text words = {0};
	for (size_t i = 0; i < shape->n_extents; i++)
		text_add_format(&words, "%s%zu", i == 0 ? "" : " x ", shape->extents[i]);
	return shape->n_extents == 0 ? "a single number" : arena_string(arena, text_string(&words));
}

/* What the sandbox saw; of a public case with the shape of the buffer, and with what the code chose from many. */
static const char *outcome_words(const struct judged *judged, bool is_public, struct arena *arena)
{
	const struct call_outcome *outcome = judged->outcome;
	const struct operation *operation = judged->given->frame.operation;
	struct shape shape;
	if (outcome->message == NULL)
		return verdict_meaning(judged->verdict);
	if (is_public && outcome->detail != NULL)
		return arena_format(arena, "%s: %s", outcome->message, outcome->detail);
	if (is_public && outcome->parameter < operation->n_parameters &&
	    frame_shape(&judged->given->frame, outcome->parameter, &shape))
		return arena_format(arena, "%s (%s is %s)", outcome->message,
				    operation->parameters[outcome->parameter].name, shape_words(&shape, arena));
	return outcome->message;
}

/* ---- properties ----------------------------------------------------------------------------------- */

/* What the echo asked is called by its function, if that is another one. */
static const char *asked_words(const struct judged *judged)
{
	const struct operation *operation = judged->given->frame.operation;
	return judged->asked != NULL && judged->asked->given->frame.operation != operation ? operation->name : NULL;
}

static const char *numbers_of_breach(const struct judged *judged, struct arena *arena)
{
	const struct breach *breach = &judged->breach;
	const char *other = asked_words(judged);
	if (breach->kind == BREACH_SUM)
		return arena_format(arena, " (it sums to %.9g, expected %.9g)", breach->here, breach->there);
	/* where that is right, it is not outlined in the picture beside it, and what is wrong elsewhere may be */
	if (other != NULL)
		return arena_format(arena, " (%s says %.9g%s, %s says %.9g)",
				    judged->asked->given->frame.operation->name, breach->here,
				    judged->was_right ? " and is right" : "", other, breach->there);
	return arena_format(arena, " (from %.9g to %.9g)", breach->here, breach->there);
}

static const char *breach_words(const struct judged *judged, bool is_public, struct arena *arena)
{
	const struct breach *breach = &judged->breach;
	const char *name = judged->given->frame.operation->name;
	if (breach->kind == BREACH_UNASKED)
		return arena_format(arena, "there is no %s for it to agree with", name);
	if (breach->kind == BREACH_UNWRITTEN)
		return arena_format(arena, "%s, asked once more, left an element unwritten", name);
	if (breach->kind == BREACH_STATUS)
		return arena_format(arena, "%s, asked the same in another way, returned another status than it should",
				    name);
	return arena_format(arena, "%s%s%s", property_broken(property_kind(judged->property)),
			    is_public ? numbers_of_breach(judged, arena) : "",
			    ratio_words(feedback_ratio(judged), arena));
}

static const char *what_happened(const struct judged *judged, bool is_public, struct arena *arena)
{
	const struct comparison *comparison = &judged->comparison;
	switch (judged->verdict) {
	case VERDICT_PASSED:
		return "";
	case VERDICT_WRONG:
	case VERDICT_UNWRITTEN:
		if (judged->breach.kind != BREACH_NONE)
			return breach_words(judged, is_public, arena);
		if (is_public)
			return public_words(judged, arena);
		return arena_format(arena, "%s%s", difference_words[comparison->difference],
				    ratio_words(feedback_ratio(judged), arena));
	case VERDICT_INCONSISTENT:
		return "the same input gave another answer the second time";
	default:
		return outcome_words(judged, is_public, arena);
	}
}

const char *feedback_message(const struct judged *judged, bool is_public, struct arena *arena)
{
	const char *happened = what_happened(judged, is_public, arena);
	const char *other = asked_words(judged);
	if (other != NULL && judged->breach.kind == BREACH_NONE && judged->verdict != VERDICT_PASSED)
		happened = arena_format(arena, "%s, which is to agree with it: %s", other, happened);
	return advice_add(happened, judged->verdict, arena);
}

static bool returned(enum verdict verdict)
{
	return verdict == VERDICT_PASSED || verdict == VERDICT_WRONG || verdict == VERDICT_UNWRITTEN ||
	       verdict == VERDICT_INCONSISTENT;
}

/* Beside a case, its echo: what is asked further, and what came of it, under names that tell them apart. */
static void add_echo(const struct judged *judged, struct case_record *record, struct arena *arena)
{
	const struct frame *frame = &judged->given->frame, *asked = &judged->asked->given->frame;
	size_t count, kept = record->n_matrices;
	const struct matrix_record *echoed =
		picture_all(frame, judged->given->absent, judged->answer, judged->outcome->outputs,
			    judged->outcome->junk, &count, arena);
	struct matrix_record *list = arena_array(arena, kept + count, sizeof(*list));
	memcpy(list, record->matrices, kept * sizeof(*list));
	for (size_t i = 0; i < count; i++) {
		list[kept] = echoed[i];
		list[kept++].name = asked->operation == frame->operation
					    ? arena_format(arena, "%s, asked again", echoed[i].name)
					    : arena_format(arena, "%s of %s", echoed[i].name, frame->operation->name);
	}
	record->matrices = list;
	record->n_matrices = kept;
	if (asked->operation != frame->operation)
		record->scalars = arena_format(arena, "%s; %s: %s", record->scalars, frame->operation->name,
					       picture_scalars(frame, arena));
}

const struct case_record *feedback_case(const struct judged *judged, struct arena *arena)
{
	struct case_record *record = arena_alloc(arena, sizeof(*record));
	const struct judged *itself = judged->asked != NULL ? judged->asked : judged;
	record->verdict = judged->verdict;
	record->scalars = picture_scalars(&itself->given->frame, arena);
	record->returned = returned(itself->verdict) ? picture_status(itself->outcome->returned, arena) : "";
	record->expected_return = picture_status(itself->answer->status, arena);
	record->matrices = picture_all(&itself->given->frame, itself->given->absent, itself->answer,
				       itself->outcome->outputs, itself->outcome->junk, &record->n_matrices, arena);
	if (itself != judged)
		add_echo(judged, record, arena);
	return record;
}
