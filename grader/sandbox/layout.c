#include "sandbox/layout.h"

#include <unistd.h>

/* The largest total that is still sane; far below what a sum of such numbers could overflow. */
#define BYTES_MAX (UINT64_C(1) << 40)

static uint64_t page_bytes(void)
{
	return (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t layout_empty_bytes(void)
{
	return GUARD_BYTES;
}

uint64_t layout_pages_bytes(uint64_t bytes)
{
	const uint64_t page = page_bytes();
	return (bytes + page - 1) / page * page;
}

/* Appends a buffer and the guard behind it to a window that ends in a guard. */
static bool append(struct slot *slot, uint64_t bytes, enum side side, uint64_t *window_bytes)
{
	if (bytes > BYTES_MAX)
		return false;
	slot->bytes = bytes;
	slot->pages_offset = *window_bytes;
	slot->pages_bytes = layout_pages_bytes(bytes);
	slot->offset = slot->pages_offset + (side == LAYOUT_END ? slot->pages_bytes - bytes : 0);
	*window_bytes += slot->pages_bytes + GUARD_BYTES;
	return *window_bytes <= BYTES_MAX;
}

bool layout_make(const struct batch_case *given, enum side side, struct layout *layout)
{
	const struct operation *operation = given->frame.operation;
	*layout = (struct layout){.inputs_bytes = layout_empty_bytes(), .outputs_bytes = layout_empty_bytes()};
	for (size_t i = 0; i < operation->n_parameters; i++) {
		const struct parameter *parameter = &operation->parameters[i];
		struct slot *slot = &layout->slots[i];
		struct shape shape;
		uint64_t bytes;
		if (!parameter_is_buffer(parameter) || given->absent[i])
			continue;
		const bool written = parameter_is_written(parameter);
		slot->window = written ? WINDOW_OUTPUTS : WINDOW_INPUTS;
		if (!frame_shape(&given->frame, i, &shape) ||
		    __builtin_mul_overflow(shape.count, element_bytes(parameter->element), &bytes) ||
		    !append(slot, bytes, side, written ? &layout->outputs_bytes : &layout->inputs_bytes))
			return false;
	}
	return true;
}

void widths_add(struct widths *widths, const struct layout *layout)
{
	for (size_t i = 0; i < OPERATION_PARAMETERS_MAX; i++) {
		const struct slot *slot = &layout->slots[i];
		uint64_t *most = &widths->pages_bytes[slot->window][i];
		widths->used[slot->window][i] = true;
		*most = slot->pages_bytes > *most ? slot->pages_bytes : *most;
	}
}

static void move(struct slot *slot, enum side side, uint64_t place, uint64_t width)
{
	const uint64_t within = slot->offset - slot->pages_offset;
	/* what is empty: whatever is open beside it, for another call, nothing of it may be touched */
	if (slot->pages_bytes == 0)
		slot->pages_offset = place + width + GUARD_BYTES / 2;
	else
		slot->pages_offset = place + (side == LAYOUT_END ? width - slot->pages_bytes : 0);
	slot->offset = slot->pages_offset + within;
}

static uint64_t spread_window(struct layout *layout, enum side side, enum window window, const struct widths *widths)
{
	uint64_t place = layout_empty_bytes();
	for (size_t i = 0; i < OPERATION_PARAMETERS_MAX; i++) {
		const uint64_t width = widths->pages_bytes[window][i];
		if (!widths->used[window][i])
			continue;
		if (layout->slots[i].window == window)
			move(&layout->slots[i], side, place, width);
		place += width + GUARD_BYTES;
	}
	return place;
}

void layout_spread(struct layout *layout, enum side side, const struct widths *widths)
{
	layout->inputs_bytes = spread_window(layout, side, WINDOW_INPUTS, widths);
	layout->outputs_bytes = spread_window(layout, side, WINDOW_OUTPUTS, widths);
}

static uint64_t distance(const struct slot *slot, uint64_t offset, enum relation *relation)
{
	if (offset < slot->offset) {
		*relation = RELATION_BEFORE;
		return slot->offset - offset;
	}
	*relation = offset < slot->offset + slot->bytes ? RELATION_INSIDE : RELATION_AFTER;
	return *relation == RELATION_INSIDE ? 0 : offset - (slot->offset + slot->bytes) + 1;
}

bool layout_nearest(const struct layout *layout, enum window window, uint64_t offset, size_t *parameter,
		    enum relation *relation)
{
	uint64_t least = UINT64_MAX;
	for (size_t i = 0; i < OPERATION_PARAMETERS_MAX; i++) {
		const struct slot *slot = &layout->slots[i];
		enum relation side;
		if (slot->window != window)
			continue;
		uint64_t far = distance(slot, offset, &side);
		if (far < least) {
			least = far;
			*parameter = i;
			*relation = side;
		}
	}
	return least != UINT64_MAX;
}
