#include "sandbox/call.h"

#include <string.h>
#include <unistd.h>

const unsigned char *call_slack(struct sandbox *sandbox, struct arena *arena)
{
	const size_t words = (size_t)sysconf(_SC_PAGESIZE) / sizeof(uint64_t);
	uint64_t *page = arena_array(arena, words, sizeof(*page));
	noise_renew(&sandbox->noise);
	for (size_t i = 0; i < words; i++)
		page[i] = noise_next(&sandbox->noise);
	return (const unsigned char *)page;
}

/*
 * Random bits, bent to values that no right answer is likely to hold. Floats are 2^11 to 2^13: adding to an output
 * instead of writing it shows, and what was added can be read off. Bytes are 128 and more; integers are huge.
 */
static uint64_t bend(uint64_t noise, enum element element)
{
	switch (element) {
	case ELEMENT_F32: {
		const uint64_t keep = UINT64_C(0x80ffffff80ffffff);
		const uint64_t exponents = UINT64_C(0x4500000045000000);
		return (noise & keep) | exponents;
	}
	case ELEMENT_U8:
		return noise | UINT64_C(0x8080808080808080);
	case ELEMENT_I32:
		return (noise & UINT64_C(0xbfffffffbfffffff)) | UINT64_C(0x4000000040000000);
	case ELEMENT_U64:
		break;
	}
	return noise | UINT64_C(0x8000000000000000);
}

static void *make_junk(const struct call *call, size_t parameter, uint64_t bytes)
{
	const enum element element = call->planned->given.frame.operation->parameters[parameter].element;
	const void *contents = call->planned->contents[parameter];
	if (contents != NULL)
		return arena_copy(call->arena, contents, bytes);
	const size_t words = (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t);
	uint64_t *junk = arena_array(call->arena, words, sizeof(*junk));
	for (size_t i = 0; i < words; i++)
		junk[i] = bend(noise_next(&call->sandbox->noise), element);
	return junk;
}

size_t call_room(size_t nth, enum side side)
{
	return nth * LAYOUTS + (LAYOUTS - 1 - side);
}

static char *inputs_of(const struct call *call)
{
	return call->sandbox->inputs.start + call->room * call->batch->room_inputs_bytes;
}

static char *outputs_of(const struct call *call)
{
	return call->sandbox->outputs.start + call->room * call->batch->room_outputs_bytes;
}

/* Where slack lies before and after the buffer, as ranges of the window. */
struct gap {
	uint64_t offset, bytes;
};

static void find_gaps(const struct slot *slot, struct gap gaps[2])
{
	const uint64_t end = slot->offset + slot->bytes;
	gaps[0] = (struct gap){slot->pages_offset, slot->offset - slot->pages_offset};
	gaps[1] = (struct gap){end, slot->pages_offset + slot->pages_bytes - end};
}

static const unsigned char *slack_at(const struct call *call, const struct slot *slot, const struct gap *gap)
{
	/* a gap is shorter than a page and lies in the first or the last one */
	return call->slack + (gap->offset - slot->pages_offset) % (uint64_t)sysconf(_SC_PAGESIZE);
}

static void fill_output(const struct call *call, const struct slot *slot, const void *junk)
{
	char *window = outputs_of(call);
	struct gap gaps[2];
	find_gaps(slot, gaps);
	memcpy(window + slot->offset, junk, slot->bytes);
	for (size_t i = 0; i < 2; i++)
		memcpy(window + gaps[i].offset, slack_at(call, slot, &gaps[i]), gaps[i].bytes);
}

/* Slack beside an input is NaN as a float, absurd as an integer, so that reading it shows. */
enum { INPUT_SLACK = 0xff };

/* Nobody else writes there: where the pages are those of the call before, there is slack around what it was given. */
static void fill_input(const struct call *call, size_t parameter, const struct slot *slot, const void *contents)
{
	char *window = inputs_of(call);
	struct shown *shown = &call->sandbox->shown[call->room][parameter];
	struct gap gaps[2];
	find_gaps(slot, gaps);
	if (shown->pages_offset == slot->pages_offset && shown->pages_bytes == slot->pages_bytes) {
		gaps[0] = (struct gap){shown->offset, shown->bytes};
		gaps[1].bytes = 0;
	}
	for (size_t i = 0; i < 2; i++)
		memset(window + gaps[i].offset, INPUT_SLACK, gaps[i].bytes);
	if (slot->bytes > 0)
		memcpy(window + slot->offset, contents, slot->bytes);
	*shown = (struct shown){slot->pages_offset, slot->pages_bytes, slot->offset, slot->bytes};
}

static struct wire_argument wire(const struct call *call, size_t parameter)
{
	const struct slot *slot = &call->planned->layouts[call->side].slots[parameter];
	const union argument *argument = &call->planned->given.frame.arguments[parameter];
	const struct parameter *row = &call->planned->given.frame.operation->parameters[parameter];
	const struct batch *batch = call->batch;
	const uint64_t window = slot->window == WINDOW_OUTPUTS
					? batch->inputs_bytes + call->room * batch->room_outputs_bytes
					: call->room * batch->room_inputs_bytes;
	if (slot->window != WINDOW_NONE)
		return (struct wire_argument){
			.value = window + slot->offset,
			.pages_offset = window + slot->pages_offset,
			.pages_bytes = slot->pages_bytes,
			.is_buffer = 1,
			.access = slot->window == WINDOW_OUTPUTS ? PAGES_WRITE : PAGES_READ,
		};
	if (parameter_is_buffer(row))
		return (struct wire_argument){.value = 0};
	return (struct wire_argument){.value = row->kind == PARAMETER_CHOICE ? (uint32_t)argument->choice
									     : argument->number};
}

void call_prepare(const struct call *call, struct wire_call *told, const void *junk[OPERATION_PARAMETERS_MAX])
{
	const struct layout *layout = &call->planned->layouts[call->side];
	const struct operation *operation = call->planned->given.frame.operation;
	*told = (struct wire_call){.operation = (uint32_t)(operation - operations), .room = (uint32_t)call->room};
	for (size_t i = 0; i < operation->n_parameters; i++) {
		const struct slot *slot = &layout->slots[i];
		told->arguments[i] = wire(call, i);
		if (slot->window == WINDOW_INPUTS) {
			fill_input(call, i, slot, call->planned->contents[i]);
		} else if (slot->window == WINDOW_OUTPUTS) {
			junk[i] = make_junk(call, i, slot->bytes);
			fill_output(call, slot, junk[i]);
		}
	}
}

size_t call_collect(const struct call *call, void *outputs[OPERATION_PARAMETERS_MAX])
{
	const char *window = outputs_of(call);
	size_t disturbed = OPERATION_PARAMETERS_MAX;
	for (size_t i = 0; i < OPERATION_PARAMETERS_MAX; i++) {
		const struct slot *slot = &call->planned->layouts[call->side].slots[i];
		struct gap gaps[2];
		if (slot->window != WINDOW_OUTPUTS)
			continue;
		outputs[i] = arena_copy(call->arena, window + slot->offset, slot->bytes);
		find_gaps(slot, gaps);
		for (size_t j = 0; j < 2; j++)
			if (memcmp(window + gaps[j].offset, slack_at(call, slot, &gaps[j]), gaps[j].bytes) != 0 &&
			    disturbed == OPERATION_PARAMETERS_MAX)
				disturbed = i;
	}
	return disturbed;
}
