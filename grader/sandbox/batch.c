#include "sandbox/batch.h"

#include <string.h>

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* False if a buffer or all of them do not fit. */
static bool plan(struct batch *batch, struct planned_case *planned)
{
	for (enum side side = 0; side < LAYOUTS; side++) {
		struct layout *layout = &planned->layouts[side];
		if (!layout_make(&planned->given, side, layout))
			return false;
		batch->inputs_bytes = larger(batch->inputs_bytes, layout->inputs_bytes);
		batch->outputs_bytes = larger(batch->outputs_bytes, layout->outputs_bytes);
	}
	return true;
}

static void keep_contents(struct batch *batch, struct planned_case *planned)
{
	const struct operation *operation = planned->given.frame.operation;
	for (size_t i = 0; i < operation->n_parameters; i++) {
		union argument *argument = &planned->given.frame.arguments[i];
		const struct slot *slot = &planned->layouts[LAYOUT_END].slots[i];
		const bool is_given = slot->window == WINDOW_INPUTS || operation->parameters[i].kind == PARAMETER_INOUT;
		if (is_given && slot->bytes > 0)
			planned->contents[i] = arena_copy(batch->arena, argument->buffer, slot->bytes);
		if (parameter_is_buffer(&operation->parameters[i]))
			argument->buffer = NULL;
	}
}

struct batch *batch_create(const struct batch_case *cases, size_t count, struct text *why)
{
	struct arena *arena = arena_create();
	struct batch *batch = arena_alloc(arena, sizeof(*batch));
	*batch = (struct batch){
		.arena = arena,
		.count = count,
		.cases = arena_array(arena, count, sizeof(*batch->cases)),
		.inputs_bytes = layout_empty_bytes(),
		.outputs_bytes = layout_empty_bytes(),
	};
	bool fits = true;
	for (size_t i = 0; i < count && fits; i++) {
		batch->cases[i].given = cases[i];
		fits = plan(batch, &batch->cases[i]);
		if (fits)
			keep_contents(batch, &batch->cases[i]);
	}
	if (count > 0 && fits)
		return batch;
	text_add_format(why, "cannot lay out %zu case%s in memory: %s", count, text_plural((double)count),
			count == 0 ? "there are none" : "too large");
	batch_destroy(batch);
	return NULL;
}

void batch_destroy(struct batch *batch)
{
	if (batch != NULL)
		arena_destroy(batch->arena);
}
