#include "sandbox/batch.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sandbox/memory.h"

/* Slack beside an input: NaN as a float, absurd as an integer, so that reading it shows. */
enum { INPUT_SLACK = 0xff };

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Plans all cases; the length of the inputs file, or 0 if a case does not fit. */
static uint64_t plan(struct batch *batch, const struct batch_case *cases)
{
	uint64_t file_bytes = 0;
	for (size_t i = 0; i < batch->count; i++) {
		struct planned_case *planned = &batch->cases[i];
		planned->given = cases[i];
		for (enum side side = 0; side < LAYOUTS; side++) {
			struct layout *layout = &planned->layouts[side];
			if (!layout_make(&cases[i], side, layout))
				return 0;
			planned->inputs_offset[side] = file_bytes;
			file_bytes += layout->inputs_bytes;
			batch->inputs_bytes = larger(batch->inputs_bytes, layout->inputs_bytes);
			batch->outputs_bytes = larger(batch->outputs_bytes, layout->outputs_bytes);
		}
	}
	return file_bytes;
}

static void fill_inputs(char *window, const struct batch_case *given, const struct layout *layout)
{
	for (size_t i = 0; i < given->frame.operation->n_parameters; i++) {
		const struct slot *slot = &layout->slots[i];
		if (slot->window != WINDOW_INPUTS || slot->bytes == 0)
			continue;
		memset(window + slot->pages_offset, INPUT_SLACK, slot->pages_bytes);
		memcpy(window + slot->offset, given->frame.arguments[i].buffer, slot->bytes);
	}
}

static void keep_contents(struct batch *batch, struct planned_case *planned)
{
	const struct operation *operation = planned->given.frame.operation;
	for (size_t i = 0; i < operation->n_parameters; i++) {
		union argument *argument = &planned->given.frame.arguments[i];
		const uint64_t bytes = planned->layouts[LAYOUT_END].slots[i].bytes;
		if (operation->parameters[i].kind == PARAMETER_INOUT && bytes > 0)
			planned->contents[i] = arena_copy(batch->arena, argument->buffer, bytes);
		if (parameter_is_buffer(&operation->parameters[i]))
			argument->buffer = NULL;
	}
}

/* Writes all inputs into the memfd and freezes it. */
static bool store(struct batch *batch, uint64_t file_bytes)
{
	batch->inputs = memory_create("inputs", file_bytes);
	if (batch->inputs < 0)
		return false;
	char *file = mmap(NULL, file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, batch->inputs, 0);
	if (file == MAP_FAILED)
		return false;
	for (size_t i = 0; i < batch->count; i++) {
		struct planned_case *planned = &batch->cases[i];
		for (enum side side = 0; side < LAYOUTS; side++)
			fill_inputs(file + planned->inputs_offset[side], &planned->given, &planned->layouts[side]);
		keep_contents(batch, planned);
	}
	munmap(file, file_bytes);
	batch->inputs = memory_freeze(batch->inputs);
	return batch->inputs >= 0;
}

struct batch *batch_create(const struct batch_case *cases, size_t count, struct text *why)
{
	struct arena *arena = arena_create();
	struct batch *batch = arena_alloc(arena, sizeof(*batch));
	*batch = (struct batch){
		.arena = arena,
		.count = count,
		.cases = arena_array(arena, count, sizeof(*batch->cases)),
		.inputs = -1,
		.inputs_bytes = layout_empty_bytes(),
		.outputs_bytes = layout_empty_bytes(),
	};
	uint64_t file_bytes = plan(batch, cases);
	if (count > 0 && file_bytes > 0 && store(batch, file_bytes))
		return batch;
	text_add_format(why, "cannot lay out %zu cases in memory: %s", count,
			count == 0	  ? "there are none"
			: file_bytes == 0 ? "too large"
					  : strerror(errno));
	batch_destroy(batch);
	return NULL;
}

void batch_destroy(struct batch *batch)
{
	if (batch == NULL)
		return;
	descriptor_close_at(&batch->inputs);
	arena_destroy(batch->arena);
}
