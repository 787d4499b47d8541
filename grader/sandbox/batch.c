#include "sandbox/batch.h"

#include <string.h>

#include "sandbox/worker/protocol.h"

enum { ROOM_BYTES_MAX = 16 << 20 };

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

/* False if a buffer or all of them do not fit. */
static bool plan(struct batch *batch, struct planned_case *planned)
{
	for (enum side side = 0; side < LAYOUTS; side++) {
		if (!layout_make(&planned->given, side, &planned->layouts[side]))
			return false;
		widths_add(&batch->widths, &planned->layouts[side]);
	}
	keep_contents(batch, planned);
	return true;
}

/* From one call to the next pages stay what they are, and need not be opened: a parameter is at one place. */
static void settle(struct batch *batch)
{
	for (size_t i = 0; i < batch->count; i++)
		for (enum side side = 0; side < LAYOUTS; side++)
			layout_spread(&batch->cases[i].layouts[side], side, &batch->widths);
	/* all are as large */
	batch->room_inputs_bytes = batch->cases[0].layouts[0].inputs_bytes;
	batch->room_outputs_bytes = batch->cases[0].layouts[0].outputs_bytes;
}

/* Rounds are for small cases: what a call of a large one takes is not in the messages. */
static size_t count_rooms(const struct batch *batch)
{
	bool rounds = batch->room_inputs_bytes <= ROOM_BYTES_MAX && batch->room_outputs_bytes <= ROOM_BYTES_MAX;
	bool any = false;
	for (size_t i = 1; i < batch->count; i++)
		any |= batch_case_joins(&batch->cases[i - 1].given, &batch->cases[i].given);
	return !rounds || !any ? 1 : batch->count < MANY_CASES ? ROOMS : ROUND_CALLS_MAX;
}

static void furnish(struct batch *batch, size_t rooms)
{
	batch->rooms = rooms;
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

/* Not laid out yet. */
static struct batch *begin(const struct batch_case *cases, size_t count, const struct widths *widths)
{
	struct arena *arena = arena_create();
	struct batch *batch = arena_alloc(arena, sizeof(*batch));
	*batch = (struct batch){
		.arena = arena,
		.count = count,
		.cases = arena_array(arena, count, sizeof(*batch->cases)),
		.widths = *widths,
	};
	for (size_t i = 0; i < count; i++)
		batch->cases[i].given = cases[i];
	return batch;
}

static bool plan_all(struct batch *batch)
{
	for (size_t i = 0; i < batch->count; i++)
		if (!plan(batch, &batch->cases[i]))
			return false;
	return batch->count > 0;
}

static struct batch *give_up(struct batch *batch, struct text *why)
{
	const size_t count = batch->count;
	text_add_format(why, "cannot lay out %zu case%s in memory: %s", count, text_plural((double)count),
			count == 0 ? "there are none" : "too large");
	batch_destroy(batch);
	return NULL;
}

struct batch *batch_create(const struct batch_case *cases, size_t count, struct text *why)
{
	struct batch *batch = begin(cases, count, &(struct widths){0});
	if (!plan_all(batch))
		return give_up(batch, why);
	settle(batch);
	furnish(batch, count_rooms(batch));
	return batch;
}

struct batch *batch_create_like(const struct batch *like, const struct batch_case *cases, size_t count,
				struct text *why)
{
	struct batch *batch = begin(cases, count, &like->widths);
	if (!plan_all(batch) || memcmp(&batch->widths, &like->widths, sizeof(batch->widths)) != 0)
		return give_up(batch, why);
	settle(batch);
	furnish(batch, like->rooms);
	return batch;
}

void batch_destroy(struct batch *batch)
{
	if (batch != NULL)
		arena_destroy(batch->arena);
}
