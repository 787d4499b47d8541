/*
 * Turns each row of operations.def into three things: an assertion that the row says what the prototype
 * in attention.h says, a trampoline that calls a symbol of that type, and the parameters as data. A
 * prototype that changes without its row does not compile.
 */
#include "contract/operation.h"

#include <string.h>

#include "attention.h"
#include "contract/for_each.h"

/* The parameter's type in the prototype. */
#define TYPE(parameter) TYPE_##parameter
#define TYPE_SIZE(name) size_t
#define TYPE_OFFSET(name) ptrdiff_t
#define TYPE_NUMBER(name) uint64_t
#define TYPE_CHOICE(name) int32_t
#define TYPE_IN(element, name, shape) const C_##element *
#define TYPE_OUT(element, name, shape) C_##element *
#define TYPE_MAYBE(element, name, shape) C_##element *
#define TYPE_INOUT(element, name, shape) C_##element *

/* Its index among the arguments, as an enumerator local to the trampoline. */
#define SLOT(parameter) SLOT_##parameter
#define SLOT_SIZE(name) at_##name
#define SLOT_OFFSET(name) at_##name
#define SLOT_NUMBER(name) at_##name
#define SLOT_CHOICE(name) at_##name
#define SLOT_IN(element, name, shape) at_##name
#define SLOT_OUT(element, name, shape) at_##name
#define SLOT_MAYBE(element, name, shape) at_##name
#define SLOT_INOUT(element, name, shape) at_##name

/* The argument that the trampoline passes for it. */
#define PASS(parameter) PASS_##parameter
#define PASS_SIZE(name) arguments[at_##name].size
#define PASS_OFFSET(name) arguments[at_##name].offset
#define PASS_NUMBER(name) arguments[at_##name].number
#define PASS_CHOICE(name) arguments[at_##name].choice
#define PASS_IN(element, name, shape) (const C_##element *)arguments[at_##name].buffer
#define PASS_OUT(element, name, shape) (C_##element *)arguments[at_##name].buffer
#define PASS_MAYBE(element, name, shape) PASS_OUT(element, name, shape)
#define PASS_INOUT(element, name, shape) PASS_OUT(element, name, shape)

/* Its row of data. */
/* clang-format off */
#define ROW(parameter) ROW_##parameter
#define ROW_SIZE(name) {#name, PARAMETER_SIZE, 0, ""}
#define ROW_OFFSET(name) {#name, PARAMETER_OFFSET, 0, ""}
#define ROW_NUMBER(name) {#name, PARAMETER_NUMBER, 0, ""}
#define ROW_CHOICE(name) {#name, PARAMETER_CHOICE, 0, ""}
#define ROW_IN(element, name, shape) {#name, PARAMETER_IN, ELEMENT_##element, shape}
#define ROW_OUT(element, name, shape) {#name, PARAMETER_OUT, ELEMENT_##element, shape}
#define ROW_MAYBE(element, name, shape) {#name, PARAMETER_MAYBE, ELEMENT_##element, shape}
#define ROW_INOUT(element, name, shape) {#name, PARAMETER_INOUT, ELEMENT_##element, shape}
/* clang-format on */

