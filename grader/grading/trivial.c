#include "grading/trivial.h"

#include <assert.h>
#include <string.h>

#include "grading/compare.h"
#include "grading/simulated.h"

static void store(enum element type, void *buffer, size_t i, double value)
{
	switch (type) {
	case ELEMENT_F32:
		((float *)buffer)[i] = (float)value;
		break;
	case ELEMENT_U8:
		((uint8_t *)buffer)[i] = value >= 0 && value <= UINT8_MAX ? (uint8_t)value : 0;
		break;
	case ELEMENT_I32:
		((int32_t *)buffer)[i] = value >= INT32_MIN && value <= INT32_MAX ? (int32_t)value : 0;
		break;
	case ELEMENT_U64:
		((uint64_t *)buffer)[i] = value >= 0 && value < 0x1p64 ? (uint64_t)value : 0;
		break;
	}
}

static void fill_all(const struct batch_case *given, size_t parameter, void *buffer, size_t count, double value)
{
	for (size_t i = 0; i < count; i++)
		store(given->frame.operation->parameters[parameter].element, buffer, i, value);
}

static void fill_zeros(const struct batch_case *given, size_t parameter, void *buffer, size_t count)
{
	fill_all(given, parameter, buffer, count, 0);
}

static void fill_ones(const struct batch_case *given, size_t parameter, void *buffer, size_t count)
{
	fill_all(given, parameter, buffer, count, 1);
}

/* All bits set is NaN for a float, and the largest number or -1 for others. */
static void fill_nan(const struct batch_case *given, size_t parameter, void *buffer, size_t count)
{
	memset(buffer, 0xff, count * element_bytes(given->frame.operation->parameters[parameter].element));
}

/* Rows that sum to 1, as if all keys were alike. */
static void fill_uniform(const struct batch_case *given, size_t parameter, void *buffer, size_t count)
{
	struct shape shape;
	size_t columns = 1;
	if (frame_shape(&given->frame, parameter, &shape) && shape.n_extents > 0)
		columns = shape.extents[shape.n_extents - 1];
	fill_all(given, parameter, buffer, count, 1.0 / (double)(columns > 0 ? columns : 1));
}

/* A scalar, for functions that are given nothing else. */
static double scalar_value(const struct batch_case *given, size_t parameter)
{
	const union argument *argument = &given->frame.arguments[parameter];
	switch (given->frame.operation->parameters[parameter].kind) {
	case PARAMETER_SIZE:
		return (double)argument->size;
	case PARAMETER_OFFSET:
		return (double)argument->offset;
	case PARAMETER_NUMBER:
		return (double)argument->number;
	default:
		return argument->choice;
	}
}

/* The elements of one parameter again and again, until the output is full. */
static void repeat(const struct batch_case *given, size_t parameter, void *buffer, size_t count, size_t source)
{
	const struct parameter *from = &given->frame.operation->parameters[source];
	struct shape shape = {.count = 1};
	if (parameter_is_buffer(from) && (!frame_shape(&given->frame, source, &shape) || shape.count == 0))
		return;
	for (size_t i = 0; i < count; i++) {
		double value =
			parameter_is_buffer(from)
				? element_value(from->element, given->frame.arguments[source].buffer, i % shape.count)
				: scalar_value(given, source);
		store(given->frame.operation->parameters[parameter].element, buffer, i, value);
	}
}

/* The first buffer that is read, or failing that, the first scalar. */
static size_t first_input(const struct operation *operation)
{
	for (size_t p = 0; p < operation->n_parameters; p++)
		if (parameter_is_read(&operation->parameters[p]) && parameter_is_buffer(&operation->parameters[p]))
			return p;
	return 0;
}

static void fill_input(const struct batch_case *given, size_t parameter, void *buffer, size_t count)
{
	repeat(given, parameter, buffer, count, first_input(given->frame.operation));
}

/* V by whatever name it goes; as many as there are parameters: there is none. */
static size_t find_v(const struct operation *operation)
{
	static const char *const names[] = {"v", "values", "w_v"};
	size_t p = operation->n_parameters;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && p >= operation->n_parameters; i++)
		p = operation_parameter(operation, names[i], strlen(names[i]));
	return p;
}

/* V; failing that, the input that has as many elements as the output, or the last. */
static size_t find_values(const struct batch_case *given, size_t count)
{
	const struct operation *operation = given->frame.operation;
	if (find_v(operation) < operation->n_parameters)
		return find_v(operation);
	size_t found = first_input(operation);
	for (size_t p = found; p < operation->n_parameters; p++) {
		struct shape shape;
		if (!parameter_is_buffer(&operation->parameters[p]) || !parameter_is_read(&operation->parameters[p]))
			continue;
		found = p;
		if (frame_shape(&given->frame, p, &shape) && shape.count == count)
			break;
	}
	return found;
}

static void fill_values(const struct batch_case *given, size_t parameter, void *buffer, size_t count)
{
	repeat(given, parameter, buffer, count, find_values(given, count));
}

static void fill_nothing(const struct batch_case *given, size_t parameter, void *buffer, size_t count)
{
	(void)given, (void)parameter, (void)buffer, (void)count;
}

static const struct trivial table[] = {
	{"zeros", "all zeros", fill_zeros},
	{"ones", "all ones", fill_ones},
	{"nan", "all NaN", fill_nan},
	{"values", "a copy of V", fill_values},
	{"uniform", "rows of equal weights", fill_uniform},
	{"untouched", "outputs left as they were", fill_nothing},
	{"input", "the first input handed back", fill_input},
};

size_t trivial_count(void)
{
	return sizeof(table) / sizeof(table[0]);
}

const struct trivial *trivial_at(size_t index)
{
	assert(index < trivial_count());
	return &table[index];
}

const char *trivial_title(const struct trivial *trivial, const struct operation *operation)
{
	const bool has_v = find_v(operation) < operation->n_parameters;
	return trivial->fill == fill_values && !has_v ? "the input of the output's size handed back" : trivial->title;
}

struct call_outcome trivial_outcome(const struct trivial *trivial, const struct batch_case *given, struct arena *arena)
{
	struct call_outcome outcome = simulated_nothing(given, arena);
	const struct operation *operation = given->frame.operation;
	for (size_t p = 0; p < operation->n_parameters; p++) {
		struct shape shape;
		if (outcome.outputs[p] != NULL && operation->parameters[p].kind != PARAMETER_INOUT &&
		    frame_shape(&given->frame, p, &shape))
			trivial->fill(given, p, outcome.outputs[p], shape.count);
	}
	return outcome;
}
