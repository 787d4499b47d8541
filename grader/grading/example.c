#include "grading/example.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/coverage.h"
#include "grading/judged.h"
#include "grading/simulated.h"

/* ---- the words of an exercise file ---------------------------------------------------------------- */

static void add_element(struct text *text, enum element element, const void *buffer, size_t index)
{
	const double value = element_value(element, buffer, index);
	if (element == ELEMENT_U64)
		text_add_format(text, "%" PRIu64, ((const uint64_t *)buffer)[index]);
	else if (isnan(value))
		text_add(text, "nan");
	else if (isinf(value))
		text_add(text, value > 0 ? "inf" : "-inf");
	else
		text_add_format(text, "%.9g", value); /* enough for any float */
}

static void add_scalar(struct text *text, const struct parameter *parameter, const union argument *argument)
{
	if (parameter->kind == PARAMETER_SIZE)
		text_add_format(text, "%zu", argument->size);
	else if (parameter->kind == PARAMETER_OFFSET)
		text_add_format(text, "%td", argument->offset);
	else if (parameter->kind == PARAMETER_NUMBER)
		text_add_format(text, "%" PRIu64, argument->number);
	else
		text_add_format(text, "%" PRId32, argument->choice);
}

static bool all_same(enum element element, const char *buffer, size_t count)
{
	const size_t bytes = element_bytes(element);
	for (size_t i = 1; i < count; i++)
		if (memcmp(buffer, buffer + i * bytes, bytes) != 0)
			return false;
	return count > 0;
}

/* A list, and in it lists, or elements where the innermost extent is. */
static void add_list(struct text *text, enum element element, const char *buffer, const struct shape *shape,
		     size_t extent)
{
	size_t inside = element_bytes(element);
	for (size_t e = extent + 1; e < shape->n_extents; e++)
		inside *= shape->extents[e];
	text_add(text, "[");
	for (size_t i = 0; i < shape->extents[extent]; i++) {
		text_add(text, i > 0 ? ", " : "");
		if (extent + 1 < shape->n_extents)
			add_list(text, element, buffer + i * inside, shape, extent + 1);
		else
			add_element(text, element, buffer, i);
	}
	text_add(text, "]");
}

static void add_buffer(struct text *text, const struct frame *frame, size_t parameter)
{
	struct shape shape;
	const enum element element = frame->operation->parameters[parameter].element;
	const void *buffer = frame->arguments[parameter].buffer;
	if (!frame_shape(frame, parameter, &shape) || shape.count == 0)
		text_add(text, "0"); /* a number stands for all elements, of which there are none */
	else if (all_same(element, buffer, shape.count))
		add_element(text, element, buffer, 0);
	else
		add_list(text, element, buffer, &shape, 0);
}

void example_add_given(struct text *text, const struct batch_case *given)
{
	const struct operation *operation = given->frame.operation;
	const char *separator = "{";
	for (size_t p = 0; p < operation->n_parameters; p++) {
		const struct parameter *parameter = &operation->parameters[p];
		const bool is_buffer = parameter_is_buffer(parameter);
		if (is_buffer && !parameter_is_read(parameter) && !given->absent[p])
			continue;
		text_add_format(text, "%s%s: ", separator, parameter->name);
		separator = ", ";
		if (!is_buffer)
			add_scalar(text, parameter, &given->frame.arguments[p]);
		else if (given->absent[p])
			text_add(text, "~");
		else
			add_buffer(text, &given->frame, p);
	}
	text_add(text, "}");
}

/* ---- the search ----------------------------------------------------------------------------------- */

/* Does it fail so far beyond the tolerance that the case would count? */
static bool shows(const struct misconception *misconception, const struct batch_case *given, const struct answer *right,
		  double tolerance, struct arena *arena)
{
	struct answer answer;
	misconception_answer(misconception, &given->frame, given->absent, arena, &answer);
	const struct call_outcome outcome = simulated_outcome(given, &answer, arena);
	const double enough = tolerance * COVERAGE_DISTANCE;
	return judged_make(given, right, enough, &outcome).verdict != VERDICT_PASSED;
}

bool example_add(struct text *text, const struct misconception *misconception, const struct exam *exam,
		 const struct exam_exercise *exercise)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct candidates *part;
	for (size_t i = 0; (part = candidate_pool_part(exam->candidates, exercise->exercise->operation, i)) != NULL;
	     i++)
		for (size_t c = 0; c < part->inputs.count; c++) {
			const struct batch_case *given = &part->inputs.cases[c];
			arena_reset(arena);
			if (!candidate_is_fair(given, &part->inputs.answers[c]) ||
			    !shows(misconception, given, &part->inputs.answers[c], exercise->tolerance, arena))
				continue;
			example_add_given(text, given);
			return true;
		}
	return false;
}