#define SAME_TYPE(name, type) \
	_Static_assert(__builtin_types_compatible_p(__typeof__(name), type), \
		       #name ": the row in operations.def differs from the prototype in attention.h")

/*
 * attn_decode takes its cache as a struct, which the table spells out. Whatever the call does to the
 * struct, only `length` comes back: the other fields are ours, and a submission that moves them has
 * nothing to gain.
 */
static int call_decode(attn_symbol symbol, const union argument *arguments)
{
	typedef int prototype(struct attn_cache *, const float *, const float *, const float *, float *);
	SAME_TYPE(attn_decode, prototype);
	uint64_t *length = arguments[3].buffer;
	struct attn_cache cache = {
		.capacity = arguments[0].size,
		.length = *length,
		.d_k = arguments[1].size,
		.d_v = arguments[2].size,
		.keys = arguments[4].buffer,
		.values = arguments[5].buffer,
	};
	int status = ((prototype *)symbol)(&cache, arguments[6].buffer, arguments[7].buffer, arguments[8].buffer,
					   arguments[9].buffer);
	*length = cache.length;
	return status;
}

#define OPERATION(name, level, brief, ...) \
	static int call_##name(attn_symbol symbol, const union argument *arguments) \
	{ \
		enum { FOR_EACH(SLOT, __VA_ARGS__) }; \
		typedef int prototype(FOR_EACH(TYPE, __VA_ARGS__)); \
		SAME_TYPE(name, prototype); \
		return ((prototype *)symbol)(FOR_EACH(PASS, __VA_ARGS__)); \
	} \
	OPERATION_BY(, name, level, brief, __VA_ARGS__)
#define OPERATION_BY(call, name, level, brief, ...) \
	static const struct parameter parameters_##name[] = {FOR_EACH(ROW, __VA_ARGS__)}; \
	_Static_assert(sizeof(parameters_##name) / sizeof(struct parameter) <= OPERATION_PARAMETERS_MAX, \
		       #name ": too many parameters");
#include "contract/operations.def"
#undef OPERATION
#undef OPERATION_BY

#define OPERATION(name, level, brief, ...) OPERATION_BY(call_##name, name, level, brief, __VA_ARGS__)
#define OPERATION_BY(call, name, level, brief, ...) \
	{#name, brief, level, parameters_##name, sizeof(parameters_##name) / sizeof(struct parameter), call},
const struct operation operations[OPERATION_COUNT] = {
#include "contract/operations.def"
};

const struct operation *operation_find(const char *name)
{
	for (size_t i = 0; i < OPERATION_COUNT; i++)
		if (strcmp(operations[i].name, name) == 0)
			return &operations[i];
	return NULL;
}

/* Asked for every answer many times; most names differ in their first letter. */
static bool is_named(const struct parameter *parameter, const char *name, size_t length)
{
	size_t same = 0;
	while (same < length && parameter->name[same] == name[same])
		same++;
	return same == length && parameter->name[same] == '\0';
}

size_t operation_parameter(const struct operation *operation, const char *name, size_t length)
{
	for (size_t i = 0; i < operation->n_parameters; i++)
		if (is_named(&operation->parameters[i], name, length))
			return i;
	return operation->n_parameters;
}

bool parameter_is_buffer(const struct parameter *parameter)
{
	return parameter->kind >= PARAMETER_IN;
}

bool parameter_is_read(const struct parameter *parameter)
{
	return parameter->kind == PARAMETER_IN || parameter->kind == PARAMETER_INOUT;
}

bool parameter_is_written(const struct parameter *parameter)
{
	return parameter->kind > PARAMETER_IN;
}

size_t element_bytes(enum element element)
{
	static const size_t bytes[] = {
		[ELEMENT_F32] = sizeof(float),
		[ELEMENT_U8] = sizeof(uint8_t),
		[ELEMENT_I32] = sizeof(int32_t),
		[ELEMENT_U64] = sizeof(uint64_t),
	};
	return bytes[element];
}

/*
 * Shapes are read for every buffer of every answer: a loop for names this short, as strcspn prepares itself at length.
 */
static size_t word_length(const char *text)
{
	size_t length = 0;
	while (text[length] != '\0' && text[length] != ',' && text[length] != '*')
		length++;
	return length;
}

/* Reads one extent, a product like "heads*d", and moves on to the next. */
static bool read_extent(const struct frame *frame, const char **text, size_t *extent)
{
	*extent = 1;
	for (;;) {
		size_t length = word_length(*text);
		size_t index = operation_parameter(frame->operation, *text, length);
		if (__builtin_mul_overflow(*extent, frame->arguments[index].size, extent))
			return false;
		*text += length;
		if (**text != '*')
			break;
		(*text)++;
	}
	while (**text == ',' || **text == ' ')
		(*text)++;
	return true;
}

bool frame_shape(const struct frame *frame, size_t index, struct shape *shape)
{
	const char *text = frame->operation->parameters[index].shape;
	*shape = (struct shape){.count = 1};
	while (*text != '\0') {
		size_t *extent = &shape->extents[shape->n_extents++];
		if (!read_extent(frame, &text, extent) || __builtin_mul_overflow(shape->count, *extent, &shape->count))
			return false;
	}
	return true;
}

int frame_call(const struct frame *frame, attn_symbol symbol)
{
	return frame->operation->call(symbol, frame->arguments);
}
