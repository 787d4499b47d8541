#include "sandbox/batch.h"

#include <string.h>

#include "sandbox/worker/protocol.h"

enum { ROOM_BYTES_MAX = 16 << 20 };

/* False if a buffer or all of them do not fit. */
static bool plan(struct planned_case *planned, struct widths *widths)
{
	for (enum side side = 0; side < LAYOUTS; side++) {
		if (!layout_make(&planned->given, side, &planned->layouts[side]))
			return false;
		widths_add(widths, &planned->layouts[side]);
	}
	return true;
}

/* From one call to the next pages stay what they are, and need not be opened: a parameter is at one place. */
static void settle(struct batch *batch, const struct widths *widths)
{
	for (size_t i = 0; i < batch->count; i++)
		for (enum side side = 0; side < LAYOUTS; side++)
			layout_spread(&batch->cases[i].layouts[side], side, widths);
	/* all are as large */
	batch->room_inputs_bytes = batch->cases[0].layouts[0].inputs_bytes;
	batch->room_outputs_bytes = batch->cases[0].layouts[0].outputs_bytes;
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

/* Rounds are for small cases: what a call of a large one takes is not in the messages. */
static void furnish(struct batch *batch)
{
	bool rounds = batch->room_inputs_bytes <= ROOM_BYTES_MAX && batch->room_outputs_bytes <= ROOM_BYTES_MAX;
	bool any = false;
	for (size_t i = 1; i < batch->count; i++)
		any |= batch_case_joins(&batch->cases[i - 1].given, &batch->cases[i].given);
	batch->rooms = !rounds || !any ? 1 : batch->count < MANY_CASES ? ROOMS : ROUND_CALLS_MAX;
	batch->script_offset = batch->rooms * batch->room_inputs_bytes;
	batch->inputs_bytes = batch->script_offset;
	batch->outputs_bytes = batch->rooms * batch->room_outputs_bytes;
	if (batch->rooms == 1)
		return;
	batch->script_bytes = layout_pages_bytes(batch->rooms * sizeof(struct wire_call));
	batch->inputs_bytes += batch->script_bytes + GUARD_BYTES;
}

bool batch_case_joins(const struct batch_case *one, const struct batch_case *other)
{
	return one->company != 0 && one->company == other->company;
}

struct batch *batch_create(const struct batch_case *cases, size_t count, struct text *why)
{
	struct arena *arena = arena_create();
	struct batch *batch = arena_alloc(arena, sizeof(*batch));
	*batch = (struct batch){
		.arena = arena,
		.count = count,
		.cases = arena_array(arena, count, sizeof(*batch->cases)),
	};
	struct widths widths = {0};
	bool fits = true;
	for (size_t i = 0; i < count && fits; i++) {
		batch->cases[i].given = cases[i];
		fits = plan(&batch->cases[i], &widths);
		if (fits)
			keep_contents(batch, &batch->cases[i]);
	}
	if (count > 0 && fits) {
		settle(batch, &widths);
		furnish(batch);
		return batch;
	}
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
