/*
 * The contract as a shared object, made of the reference: each function packs its arguments into a frame,
 * asks, and copies the answer out, rounded to float. The functions are written by the operation table.
 * It is the first honest submission; it is slow where the table promises nothing and right everywhere.
 */
#include "answers.h"

#include <math.h>

#include "contract/for_each.h"

/* Who holds other ideas of attention says so before including this. */
#ifndef TEXTBOOK_IDEAS
#define TEXTBOOK_IDEAS ideas_right
#endif

/* Only the contract is seen from outside when the rest is compiled with -fvisibility=hidden. */
#define EXPORT __attribute__((visibility("default")))

/* A parameter in the prototype, and as an argument of the frame. */
#define DECLARE(parameter) DECLARE_##parameter
#define DECLARE_SIZE(name) size_t name
#define DECLARE_OFFSET(name) ptrdiff_t name
#define DECLARE_NUMBER(name) uint64_t name
#define DECLARE_CHOICE(name) int32_t name
#define DECLARE_IN(element, name, shape) const C_##element *name
#define DECLARE_OUT(element, name, shape) C_##element *name
#define DECLARE_MAYBE(element, name, shape) C_##element *name

/* clang-format off */
#define PACK(parameter) PACK_##parameter
#define PACK_SIZE(name) {.size = name}
#define PACK_OFFSET(name) {.offset = name}
#define PACK_NUMBER(name) {.number = name}
#define PACK_CHOICE(name) {.choice = name}
#define PACK_IN(element, name, shape) {.buffer = forget_const(name)}
#define PACK_OUT(element, name, shape) {.buffer = name}
#define PACK_MAYBE(element, name, shape) {.buffer = name}
/* clang-format on */

/* Frames know no const; answers do not write inputs. */
static void *forget_const(const void *buffer)
{
	union {
		const void *given;
		void *taken;
	} address = {buffer};
	return address.taken;
}

/* Rows of the cache that did not change are not written: they may hold NaNs whose bits are none of ours. */
static void copy_real(const struct answer_output *output, float *buffer, bool held)
{
	for (size_t i = 0; i < output->count; i++) {
		float value = (float)output->real[i];
		bool same = held && (buffer[i] == value || (isnan(buffer[i]) && isnan(value)));
		if (!same)
			buffer[i] = value;
	}
}

static void copy_output(const struct answer_output *output, const struct parameter *parameter, void *buffer)
{
	if (parameter->element == ELEMENT_F32)
		copy_real(output, buffer, parameter->kind == PARAMETER_INOUT);
	for (size_t i = 0; i < output->count; i++) {
		if (parameter->element == ELEMENT_U8)
			((uint8_t *)buffer)[i] = (uint8_t)output->integer[i];
		if (parameter->element == ELEMENT_I32)
			((int32_t *)buffer)[i] = (int32_t)output->integer[i];
		if (parameter->element == ELEMENT_U64)
			((uint64_t *)buffer)[i] = output->integer[i];
	}
}

static int answer_frame(const struct frame *frame)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct operation *operation = frame->operation;
	bool absent[OPERATION_PARAMETERS_MAX] = {false};
	for (size_t p = 0; p < operation->n_parameters; p++)
		absent[p] = operation->parameters[p].kind == PARAMETER_MAYBE && frame->arguments[p].buffer == NULL;
	const struct ideas ideas = TEXTBOOK_IDEAS;
	struct answer answer;
	answer_compute(&(struct question){
		.ideas = &ideas,
		.frame = frame,
		.absent = absent,
		.gauged = false,
		.arena = arena,
		.scratch = arena,
		.answer = &answer,
	});
	if (answer.status != ATTN_OK)
		return answer.status;
	for (size_t p = 0; p < operation->n_parameters; p++)
		if (parameter_is_written(&operation->parameters[p]) && !absent[p])
			copy_output(&answer.outputs[p], &operation->parameters[p], frame->arguments[p].buffer);
	return ATTN_OK;
}

#define OPERATION(name, level, brief, ...) \
	EXPORT int name(FOR_EACH(DECLARE, __VA_ARGS__)) \
	{ \
		return answer_frame(&(struct frame){&operations[OP_##name], {FOR_EACH(PACK, __VA_ARGS__)}}); \
	}
#define OPERATION_BY(call, name, level, brief, ...)
#include "contract/operations.def"

/* The table spells the cache out. */
EXPORT int attn_decode(struct attn_cache *cache, const float *query, const float *key, const float *value, float *out)
{
	uint64_t length = cache->length;
	int status = answer_frame(&(struct frame){&operations[OP_attn_decode],
						  {
							  {.size = cache->capacity},
							  {.size = cache->d_k},
							  {.size = cache->d_v},
							  {.buffer = &length},
							  {.buffer = cache->keys},
							  {.buffer = cache->values},
							  {.buffer = forget_const(query)},
							  {.buffer = forget_const(key)},
							  {.buffer = forget_const(value)},
							  {.buffer = out},
						  }});
	cache->length = (size_t)length;
	return status;
}
