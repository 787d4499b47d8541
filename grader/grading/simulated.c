#include "grading/simulated.h"

#include <string.h>

static void store(enum element type, void *buffer, size_t i, const struct answer_output *output)
{
	switch (type) {
	case ELEMENT_F32:
		((float *)buffer)[i] = (float)output->real[i];
		break;
	case ELEMENT_U8:
		((uint8_t *)buffer)[i] = (uint8_t)output->integer[i];
		break;
	case ELEMENT_I32:
		((int32_t *)buffer)[i] = (int32_t)output->integer[i];
		break;
	case ELEMENT_U64:
		((uint64_t *)buffer)[i] = output->integer[i];
		break;
	}
}

/* What it held before: nothing that was written, so no element of it seems unwritten. */
static void *make_junk(const void *written, size_t bytes, struct arena *arena)
{
	unsigned char *junk = arena_alloc(arena, bytes > 0 ? bytes : 1);
	for (size_t i = 0; i < bytes; i++)
		junk[i] = (unsigned char)~((const unsigned char *)written)[i];
	return junk;
}

/* Bytes that no sensible float, count or flag is made of. */
static void fill_with_junk(void *buffer, size_t bytes)
{
	enum { JUNK = 0xa5 };
	memset(buffer, JUNK, bytes);
}

struct call_outcome simulated_nothing(const struct batch_case *given, struct arena *arena)
{
	struct call_outcome outcome = {.verdict = VERDICT_PASSED, .parameter = OPERATION_PARAMETERS_MAX};
	const struct operation *operation = given->frame.operation;
	for (size_t p = 0; p < operation->n_parameters; p++) {
		const struct parameter *parameter = &operation->parameters[p];
		struct shape shape;
		if (!parameter_is_written(parameter) || given->absent[p] || !frame_shape(&given->frame, p, &shape))
			continue;
		const size_t bytes = shape.count * element_bytes(parameter->element);
		outcome.outputs[p] = arena_alloc(arena, bytes > 0 ? bytes : 1);
		if (parameter->kind == PARAMETER_INOUT)
			memcpy(outcome.outputs[p], given->frame.arguments[p].buffer, bytes);
		else
			fill_with_junk(outcome.outputs[p], bytes);
		outcome.junk[p] = arena_copy(arena, outcome.outputs[p], bytes);
		outcome.outputs_again[p] = outcome.outputs[p];
		outcome.junk_again[p] = outcome.junk[p];
	}
	return outcome;
}

struct call_outcome simulated_call(const struct batch_case *given, attn_symbol symbol, struct arena *arena)
{
	struct call_outcome outcome = simulated_nothing(given, arena);
	struct frame frame = given->frame;
	for (size_t p = 0; p < frame.operation->n_parameters; p++)
		if (parameter_is_written(&frame.operation->parameters[p]))
			frame.arguments[p].buffer = outcome.outputs[p];
	outcome.returned = frame_call(&frame, symbol);
	return outcome;
}

static void *write_output(const struct parameter *parameter, const struct answer_output *output, size_t count,
			  struct arena *arena)
{
	void *buffer = arena_alloc(arena, count > 0 ? count * element_bytes(parameter->element) : 1);
	for (size_t i = 0; i < count && i < output->count; i++)
		store(parameter->element, buffer, i, output);
	return buffer;
}

struct call_outcome simulated_outcome(const struct batch_case *given, const struct answer *answer, struct arena *arena)
{
	struct call_outcome outcome = {
		.verdict = VERDICT_PASSED, .returned = answer->status, .parameter = OPERATION_PARAMETERS_MAX};
	const struct operation *operation = given->frame.operation;
	for (size_t p = 0; p < operation->n_parameters; p++) {
		const struct parameter *parameter = &operation->parameters[p];
		const bool inout = parameter->kind == PARAMETER_INOUT;
		struct shape shape;
		if (!parameter_is_written(parameter) || given->absent[p] || !frame_shape(&given->frame, p, &shape))
			continue;
		const size_t bytes = shape.count * element_bytes(parameter->element);
		outcome.outputs[p] = write_output(parameter, &answer->outputs[p], shape.count, arena);
		outcome.junk[p] = inout ? arena_copy(arena, given->frame.arguments[p].buffer, bytes)
					: make_junk(outcome.outputs[p], bytes, arena);
		if (answer->status != 0 && !inout)
			memcpy(outcome.outputs[p], outcome.junk[p], bytes);
		outcome.outputs_again[p] = outcome.outputs[p];
		outcome.junk_again[p] = outcome.junk[p];
	}
	return outcome;
}
